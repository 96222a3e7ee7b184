#include "tests/support/peer.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <stdexcept>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace test_support {

struct Peer::State {
  State(boost::asio::io_context& io, int fd) : socket(io, fd) {}

  boost::asio::posix::stream_descriptor socket;
  std::string unread;
  bool at_end = false;
  bool reading = false;
  Peer* owner = nullptr;  // null after its destruction
  OnMessage on_message;

  void hand_out() {
    std::size_t newline = 0;
    while (on_message && owner != nullptr && (newline = unread.find('\n')) != std::string::npos) {
      const std::string line = unread.substr(0, newline);
      unread.erase(0, newline + 1);
      on_message(*owner, Json::parse(line));
    }
  }
};

Peer::Peer(World& world, referee::FileDescriptor fd, Reading reading)
    : world_(world), state_(std::make_shared<State>(world.io(), fd.get())) {
  fd.release();
  state_->owner = this;
  if (reading == Reading::at_once) {
    read();
  }
}

Peer::~Peer() {
  state_->owner = nullptr;
  close();
}

void Peer::read() {
  if (!std::exchange(state_->reading, true)) {
    world_.tasks().start("test peer", read_loop(state_));
  }
}

referee::Task<> Peer::read_loop(std::shared_ptr<State> state) {
  std::array<char, 64 * 1024> chunk;
  while (true) {
    const auto [error, size] = co_await state->socket.async_read_some(
        boost::asio::buffer(chunk), boost::asio::as_tuple(boost::asio::use_awaitable));
    if (error) {
      state->at_end = true;
      co_return;
    }
    state->unread.append(chunk.data(), size);
    state->hand_out();
  }
}

void Peer::send_bytes(std::string_view bytes) {
  const int fd = state_->socket.native_handle();
  while (!bytes.empty()) {
    const ssize_t size = ::send(fd, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EAGAIN) {
      world_.poll();  // the other side reads on the same loop
    } else {
      return;  // the other side has closed the connection
    }
  }
}

void Peer::shutdown_send() { ::shutdown(state_->socket.native_handle(), SHUT_WR); }

void Peer::close() {
  boost::system::error_code ignored;  // an error does not matter here
  state_->socket.close(ignored);
}

std::string Peer::next_line() {
  const auto newline = [this] { return state_->unread.find('\n'); };
  world_.until([&] { return state_->at_end || newline() != std::string::npos; });
  if (newline() == std::string::npos) {
    return "";
  }
  std::string line = state_->unread.substr(0, newline());
  state_->unread.erase(0, line.size() + 1);
  return line;
}

Json Peer::next() {
  const std::string line = next_line();
  return line.empty() ? Json() : Json::parse(line);
}

Json Peer::next_of_type(std::string_view type) {
  while (true) {
    Json message = next();
    if (message.is_null()) {
      throw std::runtime_error("the connection ended before a message of type " + std::string(type));
    }
    if (message.at("type") == type) {
      return message;
    }
  }
}

std::string Peer::read_to_end() {
  world_.until([this] { return state_->at_end; });
  return std::exchange(state_->unread, "");
}

const std::string& Peer::unread() const { return state_->unread; }

bool Peer::at_end() const { return state_->at_end; }

void Peer::on_message(OnMessage on_message) {
  state_->on_message = std::move(on_message);
  state_->hand_out();
}

}  // namespace test_support
