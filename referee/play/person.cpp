#include "referee/play/person.h"

#include <utility>

#include "protocol/limits.h"
#include "protocol/messages.h"
#include "protocol/require.h"
#include "referee/net/session.h"

namespace referee::play {

Person::Person(Tasks& tasks, Loopback& loopback, std::string name, Watcher& watcher)
    : player_(std::make_shared<Player>(tasks.clock(), std::move(name), Player::Origin::launched)),
      watcher_(watcher) {
  Loopback::Pair pair = loopback.make_pair();
  protocol::Hello hello;
  hello.resume = true;  // past turns are asked for
  player_->attach(Session::open(tasks, pair.ours.release(), *player_), hello);
  socket_ = LineSocket::open(tasks, std::move(pair.theirs), protocol::kMaxLineToBot);
  tasks.start("person", listen(socket_));
}

Person::~Person() { close(); }

SeatSpec Person::seat_spec() const {
  SeatSpec seat_spec;
  seat_spec.name = name();
  seat_spec.player = player_;
  return seat_spec;
}

void Person::answer(const Json& move) {
  REQUIRE(is_asked());
  asked_ = false;
  socket_->send(protocol::line_of(protocol::Move{match_, turn_, move}));
}

Task<> Person::listen(std::shared_ptr<LineSocket> socket) {
  while (true) {
    const auto line = co_await socket->next();
    if (!line) {
      co_return;
    }
    receive(Json::parse(line->text));
  }
}

void Person::receive(const Json& message) {
  const std::string& type = message.at("type").get_ref<const std::string&>();
  if (type == "start") {
    watcher_.on_start(*this, message);
  } else if (type == "past") {
    watcher_.on_past(*this, message);
  } else if (type == "turn") {
    match_ = message.at("match").get<std::string>();
    turn_ = message.at("turn").get<std::int64_t>();
    asked_ = true;
    watcher_.on_turn(*this, message);
  } else if (type == "error") {
    watcher_.on_error(*this, message.at("message").get<std::string>());
  }
}

}  // namespace referee::play
