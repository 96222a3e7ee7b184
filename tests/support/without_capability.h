#pragma once

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <stdexcept>

namespace test_support {

/// While it exists, the calling thread does without one of its capabilities, as root in a container.
class WithoutCapability {
 public:
  explicit WithoutCapability(unsigned capability) {
    call(SYS_capget, before_);
    Sets sets = before_;
    sets[capability / 32].effective &= ~(1U << (capability % 32));
    call(SYS_capset, sets);
  }
  ~WithoutCapability() {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    (void)::syscall(SYS_capset, &header,
                    before_.data());  // cannot fail: it gives back what the thread may have
  }
  WithoutCapability(const WithoutCapability&) = delete;
  WithoutCapability& operator=(const WithoutCapability&) = delete;

 private:
  using Sets = std::array<__user_cap_data_struct, 2>;

  static void call(long number, Sets& sets) {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    if (::syscall(number, &header, sets.data()) != 0) {
      throw std::runtime_error("capabilities of this thread cannot be changed");
    }
  }

  Sets before_{};
};

}  // namespace test_support
