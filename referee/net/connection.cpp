#include "referee/net/connection.h"

#include <utility>

#include "referee/net/secure_layer.h"

namespace referee {

Connection::Connection(StampedConnection bytes)
    : Connection(std::make_unique<StampedConnection>(std::move(bytes))) {}

Connection::Connection(std::unique_ptr<Link> bytes) : bytes_(std::move(bytes)) {}

Connection::Connection(std::unique_ptr<Link> bytes, std::unique_ptr<SecureLayer> layer)
    : bytes_(std::move(bytes)), layer_(std::move(layer)) {}

Connection::~Connection() = default;
Connection::Connection(Connection&&) noexcept = default;

Connection::Read Connection::read(std::span<char> into) {
  if (layer_ != nullptr) {
    return read_secure(into);
  }
  Read read{bytes_->read(into)};
  read.more = read.size == into.size();
  return read;
}

Connection::Read Connection::read_secure(std::span<char> into) {
  const Read read = layer_->read(*bytes_, into);
  if (layer_->is_plain()) {
    lacks_tls_ = layer_->lacks_tls();
    layer_ = nullptr;
  }
  return read;
}

std::optional<std::size_t> Connection::write(std::string_view text) {
  return layer_ == nullptr ? bytes_->write(text) : layer_->write(*bytes_, text);
}

void Connection::shutdown_send() {
  if (layer_ != nullptr) {
    layer_->end(*bytes_);
  }
  bytes_->shutdown_send();
}

void Connection::close() {
  bytes_->close();
  layer_ = nullptr;
}

Connection::Handshake Connection::shake_hands() {
  return layer_ == nullptr ? Handshake::done : layer_->shake_hands(*bytes_);
}

std::string Connection::failure() const { return layer_ == nullptr ? "" : layer_->why(); }

std::optional<TimePoint> Connection::postponed_until() const {
  return layer_ == nullptr ? std::nullopt : layer_->postponed_until();
}

Connection secure(std::unique_ptr<Link> bytes, std::unique_ptr<TlsStream> client) {
  return Connection(std::move(bytes), std::make_unique<SecureLayer>(std::move(client)));
}

}  // namespace referee
