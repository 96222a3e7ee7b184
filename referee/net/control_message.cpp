#include "referee/net/control_message.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/parse.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/kernel_time.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxCommand = 64;  // bytes
constexpr std::size_t kMaxArguments = 64;
constexpr std::size_t kMaxReply = 64 * 1024 * 1024;  // bytes: longer than any status

/// Reads the arguments of a request. The limit of the line bounds their lengths, too.
std::vector<std::string> read_arguments(fields::Object& in) {
  std::vector<std::string> arguments;
  const Json* const list = in.find("arguments");
  if (list == nullptr) {
    return arguments;
  }
  if (!list->is_array() || list->size() > kMaxArguments) {
    in.fail("arguments", *list, "a list of at most " + std::to_string(kMaxArguments) + " strings");
    return arguments;
  }
  for (const Json& argument : *list) {
    if (!argument.is_string()) {
      in.fail("arguments", *list, "a list of strings");
      return arguments;
    }
    arguments.push_back(argument.get<std::string>());
  }
  return arguments;
}

/// A connection that is given up at a deadline.
class ControlCall {
 public:
  ControlCall(const std::filesystem::path& path, TimePoint deadline)
      : path_(path), deadline_(deadline), socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const sockaddr_un address = control_address(path);
    if (socket_.get() < 0 ||
        ::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
      fail(errno);
    }
  }

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      wait_for(POLLOUT);
      const ssize_t size = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (size < 0 && errno != EAGAIN && errno != EINTR) {
        return;  // the referee has said why and closed
      }
      bytes.remove_prefix(size < 0 ? 0 : static_cast<std::size_t>(size));
    }
  }

  std::string receive_line() {
    std::string line;
    std::array<char, 4096> chunk{};
    while (true) {
      wait_for(POLLIN);
      const ssize_t size = ::recv(socket_.get(), chunk.data(), chunk.size(), MSG_DONTWAIT);
      if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
        continue;
      }
      if (size <= 0) {
        fail(size < 0 ? errno : ECONNRESET);
      }
      line.append(chunk.data(), static_cast<std::size_t>(size));
      if (const std::size_t end = line.find('\n'); end != std::string::npos) {
        return line.substr(0, end);
      }
    }
  }

 private:
  void wait_for(short event) {
    const auto left = std::chrono::duration_cast<Milliseconds>(deadline_ - kernel_now()).count();
    pollfd ready{socket_.get(), event, 0};
    if (::poll(&ready, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000))) == 0) {
      fail(ETIMEDOUT);
    }
  }

  [[noreturn]] void fail(int error) const {
    const bool was_left = error == ECONNREFUSED;  // by a referee that did not end as it should
    throw std::system_error(
        error, std::generic_category(),
        "no referee answers at " + path_.string() +
            (was_left ? ", which one that has crashed left here. Enter its command again, "
                        "`referee serve` or `run`: it goes on where it was"
                      : ""));
  }

  const std::filesystem::path& path_;
  TimePoint deadline_;
  FileDescriptor socket_;
};

}  // namespace

std::string line_of(const ControlRequest& request) {
  return protocol::LineWriter()
      .field("command", request.command)
      .json("arguments", Json(request.arguments))
      .take();
}

std::string line_of(const ControlReply& reply) {
  return protocol::LineWriter().field("ok", reply.ok).field("text", reply.text).take();
}

std::variant<ControlRequest, std::string> read_control_request(std::string_view line) {
  const auto parsed = protocol::parse_line(line);
  const Json* const json = std::get_if<Json>(&parsed);
  if (json == nullptr) {
    return "not a request: expected one JSON object a line, as " + line_of(ControlRequest{"status", {}});
  }
  fields::Object in(*json, "");
  ControlRequest request;
  request.command = in.text("command", kMaxCommand);
  request.arguments = read_arguments(in);
  in.refuse_unknown();
  if (in.error()) {
    return "not a request: " + in.error()->text();
  }
  return request;
}

ControlReply read_control_reply(std::string_view line) {
  const auto parsed = protocol::parse_line(line);
  const Json* const json = std::get_if<Json>(&parsed);
  const Json nothing;
  fields::Object in(json == nullptr ? nothing : *json, "");
  ControlReply reply;
  reply.ok = in.boolean("ok");
  reply.text = in.text("text", kMaxReply);
  if (in.error()) {
    throw std::runtime_error("the answer is not that of a referee");
  }
  return reply;
}

sockaddr_un control_address(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string& name = path.native();
  constexpr std::size_t kMost = sizeof(address.sun_path) - 1;
  if (name.empty() || name.size() > kMost || name.find('\0') != std::string::npos) {
    throw std::invalid_argument("control socket '" + name + "': got a path of " +
                                std::to_string(name.size()) + " bytes, expected 1 to " +
                                std::to_string(kMost));
  }
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  return address;
}

ControlReply ask_referee(const std::filesystem::path& path, const ControlRequest& request,
                         Milliseconds patience) {
  ControlCall caller(path, kernel_now() + patience);
  caller.send(line_of(request) + "\n");
  return read_control_reply(caller.receive_line());
}

}  // namespace referee
