#include "referee/show/gif_file.h"

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/require.h"

namespace referee::show {
namespace {

constexpr int kMapSize = 32;  // colours of the file: a power of two
constexpr Colour kUnchanged = kMapSize - 1;
static_assert(kColours < kMapSize);

int append_to(GifFileType* gif, const GifByteType* bytes, int size) {
  static_cast<std::string*>(gif->UserData)
      ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
  return size;
}

[[noreturn]] void refuse(int error) {
  const char* const why = GifErrorString(error);
  throw std::runtime_error("the GIF cannot be made: " + std::string(why ? why : "giflib does not say why"));
}

GifByteType part_of(std::string_view hex, std::size_t at) {
  GifByteType value = 0;
  std::from_chars(hex.data() + at, hex.data() + at + 2, value, 16);
  return value;
}

std::array<GifColorType, kMapSize> colours() {
  std::array<GifColorType, kMapSize> all{};
  for (Colour colour = 0; colour < kColours; ++colour) {
    const std::string_view hex = hex_of(colour);
    all[colour] = {part_of(hex, 1), part_of(hex, 3), part_of(hex, 5)};
  }
  return all;
}

}  // namespace

/// giflib's encoder, which writes into a string.
class GifFile::Encoder {
 public:
  Encoder(int width, int height) {
    int error = 0;
    gif_ = EGifOpen(&bytes_, append_to, &error);
    if (gif_ == nullptr) {
      refuse(error);
    }
    EGifSetGifVersion(gif_, true);
    const auto all = colours();
    const std::unique_ptr<ColorMapObject, decltype(&GifFreeMapObject)> map(
        GifMakeMapObject(kMapSize, all.data()), &GifFreeMapObject);
    if (!map) {
      throw std::bad_alloc();
    }
    need(EGifPutScreenDesc(gif_, width, height, 8, kPaper, map.get()));
    repeat_for_ever();
  }
  ~Encoder() {
    if (gif_ != nullptr) {
      EGifCloseFile(gif_, nullptr);
    }
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  void begin_picture(const PixelBox& box, std::chrono::milliseconds shown) {
    const GraphicsControlBlock control{.DisposalMode = DISPOSE_DO_NOT,
                                       .UserInputFlag = false,
                                       .DelayTime = static_cast<int>(shown.count() / 10),
                                       .TransparentColor = kUnchanged};
    std::array<GifByteType, 4> packed{};
    EGifGCBToExtension(&control, packed.data());
    need(EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(packed.size()), packed.data()));
    need(EGifPutImageDesc(gif_, box.x, box.y, box.width, box.height, false, nullptr));
  }
  void add_row(std::vector<GifPixelType>& pixels) {
    need(EGifPutLine(gif_, pixels.data(), static_cast<int>(pixels.size())));
  }
  std::string end() {
    int error = 0;
    if (EGifCloseFile(std::exchange(gif_, nullptr), &error) == GIF_ERROR) {
      refuse(error);
    }
    return std::move(bytes_);
  }

 private:
  void need(int done) {
    if (done == GIF_ERROR) {
      refuse(gif_->Error);
    }
  }
  void repeat_for_ever() {
    constexpr std::string_view kName = "NETSCAPE2.0";  // what all viewers understand
    constexpr std::array<GifByteType, 3> kLoop{1, 0, 0};
    need(EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE));
    need(EGifPutExtensionBlock(gif_, static_cast<int>(kName.size()), kName.data()));
    need(EGifPutExtensionBlock(gif_, static_cast<int>(kLoop.size()), kLoop.data()));
    need(EGifPutExtensionTrailer(gif_));
  }

  std::string bytes_;
  GifFileType* gif_ = nullptr;
};

GifFile::GifFile(int width, int height) : encoder_(std::make_unique<Encoder>(width, height)) {
  REQUIRE(width >= 1 && width <= 65535 && height >= 1 && height <= 65535);
}
GifFile::~GifFile() = default;

void GifFile::add(const Raster& picture, std::chrono::milliseconds shown) {
  const PixelBox box =
      last_ ? difference_of(*last_, picture) : PixelBox{0, 0, picture.width(), picture.height()};
  encoder_->begin_picture(box, shown);
  std::vector<GifPixelType> pixels(static_cast<std::size_t>(box.width));
  for (int y = box.y; y < box.y + box.height; ++y) {
    const auto now = picture.row(y).subspan(static_cast<std::size_t>(box.x), pixels.size());
    std::ranges::copy(now, pixels.begin());
    if (last_) {
      const auto before = last_->row(y).subspan(static_cast<std::size_t>(box.x), pixels.size());
      std::ranges::transform(now, before, pixels.begin(),
                             [](Colour is, Colour was) { return is == was ? kUnchanged : is; });
    }
    encoder_->add_row(pixels);
  }
  last_ = picture;
}

std::string GifFile::bytes() {
  REQUIRE(last_);
  return encoder_->end();
}

}  // namespace referee::show
