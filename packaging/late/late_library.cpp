#include "packaging/late/late_library.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace late {
namespace {

void* found(void* what) {
  if (what == nullptr) {
    throw std::runtime_error(std::string("a library that this needs: ") + ::dlerror());
  }
  return what;
}

}  // namespace

void* Library::function(const char* name) {
  void* const library = found(::dlopen(file_, RTLD_NOW | RTLD_LOCAL));  // counted, and never closed
  return found(::dlsym(library, name));
}

}  // namespace late
