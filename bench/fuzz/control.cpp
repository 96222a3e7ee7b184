#include <stdexcept>
#include <string>
#include <variant>

#include "bench/fuzz/targets.h"
#include "referee/net/control_message.h"

// One line on the control socket: as the referee reads it, and as `referee ctl` reads it.
namespace fuzz {

void control(std::string_view input) {
  using referee::ControlRequest;
  const auto read = referee::read_control_request(input);
  if (const auto* request = std::get_if<ControlRequest>(&read)) {
    const auto again = referee::read_control_request(line_of(*request));
    const auto* same = std::get_if<ControlRequest>(&again);
    promise(same != nullptr && same->command == request->command && same->arguments == request->arguments,
            "a request that is written is read as itself");
  }
  try {
    const referee::ControlReply reply = referee::read_control_reply(input);
    const referee::ControlReply same = referee::read_control_reply(line_of(reply));
    promise(same.ok == reply.ok && same.text == reply.text, "a reply that is written is read as itself");
  } catch (const std::runtime_error&) {
    return;  // no reply
  }
}

}  // namespace fuzz
