#include "tests/world/dialled_bot.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include "protocol/limits.h"
#include "protocol/messages.h"
#include "tests/world/turn_times.h"

namespace world {

using namespace std::chrono_literals;
using referee::Nanoseconds;
using referee::TimePoint;

namespace {

constexpr int kFlood = 2000;  // lines at once
constexpr Nanoseconds kBeforeRedial = 300ms;
constexpr unsigned kLastMoments = 8;       // one of so many answers comes at the last moment that is in time
constexpr Nanoseconds kLongestReady = 1s;  // for another match
constexpr Nanoseconds kLongestRepeat = 5ms;  // of an answer: it comes 1 us later as often as much later
constexpr unsigned kRepeatHaste = 20;        // halvings of that
constexpr unsigned kForgets = 8;             // to say so, one of so many times
constexpr unsigned kGoes = 8;                // likewise: dials in again instead
constexpr unsigned kOtherCase = 4;           // one of so many hellos has the name in capitals
constexpr std::size_t kTakeOvers = 5;        // a minute, that nobody has to wait for
constexpr unsigned kHaste = 6;     // an answer takes 1, 1/2 ... or 1/32 of the time that there is, at most
constexpr unsigned kInParts = 4;   // one of so many moves comes in two parts
constexpr unsigned kLongest = 16;  // one of so many answers is a line of all bytes that are allowed
constexpr std::size_t kLargePiece = 1024;  // such a line in smaller pieces takes too long to simulate

/// A number of milliseconds that has whole microseconds.
referee::Microseconds microseconds(const Json& milliseconds) {
  return referee::Microseconds(std::llround(milliseconds.get<double>() * 1000));
}

/// A line that is malformed, and all but one byte or one bracket of this move.
std::string garbage_of(Json move, Random& random) {
  switch (draw(random, 4)) {
    case 0:
      return "{\"type\":";
    case 1:
      return move.dump() + std::string("\0]", 2);
    case 2: {
      const std::string turn = "\"turn\":";
      std::string line = move.dump();
      return line.insert(line.rfind(turn) + turn.size(), "0");  // a number that is not JSON
    }
    default:
      for (int depth = 0; depth < protocol::kMaxDepth; ++depth) {
        move["beside"] = Json::array({std::move(move["beside"])});
      }
      return move.dump();
  }
}

}  // namespace

/// A connection that the bot has left open for a newer one.
class DialledBot::OlderConnection final : public SocketOwner {
 public:
  /// `lines`: what it has read, and may be a part of a line.
  OlderConnection(std::unique_ptr<SimulatedSocket> socket, protocol::LineBuffer lines,
                  std::vector<std::string>& ended)
      : socket_(std::move(socket)), ended_(ended), lines_(std::move(lines)) {
    socket_->pass_to(*this);
  }

 private:
  void on_bytes(std::string_view bytes) override {
    lines_.feed(bytes);
    while (const auto line = lines_.next()) {
      const Json message = Json::parse(line->text);
      reason_ = message.at("type") == "wait" ? reason_ : message.value("reason", "");
    }
  }
  void on_end() override { ended_.push_back(reason_); }

