#include "referee/net/file_descriptor.h"

#include <cerrno>
#include <system_error>

namespace referee {

void write_all(const FileDescriptor& file, std::string_view text, const std::filesystem::path& path) {
  while (!text.empty()) {
    const ssize_t size = ::write(file.get(), text.data(), text.size());
    if (size < 0 && errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "cannot write " + path.string());
    }
    text.remove_prefix(size < 0 ? 0 : static_cast<std::size_t>(size));
  }
}

}  // namespace referee
