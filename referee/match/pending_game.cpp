#include "referee/match/pending_game.h"

#include <memory>
#include <utility>

#include <boost/asio/post.hpp>

#include "referee/loop/event.h"

namespace referee {

engines::Poster poster_of(Tasks& tasks) {
  return [&io = tasks.io()](std::function<void()> function) { boost::asio::post(io, std::move(function)); };
}

Task<> until_ready(Tasks& tasks, engines::Game& game) {
  if (!game.pending()) {
    co_return;
  }
  const auto ready = std::make_shared<Event>(tasks.io());
  game.when_ready([ready] { ready->set(); });
  co_await ready->wait();
}

}  // namespace referee
