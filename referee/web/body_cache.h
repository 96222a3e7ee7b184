#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <string>

#include "referee/http/body.h"

namespace referee::web {

/// Bodies that took long to make, the ones used latest, up to a number of bytes in all. One that is larger
/// than that is not kept.
class BodyCache {
 public:
  /// Besides its bytes a body may have a compressed form, which is smaller, and a key.
  explicit BodyCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// The body of that key; `make` makes it if it is not there.
  SharedBody get(const std::string& key, const std::function<std::string()>& make);
  /// Forgets all.
  void clear();
  std::size_t bytes() const { return bytes_; }

 private:
  struct Kept {
    SharedBody body;
    std::list<std::string>::iterator use;
  };

  void make_room(std::size_t bytes);

  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::list<std::string> uses_;  // keys, the latest one first
  std::map<std::string, Kept> kept_;
};

}  // namespace referee::web
