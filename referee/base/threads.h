#pragma once

#include <functional>
#include <string>
#include <thread>

namespace referee {

/// Starts a thread that takes no signals: they are for the loop's thread. Signals of its own faults stay
/// deliverable, so that a sanitizer or a core dump shows them. Throws std::system_error if the system gives
/// no thread; `what` then says which: "the thread that writes the store".
std::thread start_thread(const std::string& what, std::function<void()> work);

}  // namespace referee
