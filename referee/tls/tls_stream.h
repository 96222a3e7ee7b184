#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct ssl_st;

namespace referee {

/// TLS as a pure transformation of bytes, over memory BIOs: the caller carries the encrypted bytes from and
/// to the network. So the caller knows which bytes of the network were needed for which text. TlsServer and
/// TlsClient make streams.
class TlsStream {
 public:
  /// Takes over an SSL object in its connect or accept state. Throws std::runtime_error without memory.
  explicit TlsStream(ssl_st* ssl);
  ~TlsStream();
  TlsStream(const TlsStream&) = delete;
  TlsStream& operator=(const TlsStream&) = delete;

  enum class State {
    handshake,  ///< the two sides do not agree yet
    open,       ///< text passes both ways
    ended,      ///< the other side has said that it sends no more (close_notify)
    failed      ///< the stream broke a rule of TLS, or its certificate is refused: why() says more
  };
  State state() const { return state_; }
  /// For people; empty unless failed.
  const std::string& why() const { return why_; }

  /// Begins the handshake of a client; a server waits for the client's first bytes.
  void begin();
  /// Encrypted bytes that have arrived. read() decrypts them.
  void receive(std::string_view encrypted) { input_.append(encrypted); }
  /// Goes on with the handshake, then decrypts received bytes into `into`, until it is full or nothing is
  /// left. Returns the bytes of text, 0 if more has to be received.
  std::size_t read(std::span<char> into);
  /// Whether received bytes lie behind the last record that the newest text was decrypted from.
  bool has_later_bytes() const { return behind_ > 0 || fed_ < input_.size(); }
  /// Whether a record has begun to arrive and is not complete.
  bool in_record() const { return header_size_ > 0; }

  /// Encrypts `text`; false if the stream is not open. The result is in outgoing().
  bool write(std::string_view text);
  /// Says that no more text is sent (close_notify); no effect before the stream is open.
  void end();
  /// Encrypted bytes for the network.
  std::string_view outgoing() const { return std::string_view(output_).substr(sent_); }
  /// The network has taken the first `size` bytes of outgoing().
  void sent(std::size_t size);

 private:
  struct Free {
    void operator()(ssl_st* ssl) const;
  };
  static constexpr std::size_t kHeader = 5;  // bytes of a record's header: type, version, length

  std::string_view next_piece();
  std::size_t decrypt(std::span<char> into);
  bool shake_hands();
  /// What OpenSSL's `result` means for the stream; false unless more has to be received.
  bool wants_more(int result);
  void take_output();

  std::unique_ptr<ssl_st, Free> ssl_;
  State state_ = State::handshake;
  std::string why_;
  std::string input_;
  std::size_t fed_ = 0;     // bytes of input_ that OpenSSL has
  std::size_t behind_ = 0;  // bytes that OpenSSL got since the newest text
  std::array<unsigned char, kHeader> header_{};
  std::size_t header_size_ = 0;  // bytes of the present record's header
  std::size_t body_left_ = 0;    // bytes of its body that are still to arrive
  std::string output_;
  std::size_t sent_ = 0;  // bytes of output_ that the network has
};

}  // namespace referee
