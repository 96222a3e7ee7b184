#include "referee/web/body_cache.h"

#include <utility>

namespace referee::web {

SharedBody BodyCache::get(const std::string& key, const std::function<std::string()>& make) {
  if (const auto found = kept_.find(key); found != kept_.end()) {
    uses_.splice(uses_.begin(), uses_, found->second.use);
    return found->second.body;
  }
  SharedBody body = make_body(make());
  const std::size_t size = body->bytes()->size();
  if (size <= most_bytes_) {
    make_room(size);
    uses_.push_front(key);
    kept_.emplace(key, Kept{body, uses_.begin()});
    bytes_ += size;
  }
  return body;
}

void BodyCache::make_room(std::size_t bytes) {
  while (bytes_ + bytes > most_bytes_) {
    const auto oldest = kept_.find(uses_.back());
    bytes_ -= oldest->second.body->bytes()->size();
    kept_.erase(oldest);
    uses_.pop_back();
  }
}

void BodyCache::clear() {
  kept_.clear();
  uses_.clear();
  bytes_ = 0;
}

}  // namespace referee::web
