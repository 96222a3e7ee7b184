#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "referee/http/request_reader.h"

namespace referee::web {

/// Takes the body of a request out of what a client sends, without sockets: of a stated length, or in chunks
/// (RFC 9112, 7.1), whose extensions and trailers are read and have no meaning.
class BodyReader {
 public:
  /// Bytes of the line before a chunk, or of all trailers.
  static constexpr std::size_t kMostOverhead = 4096;

  /// `length`: nothing: the body comes in chunks.
  explicit BodyReader(std::optional<std::uint64_t> length)
      : place_(length ? Place::content : Place::size), chunked_(!length), left_(length.value_or(0)) {
    if (length == 0) {
      place_ = Place::end;
    }
  }

  struct Piece {
    std::size_t used = 0;                 ///< bytes that were taken from the front
    std::string_view content;             ///< the part of them that is of the body
    std::optional<Refusal> refusal = {};  ///< these are no chunks
  };
  /// Takes from the front of `bytes`: all of them, up to the next content or the end of the body.
  Piece take(std::string_view bytes);
  /// The body is complete: what follows is the next request.
  bool is_done() const { return place_ == Place::end; }
  /// Bytes of the body so far.
  std::uint64_t received() const { return received_; }

 private:
  enum class Place {
    size,     ///< in the line before a chunk
    content,  ///< in a chunk, or in a body of a stated length
    behind,   ///< between a chunk and the next line
    trailer,  ///< behind the last chunk
    end
  };

  bool take_line(std::string_view bytes, Piece& piece);
  bool end_of_line();

  Place place_;
  bool chunked_;
  std::uint64_t left_;     // of the content
  std::string line_;       // the part of a line that has arrived, without its end
  std::size_t lines_ = 0;  // bytes of trailers
  std::uint64_t received_ = 0;
};

}  // namespace referee::web