  std::unique_ptr<SimulatedSocket> socket_;
  std::vector<std::string>& ended_;
  protocol::LineBuffer lines_;
  std::string reason_;
};

DialledBot::DialledBot(NetworkLoop& loop, Person person, std::function<referee::Lobby*()> lobby,
                       std::uint64_t seed, BotBody* body, std::string version)
    : loop_(&loop),
      person_(std::move(person)),
      lobby_(std::move(lobby)),
      random_(seed),
      body_(body),
      version_(std::move(version)),
      lines_(protocol::kMaxLineToBot),
      again_(std::in_place, loop.io()),
      speaks_(std::in_place, loop.io()),
      reads_(std::in_place, loop.io()) {}

DialledBot::~DialledBot() = default;

// ---- its connection ----

void DialledBot::dial() {
  if (over_ || person_.program) {
    return;
  }
  referee::Lobby* const lobby = lobby_();
  if (lobby == nullptr) {
    dial_after(kBeforeRedial);
    return;
  }
  note_take_over();
  auto link = connect();
  say_hello();
  lobby->accept(referee::Connection(std::move(link)));
}

/// For the referee its older connection may be open still, so that this one takes over.
void DialledBot::note_take_over() {
  const TimePoint now = loop_->clock().now();
  std::erase_if(take_overs_, [&](TimePoint at) {
    return now - at > 1min + 2 * (person_.path.latency + person_.path.jitter);
  });
  if (may_be_open_) {
    take_overs_.push_back(now);
  }
}

std::unique_ptr<referee::Link> DialledBot::connect() {
  lines_ = protocol::LineBuffer(protocol::kMaxLineToBot);
  asked_here_ = flooded_ = told_new_match_ = was_too_slow_ = false;
  garbage_at_ = {};
  behind_since_.reset();
  ready_at_.reset();
  read_at_ = loop_->clock().now();
  SimulatedNetwork::Pair pair =
      loop_->network().connect(person_.path, *this, person_.address, person_.stamped);
  socket_ = std::move(pair.socket);
  return std::move(pair.link);
}

std::string DialledBot::hello() {
  protocol::Hello hello;
  if (body_ == nullptr) {
    hello.name = person_.name;
    if (!person_.token.empty() && draw(random_, kOtherCase) == 0) {
      std::ranges::transform(hello.name, hello.name.begin(), [](unsigned char c) { return std::toupper(c); });
    }
    hello.token = person_.token;
    hello.registration_code = person_.registration_code;
  }
  hello.resume = true;
  if (person_.takes_new_match) {
    hello.features.emplace_back("new_match");
  }
  return line_of(hello);
}

void DialledBot::say_hello() {
  if (socket_ != nullptr) {
    socket_->send(hello() + "\n");
  }
}

void DialledBot::dial_after(Nanoseconds time) {
  again_->set_after(time, [this] { dial(); });
}

void DialledBot::move_to(NetworkLoop& loop) {
  lose_connection();
  older_.clear();
  loop_ = &loop;
  may_be_open_ = false;
  take_overs_.clear();
  awaited_until_.reset();
  again_.emplace(loop.io());
  speaks_.emplace(loop.io());
  reads_.emplace(loop.io());
}

void DialledBot::stop() {
  over_ = true;
  again_->cancel();
  lose_connection();
  older_.clear();
}

void DialledBot::lose_connection() {
  if (answered_[0] + person_.path.latency + person_.path.jitter > loop_->clock().now()) {
    answered_[0] = answered_[1];  // what was on its way may be lost
  }
  socket_ = nullptr;
  to_say_.clear();
  speaks_->cancel();
  reads_->cancel();
}

void DialledBot::on_end() {
  lose_connection();
  if (!over_) {
    gone(std::nullopt);
  }
}

void DialledBot::gone(std::optional<Deed> by) {
  if (body_ != nullptr) {
    body_->connection_gone(by);
  } else {
    may_be_open_ |= by && (by != Deed::leaves || flooded_ || person_.path.jitter > kBeforeRedial / 2);
    const bool is_long = by == Deed::leaves && person_.longest_away > 0ns;
    dial_after(kBeforeRedial + (is_long ? draw_time(random_, person_.longest_away) : 0ns));
  }
}

void DialledBot::take_over(DialledBot& ended) {
  std::move(ended.asked_.begin(), ended.asked_.end(), std::back_inserter(asked_));
  std::move(ended.received_.begin(), ended.received_.end(), std::back_inserter(received_));
  std::move(ended.versions_.begin(), ended.versions_.end(), std::back_inserter(versions_));
  kept_ += ended.kept_;
  begun_wrongly_ += ended.begun_wrongly_;
  printed_by_all_.insert(ended.printed_.begin(), ended.printed_.end());
}

void DialledBot::on_bytes(std::string_view bytes) {
  const bool behind = socket_->is_behind();
  if (behind && !behind_since_) {
    behind_since_ = read_at_;
  }
  read_at_ = loop_->clock().now();
  unread_ = behind_since_ ? read_at_ - *behind_since_ : 0ns;
  if (!behind) {
    behind_since_.reset();
  }
  lines_.feed(bytes);
  while (const auto line = lines_.next()) {
    on(Json::parse(line->text));
    if (socket_ == nullptr) {
      return;  // it has left
    }
  }
}

/// One that has dialled in may say it in two parts, or as the longest line that is allowed, whose end comes
/// later.
TimePoint DialledBot::say_move(Nanoseconds time, std::string line) {
  if (body_ != nullptr || draw(random_, kInParts) > 0) {
    return say_after(time, line);
  }
  std::size_t first = draw(random_, line.size());
  if (person_.path.longest_piece >= kLargePiece && draw(random_, kLongest) == 0) {
    line.resize(protocol::kMaxLineFromBot, ' ');
    line += '\r';
    first = line.size();
  }
  send_after(draw_time(random_, time + 1ns), line.substr(0, first));
  return say_after(time, line.substr(first));
}

/// What waits for it then may be more than there is room for.
void DialledBot::stop_reading() {
  socket_->read(false);
  behind_since_ = behind_since_.value_or(read_at_);
  reads_->set_after(draw_time(random_, person_.longest_pause), [this] { socket_->read(true); });
}

TimePoint DialledBot::say_after(Nanoseconds time, const std::string& line) {
  return send_after(time, line + "\n");
}

TimePoint DialledBot::send_after(Nanoseconds time, std::string bytes) {
  const TimePoint earliest = to_say_.empty() ? TimePoint::min() : to_say_.back().first;
  const TimePoint at = std::max(earliest, loop_->clock().now() + time);
  to_say_.emplace_back(at, std::move(bytes));
  speak();
  return at;
}

void DialledBot::speak() {
  while (!to_say_.empty() && to_say_.front().first <= loop_->clock().now()) {
    socket_->send(to_say_.front().second);
    to_say_.pop_front();
    if (body_ != nullptr) {
      body_->said();
    }
  }
  if (!to_say_.empty()) {
    speaks_->set(to_say_.front().first, [this] { speak(); });
  }
}

bool is_honest(const DialledBot::Person& person) {
  Habits habits = person.habits;
  habits[static_cast<std::size_t>(Deed::answers)] = 0;
  const auto is_zero = [](unsigned weight) { return weight == 0; };
  return std::ranges::all_of(habits, is_zero) && (!person.program || always_comes(person));
}

bool always_comes(const DialledBot::Person& person) {
  if (!person.program) {
    return false;
  }
  auto starts = person.program->starts;
  starts[static_cast<std::size_t>(Start::runs)] = starts[static_cast<std::size_t>(Start::machine_fails)] = 0;
  return std::ranges::all_of(starts, [](unsigned weight) { return weight == 0; });
}

// ---- what it says ----

void DialledBot::on(const Json& message) {
  received_.push_back(message);
  if (message.at("type") == "start") {
    begin(message);
  } else if (message.at("type") == "welcome") {
    on_welcome(message);
  } else if (message.at("type") == "error") {
    on_error(message);
  } else if (message.at("type") == "turn") {
    answer(message);
  } else if (message.at("type") == "new_match") {
    get_ready();
  }
}

void DialledBot::on_welcome(const Json& welcome) {
  may_be_open_ = false;
  if (welcome.contains("token") && !std::exchange(person_.token, welcome["token"]).empty()) {
    complaints_.push_back("has registered, and gets another token");
  }
}

void DialledBot::on_error(const Json& error) {
  const std::string code = error.at("code");
  if (person_.token.empty() && !error.contains("retry_after_ms")) {
    over_ = true;  // its registration is refused
  } else if (code == "bad_name" || (code == "take_over" && take_overs_.size() <= kTakeOvers)) {
    complaints_.push_back("is refused: " + error.dump());
  }
}

void DialledBot::begin(const Json& start) {
  if (body_ != nullptr) {
    body_->begun();
    versions_.push_back({start.at("match"), start.at("commitment"), version_});
    printed_.emplace_back(start.at("match").get<std::string>(), "");
  }
  const bool goes_on = start.at("match") == match_ && start.at("commitment") == commitment_;
  const bool was_told = std::exchange(told_new_match_, false);
  if ((was_told && goes_on) || (ready_at_ && *ready_at_ > loop_->clock().now())) {
    ++begun_wrongly_;
  }
  ready_at_.reset();
  const bool expects_it = person_.takes_new_match && is_honest(person_) && asked_here_ && !was_too_slow_;
  if (expects_it && !goes_on && !was_told) {
    ++begun_wrongly_;
  }
  const bool is_awaited = awaited_until_ && *std::exchange(awaited_until_, {}) > loop_->clock().now();
  if (is_awaited && !goes_on && !was_told) {
    complaints_.push_back("has dialled in again, and is not asked again whether it is ready");
  }
  if (!goes_on) {
    match_ = start.at("match");
    commitment_ = start.at("commitment");
    // On a new connection the match may have begun long before, unheard; on any, while the bot did not read.
    const Nanoseconds before = 2 * (person_.path.latency + person_.path.jitter) + unread_;
    flooded_ |= garbage_at_ + before > loop_->clock().now();  // the last match has ended before it came
    answered_.fill(asked_here_ ? loop_->clock().now() - before : TimePoint{});
    extra_ = std::chrono::milliseconds(start.value("given_turns", 0));
  }
}

/// One with vices may forget to say hello, or dial in again before.
void DialledBot::get_ready() {
  const Nanoseconds time = draw_time(random_, kLongestReady);
  ready_at_.reset();
  told_new_match_ = true;
  const Nanoseconds one_way = person_.path.latency + person_.path.jitter;
  const Nanoseconds init = std::chrono::milliseconds(person_.clock.init_ms);
  if (!awaited_until_ && (asked_here_ || is_honest(person_))) {  // else an older connection was told, perhaps
    awaited_until_ = read_at_ - one_way - unread_ + init;
  }
  if (body_ == nullptr && !is_honest(person_) && draw(random_, kGoes) == 0) {
    lose_connection();
    gone(Deed::leaves);
    return;
  }
  if (is_honest(person_) || draw(random_, kForgets) > 0) {
    ++kept_;
    const TimePoint latest = awaited_until_.value_or(TimePoint{}) - one_way - person_.path.lag;
    const TimePoint at = say_after(time, hello());
    ready_at_ = at < latest ? std::optional(at) : std::nullopt;
    was_too_slow_ |= at >= latest;  // nobody waits for it, and it may not be told again
  }
}

AskedTurn DialledBot::asked_turn(const Json& turn) {
  AskedTurn asked;
  asked.match = turn.at("match");
  asked.commitment = commitment_;
  asked.turn = turn.at("turn");
  asked.deed = static_cast<Deed>(draw_by_weight(random_, person_.habits));
  asked.plain = std::exchange(asked_here_, true) && !flooded_ && to_say_.empty();
  asked.read_at = read_at_;
  asked.unread = unread_;
  asked.answered = answered_;
  asked.extra = std::exchange(extra_, 0ns);
  asked.left = microseconds(turn.at("clock").at("left_ms"));
  asked.used = microseconds(turn.at("clock").at("used_ms"));
  asked.score = turn.at("view").at("score");
  return asked;
}

/// For how long it may think, so that its answer is in time, and late if it thinks longer than the other.
ChargeBounds DialledBot::thinking(const AskedTurn& asked) const {
  if (person_.program) {
    const Nanoseconds before = person_.late_after - asked.left;  // charged from before the turn
    return {person_.most_thinking - before, person_.late_after - before};
  }
  const ChargeBounds beyond = beyond_thinking(person_.path, person_.clock, asked.extra);
  const Nanoseconds limit = asked.left + std::chrono::milliseconds(person_.clock.margin_ms);
  return {limit - beyond.most - asked.unread, std::max(0ns, limit - beyond.least)};
}

/// What leaves after at most that thinking is an answer to this turn, however long the seat has been silent
/// before.
bool DialledBot::is_surely_in_time(const AskedTurn& asked, Nanoseconds most) const {
  return person_.program || (most >= 0ns && asked.read_at + most - asked.answered[1] <
                                                std::chrono::milliseconds(person_.clock.silence_ms) -
                                                    2 * person_.path.latency - person_.path.lag);
}

void DialledBot::answer(const Json& turn) {
  AskedTurn asked = asked_turn(turn);
  Json move{
      {"type", "move"}, {"match", asked.match}, {"turn", asked.turn}, {"move", turn.at("view").at("move")}};
  const auto [in_time, late] = thinking(asked);
  const Nanoseconds most = std::max(0ns, in_time);
  Nanoseconds thinks = draw_time(random_, Nanoseconds(most.count() >> draw(random_, kHaste)) + 1ns);
  const unsigned moments = asked.deed == Deed::answers ? kLastMoments : asked.deed == Deed::repeats ? 2 : 0;
  if (moments > 0 && draw(random_, moments) == 0) {
    thinks = most;
  } else if (asked.deed == Deed::answers_late) {
    thinks = late + 1us;
  }
  const Nanoseconds takes = body_ != nullptr ? body_->think(asked, thinks) : thinks;
  switch (asked.deed) {
    case Deed::answers:
    case Deed::answers_late:
    case Deed::stops_reading:
    case Deed::repeats:
      break;
    case Deed::garbage:
      flooded_ |= !asked.plain || !is_surely_in_time(asked, in_time);  // it may come to a later turn
      asked.wrote_at = garbage_at_ = say_after(takes, garbage_of(move, random_));
      answered_ = {*asked.wrote_at, answered_[0]};
      break;
    case Deed::wrong_turn: {
      Json wrong = move;
      wrong["turn"] = asked.turn + 7;
      say_after(takes, wrong.dump());
      break;
    }
    case Deed::illegal:
      move["move"] = person_.refused;
      break;
    case Deed::floods:
      flooded_ = true;
      for (int line = 0; line < kFlood; ++line) {
        say_after(0ns, line == 0 ? "flood" : R"({"type":"flood"})");  // to refuse no JSON takes far more time
      }
      break;
    case Deed::leaves:
      lose_connection();
      break;
    case Deed::is_cut:
      socket_->cut();
      lose_connection();
      break;
    case Deed::vanishes:
      if (body_ == nullptr) {
        socket_->vanish();
      }
      lose_connection();
      break;
    case Deed::dials_twice:
      if (body_ == nullptr) {
        socket_->read(true);  // it may have stopped
        older_.push_back(
            std::make_unique<OlderConnection>(std::move(socket_), std::move(lines_), older_ended_));
      }
      lose_connection();
      break;
    case Deed::stays_silent:
      break;
  }
  const bool says = asked.deed == Deed::answers || asked.deed == Deed::answers_late ||
                    asked.deed == Deed::wrong_turn || asked.deed == Deed::illegal ||
                    asked.deed == Deed::stops_reading || asked.deed == Deed::repeats;
  if (says) {
    asked.wrote_at = say_move(takes, move.dump());
    answered_ = {*asked.wrote_at, answered_[0]};
    if (asked.deed == Deed::stops_reading && body_ == nullptr) {
      stop_reading();
    } else if (asked.deed == Deed::repeats && body_ == nullptr) {
      const Nanoseconds longest(person_.path.lag + kLongestRepeat);
      const Nanoseconds pause =
          draw_time(random_, Nanoseconds(longest.count() >> draw(random_, kRepeatHaste)) + 1ns);
      asked.repeated_at =
          say_after(takes + 1us + std::chrono::floor<std::chrono::microseconds>(pause), move.dump());
      answered_[0] = *asked.repeated_at;
    }
  } else if (socket_ == nullptr) {
    gone(asked.deed);
  }
  asked_.push_back(std::move(asked));
}

}  // namespace world
