#pragma once

#include <functional>
#include <string>
#include <thread>

namespace referee {

/// What the scheduler gives a thread beside those of matches.
enum class ThreadPriority {
  usual,   ///< that of the thread that starts it
  lowest,  ///< niceness 19: what it does waits for matches on a machine whose cores are all busy
};

/// Starts a thread that takes no signals: they are for the loop's thread. Signals of its own faults stay
/// deliverable, so that a sanitizer or a core dump shows them. Throws std::system_error if the system gives
/// no thread; `what` then says which: "the thread that writes the store". A thread whose priority the system
/// does not lower works all the same, with a warning.
std::thread start_thread(const std::string& what, std::function<void()> work,
                         ThreadPriority priority = ThreadPriority::usual);

}  // namespace referee
