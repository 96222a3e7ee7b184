// Linked into every static program. glibc looks names of users and hosts up as /etc/nsswitch.conf says, and
// loads a shared library for each source there that it does not have itself, such as "systemd" or
// "myhostname": from within a static program that is a crash. These are the sources that it has.

#include <nss.h>

#include <cstdlib>
#include <initializer_list>

namespace {

[[gnu::constructor]] void look_up_without_libraries() {
  for (const char* const kind : {"passwd", "group", "services", "protocols", "networks"}) {
    if (__nss_configure_lookup(kind, "files") != 0) {
      std::abort();
    }
  }
  if (__nss_configure_lookup("hosts", "files dns") != 0) {
    std::abort();
  }
}

}  // namespace
