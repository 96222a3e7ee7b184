#include "referee/process/inside/memory_file.h"

#include <sys/mman.h>
#include <unistd.h>

namespace referee {

FileDescriptor file_in_memory(const char* name, std::string_view text) {
  FileDescriptor file(::memfd_create(name, MFD_CLOEXEC));
  if (file.get() < 0) {
    throw_errno("memfd_create");
  }
  write_all(file, text, name);
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

}  // namespace referee
