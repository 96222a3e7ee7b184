#include "referee/net/secure_layer.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <utility>

#include "referee/base/kernel_time.h"
#include "referee/net/peer_address.h"

namespace referee {
namespace {

constexpr std::size_t kMostReceived = 16 * 1024;   // bytes of one read
constexpr std::size_t kMostWithoutText = 1 << 17;  // bytes of handshakes, updates of keys and empty records
constexpr std::size_t kMostSealed = 64 * 1024;     // bytes of text that are encrypted at once
constexpr char kHandshakeRecord = 0x16;            // the first byte of a client that speaks TLS

using Status = Link::Read::Status;

}  // namespace

SecureLayer::SecureLayer(std::shared_ptr<const TlsServer> server, std::shared_ptr<HandshakeLimits> limits,
                         bool optional)
    : kind_(Kind::unknown), server_(std::move(server)), limits_(std::move(limits)), optional_(optional) {}

SecureLayer::SecureLayer(std::unique_ptr<TlsStream> client)
    : kind_(Kind::tls), begun_(true), stream_(std::move(client)) {
  stream_->begin();
}

// ---- receiving ----

Connection::Read SecureLayer::read(Link& bytes, std::span<char> into) {
  return kind_ == Kind::unknown ? first_read(bytes, into) : decrypt(bytes, into);
}

Connection::Read SecureLayer::closed(std::string why) {
  if (!why.empty()) {
    spdlog::debug("TLS: {}", why);
    why_ = std::move(why);
  }
  slot_ = nullptr;
  Connection::Read read;
  read.status = Status::closed;
  return read;
}

/// Learns from the first byte whether the client speaks TLS.
Connection::Read SecureLayer::first_read(Link& bytes, std::span<char> into) {
  Connection::Read read{bytes.read(into.first(std::min(into.size(), kMostReceived)))};
  if (read.status != Status::data) {
    return read;
  }
  read.more = true;
  if (into.front() != kHandshakeRecord) {
    kind_ = Kind::plain;
    return read;
  }
  slot_ = limits_->enter(PeerAddress::of(bytes.peer()).text(), read.at.mono);
  if (slot_ == nullptr) {
    return closed("too many handshakes of one address at once");
  }
  kind_ = Kind::tls;
  stream_ = server_->accept();
  stream_->receive({into.data(), read.size});
  read.size = 0;
  latest_ = read;
  return decrypt(bytes, into);
}

bool SecureLayer::has_begun() {
  if (begun_) {
    return true;
  }
  const TimePoint now = kernel_now();
  if (slot_ != nullptr && slot_->turn(now) > now) {
    postponed_until_ = slot_->turn(now);
    return false;
  }
  if (slot_ != nullptr) {
    slot_->begin();
  }
  postponed_until_ = std::nullopt;
  begun_ = true;
  return true;
}

bool SecureLayer::is_over() const {
  return stream_->state() == TlsStream::State::failed || stream_->state() == TlsStream::State::ended ||
         without_text_ > kMostWithoutText;
}

Connection::Read SecureLayer::receive(Link& bytes) {
  std::array<char, kMostReceived> received;  // NOLINT: filled by the kernel
  Connection::Read read{bytes.read(received)};
  if (read.status == Status::data) {
    stream_->receive({received.data(), read.size});
    without_text_ += read.size;
    read.more = read.size == received.size();
    read.size = 0;
    latest_ = read;
  }
  return read;
}

Connection::Read SecureLayer::decrypt(Link& bytes, std::span<char> into) {
  if (!has_begun()) {
    Connection::Read read = receive(bytes);
    read.more = true;  // up to nothing_yet, at which the session asks until when to wait
    return read.status == Status::closed || is_over() ? closed("closed before its handshake began") : read;
  }
  Connection::Read read = latest_;
  read.size = stream_->read(into);
  if (read.size == 0 && !is_over()) {
    read = receive(bytes);
    if (read.status == Status::closed) {
      return closed("");
    }
    if (read.status == Status::data) {
      read.size = stream_->read(into);
    }
  }
  (void)flush(bytes);  // if the peer is gone, reading finds that out after its last bytes
  if (read.size == 0 && is_over()) {
    return closed(stream_->why());
  }
  if (stream_->state() != TlsStream::State::handshake) {
    slot_ = nullptr;
  }
  if (read.size > 0) {
    without_text_ = 0;
    read.more |= is_over() || read.size == into.size();
  }
  read.followed = stream_->has_later_bytes();
  read.partial = stream_->in_record();
  return read;
}

Connection::Handshake SecureLayer::shake_hands(Link& bytes) {
  if (!flush(bytes)) {
    return Connection::Handshake::failed;
  }
  while (stream_->state() == TlsStream::State::handshake) {
    const Connection::Read read = decrypt(bytes, {});
    if (read.status == Status::closed) {
      return Connection::Handshake::failed;
    }
    if (read.status == Status::nothing_yet) {
      return Connection::Handshake::going_on;
    }
  }
  return stream_->state() == TlsStream::State::open ? Connection::Handshake::done
                                                    : Connection::Handshake::failed;
}

// ---- sending ----

bool SecureLayer::flush(Link& bytes) {
  while (!stream_->outgoing().empty()) {
    const auto taken = bytes.write(stream_->outgoing());
    if (!taken) {
      return false;
    }
    if (*taken == 0) {
      break;
    }
    stream_->sent(*taken);
  }
  return true;
}

std::optional<std::size_t> SecureLayer::write(Link& bytes, std::string_view text) {
  if (kind_ == Kind::unknown) {
    return bytes.write(text);  // to a client that has said nothing: it is told why it is closed
  }
  std::size_t taken = 0;
  while (true) {
    if (!flush(bytes)) {
      return std::nullopt;
    }
    if (!stream_->outgoing().empty()) {
      return taken;
    }
    taken += std::exchange(sealed_, 0);
    if (taken == text.size()) {
      return taken;
    }
    const std::string_view piece = text.substr(taken, kMostSealed);
    if (!stream_->write(piece)) {
      return std::nullopt;
    }
    sealed_ = piece.size();
  }
}

void SecureLayer::end(Link& bytes) {
  if (stream_ != nullptr) {
    stream_->end();
    (void)flush(bytes);
  }
}

}  // namespace referee
