#include "referee/http/body.h"

#include <zlib.h>

#include <stdexcept>
#include <utility>

#include "protocol/sha256.h"

namespace referee::web {
namespace {

constexpr std::size_t kTagDigits = 32;
constexpr std::size_t kWorthwhile = 512;     // bytes: shorter ones fit into a packet anyway
constexpr std::size_t kLarge = 1024 * 1024;  // bytes from which on speed matters more than size
constexpr int kGzip = 15 + 16;               // the largest window, with gzip's header
constexpr int kMemory = 8;                   // zlib's default
constexpr int kQuick = 1;

/// "" if it would be no smaller.
std::string gzip(const std::string& bytes) {
  z_stream stream{};
  const int level = bytes.size() < kLarge ? Z_DEFAULT_COMPRESSION : kQuick;
  if (deflateInit2(&stream, level, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("gzip: no memory");
  }
  std::string out(bytes.size(), '\0');
  // zlib takes what it reads as not const; it changes nothing of it.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(result == Z_STREAM_END ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

}  // namespace

const std::shared_ptr<const std::string>& Body::gzipped() const {
  if (!gzipped_) {
    std::string smaller = bytes_->size() < kWorthwhile ? "" : gzip(*bytes_);
    smaller.shrink_to_fit();
    gzipped_ = smaller.empty() ? nullptr : std::make_shared<const std::string>(std::move(smaller));
  }
  return *gzipped_;
}

const std::string& Body::tag() const {
  if (tag_.empty()) {
    tag_ = protocol::Sha256::hex_of(*bytes_).substr(0, kTagDigits);
  }
  return tag_;
}

}  // namespace referee::web
