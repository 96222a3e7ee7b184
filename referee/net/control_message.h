#pragma once

#include <sys/un.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/base/units.h"

namespace referee {

/// What an operator asks of a running referee: "withdraw", {"alice", "left the class"}.
struct ControlRequest {
  std::string command;
  std::vector<std::string> arguments;
};

/// What the referee did about it, or why it did not.
struct ControlReply {
  bool ok = false;
  std::string text;  ///< for people; may have several lines
};

/// One JSON object each, without the newline.
std::string line_of(const ControlRequest& request);
std::string line_of(const ControlReply& reply);

/// The request in a line, or what is wrong with the line. Never throws on its input.
std::variant<ControlRequest, std::string> read_control_request(std::string_view line);
/// Throws std::runtime_error if the line is no reply: the program that answered is not a referee.
ControlReply read_control_reply(std::string_view line);

/// Throws std::invalid_argument if the path is empty or longer than a Unix socket's name may be.
sockaddr_un control_address(const std::filesystem::path& path);

/// Asks the referee whose control socket is at `path`, and waits for its answer, for at most `patience`.
/// Throws std::invalid_argument if that can be no socket's path, and std::runtime_error, naming it, if no
/// referee answers.
ControlReply ask_referee(const std::filesystem::path& path, const ControlRequest& request,
                         Milliseconds patience = Milliseconds(60'000));

}  // namespace referee
