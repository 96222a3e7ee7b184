#include "referee/tls/tls_stream.h"

#include <openssl/err.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "referee/tls/openssl.h"

namespace referee {
namespace {

/// What a failure means for a person, where OpenSSL's reason does not say it.
std::string reason_of_failure(SSL* ssl) {
  const unsigned long error = ERR_peek_error();
  if (ERR_GET_REASON(error) == SSL_R_CERTIFICATE_VERIFY_FAILED) {
    const long refused = SSL_get_verify_result(ssl);
    ERR_clear_error();
    return refused == X509_V_ERR_APPLICATION_VERIFICATION
               ? "its certificate has another SHA-256 than the one that was given"
               : std::string("its certificate is not accepted: ") + X509_verify_cert_error_string(refused);
  }
  switch (ERR_GET_REASON(error)) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_PACKET_LENGTH_TOO_LONG:
      ERR_clear_error();
      return "the other side does not speak TLS";
    default:
      return take_openssl_error();
  }
}

}  // namespace

void TlsStream::Free::operator()(ssl_st* ssl) const { SSL_free(ssl); }

TlsStream::TlsStream(ssl_st* ssl) : ssl_(ssl) {
  OpenSslPtr<BIO> in(BIO_new(BIO_s_mem()));
  OpenSslPtr<BIO> out(BIO_new(BIO_s_mem()));
  if (ssl == nullptr || in == nullptr || out == nullptr) {
    throw std::runtime_error("TLS: " + take_openssl_error());
  }
  BIO_set_mem_eof_return(in.get(), -1);  // an empty one has to be filled, and is not at its end
  SSL_set_bio(ssl, in.release(), out.release());
}

TlsStream::~TlsStream() = default;

// ---- from the network ----

/// The next received bytes, at most up to the end of a record.
std::string_view TlsStream::next_piece() {
  const std::string_view rest = std::string_view(input_).substr(fed_);
  std::size_t size = 0;
  while (size < rest.size() && header_size_ < kHeader) {
    header_[header_size_++] = static_cast<unsigned char>(rest[size++]);
    if (header_size_ == kHeader) {
      body_left_ = std::size_t{header_[3]} * 256 + header_[4];
    }
  }
  if (header_size_ == kHeader) {
    const std::size_t body = std::min(body_left_, rest.size() - size);
    size += body;
    body_left_ -= body;
    if (body_left_ == 0) {
      header_size_ = 0;
    }
  }
  return rest.substr(0, size);
}

std::size_t TlsStream::read(std::span<char> into) {
  std::size_t size = decrypt(into);
  const auto goes_on = [&] {
    return state_ == State::handshake || (state_ == State::open && size < into.size());
  };
  while (fed_ < input_.size() && goes_on()) {
    const std::string_view piece = next_piece();
    BIO_write(SSL_get_rbio(ssl_.get()), piece.data(), static_cast<int>(piece.size()));
    fed_ += piece.size();
    behind_ += piece.size();
    if (const std::size_t more = decrypt(into.subspan(size)); more > 0) {
      behind_ = 0;
      size += more;
    }
  }
  if (fed_ == input_.size()) {
    input_.clear();
    fed_ = 0;
  }
  take_output();
  return size;
}

std::size_t TlsStream::decrypt(std::span<char> into) {
  ERR_clear_error();
  if (state_ == State::handshake && !shake_hands()) {
    return 0;
  }
  std::size_t size = 0;
  while (state_ == State::open && size < into.size()) {
    std::size_t more = 0;
    const int result = SSL_read_ex(ssl_.get(), into.data() + size, into.size() - size, &more);
    if (result == 1) {
      size += more;
    } else if (wants_more(result)) {
      break;
    }
  }
  return size;
}

void TlsStream::begin() {
  ERR_clear_error();
  (void)shake_hands();
  take_output();
}

bool TlsStream::shake_hands() {
  const int result = SSL_do_handshake(ssl_.get());
  if (result == 1) {
    state_ = State::open;
    return true;
  }
  (void)wants_more(result);
  return false;
}

bool TlsStream::wants_more(int result) {
  const int error = SSL_get_error(ssl_.get(), result);
  if (error == SSL_ERROR_WANT_READ) {
    return true;
  }
  if (error == SSL_ERROR_ZERO_RETURN) {
    state_ = State::ended;
    return false;
  }
  state_ = State::failed;
  why_ = reason_of_failure(ssl_.get());
  return false;
}

// ---- to the network ----

bool TlsStream::write(std::string_view text) {
  if (state_ != State::open && state_ != State::ended) {
    return false;
  }
  ERR_clear_error();
  std::size_t size = 0;
  const bool whole = text.empty() || SSL_write_ex(ssl_.get(), text.data(), text.size(), &size) == 1;
  take_output();
  if (!whole) {
    state_ = State::failed;
    why_ = take_openssl_error();
  }
  return whole;
}

void TlsStream::end() {
  if (state_ == State::open || state_ == State::ended) {
    ERR_clear_error();
    (void)SSL_shutdown(ssl_.get());
    ERR_clear_error();
    take_output();
  }
}

void TlsStream::take_output() {
  BIO* const bio = SSL_get_wbio(ssl_.get());
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(bio, &bytes);
  if (size > 0) {
    output_.append(bytes, static_cast<std::size_t>(size));
    (void)BIO_reset(bio);
  }
}

void TlsStream::sent(std::size_t size) {
  sent_ += size;
  if (sent_ == output_.size()) {
    output_.clear();
    sent_ = 0;
  }
}

}  // namespace referee
