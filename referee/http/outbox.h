#pragma once

#include <deque>
#include <memory>
#include <string>

#include "referee/net/connection.h"

namespace referee::web {

/// Texts on their way to a connection, which other connections may share.
class Outbox {
 public:
  using Text = std::shared_ptr<const std::string>;

  void push(Text text) {
    if (text != nullptr && !text->empty()) {
      texts_.push_back(std::move(text));
    }
  }
  bool empty() const { return texts_.empty(); }

  enum class Sent {
    all,   ///< nothing is left
    some,  ///< the kernel takes no more now, and has taken something
    none,  ///< the kernel takes nothing now
    gone   ///< the peer is gone
  };
  /// Gives the kernel what it takes now, at most kMostAtOnce bytes and a text.
  Sent send(Connection& connection);
  static constexpr std::size_t kMostAtOnce = 1024 * 1024;

 private:
  std::deque<Text> texts_;
  std::size_t taken_ = 0;  // bytes of the first one
};

}  // namespace referee::web
