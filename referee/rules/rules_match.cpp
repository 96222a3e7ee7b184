#include "referee/rules/rules_match.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <variant>

#include "engines/random.h"
#include "protocol/fields.h"
#include "protocol/require.h"
#include "protocol/sha256.h"
#include "referee/base/text.h"
#include "referee/process/error_line.h"
#include "referee/rules/rules_trace.h"

namespace referee::rules {
namespace {

constexpr std::size_t kDrawnBytes = 8;

/// Unique within this process: a program may not take one match for another.
std::string next_id() {
  static std::atomic<std::uint64_t> made = 0;
  return std::to_string(++made);
}

/// The source of the draw with that number in a match.
engines::Rng rng_of(const engines::Seed& seed, std::uint64_t draw) {
  const auto digest = protocol::Sha256()
                          .add(std::to_string(seed.number) + "/" + seed.salt + "/" + std::to_string(draw))
                          .digest();
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < kDrawnBytes; ++i) {
    number = number << 8U | digest[i];
  }
  return engines::Rng(number);
}

/// Two lists as one.
std::string joined(const std::string& one, const std::string& other) {
  if (one == "[]" || other == "[]") {
    return one == "[]" ? other : one;
  }
  return one.substr(0, one.size() - 1) + "," + other.substr(1);
}

}  // namespace

RulesMatch::RulesMatch(std::shared_ptr<RulesThread> thread, std::shared_ptr<RulesProgram> program,
                       std::shared_ptr<const RulesFolder> folder, engines::Facts facts, engines::Seed seed)
    : thread_(std::move(thread)),
      program_(std::move(program)),
      folder_(std::move(folder)),
      facts_(std::move(facts)),
      seed_(std::move(seed)),
      id_(next_id()),
      forfeited_(facts_.seats, false) {
  if (folder_->game().views_have_events) {
    untold_.emplace(facts_.seats);
  }
}

void RulesMatch::begin(Done done) {
  start([self = shared_from_this(), done = std::move(done)]() mutable {
    self->done_ = std::move(done);
    self->open_ = true;
    self->run_ = self->program_->open_match();
    self->send_new();
  });
}

void RulesMatch::step(std::vector<SeatMove> moves, Readers readers, Done done) {
  start([self = shared_from_this(), moves = std::move(moves), readers, done = std::move(done)]() mutable {
    REQUIRE(!self->done_);
    self->readers_ = readers;
    self->done_ = std::move(done);
    self->turn_ = {};
    self->turn_.moves = std::move(moves);
    self->draws_in_row_ = 0;
    for (const SeatMove& one : self->turn_.moves) {
      self->forfeited_[one.seat] = self->forfeited_[one.seat] || one.forfeited;
      if (self->untold_) {
        self->untold_->has_told(one.seat);
      }
    }
    if (++self->steps_ > self->facts_.max_turns) {
      self->fail("the match is not over after " + std::to_string(self->facts_.max_turns) +
                 " turns (max_turns)");
    } else {
      self->send_step();
    }
  });
}

void RulesMatch::end() {
  start([self = shared_from_this()] {
    self->done_ = nullptr;
    if (std::exchange(self->open_, false)) {
      self->program_->close_match(self->run_, end_request(self->id_));
    }
  });
}

/// After the end of the thread nobody is told: who waits has made the call after the referee's end.
void RulesMatch::start(std::function<void()> call) { (void)thread_->post(std::move(call)); }

void RulesMatch::send_new() {
  sent_moves_ = false;
  send(new_request(id_, facts_, seed_));
}

void RulesMatch::send_step() {
  sent_moves_ = true;
  send(step_request(id_, turn_.moves, state_, readers_));
}

void RulesMatch::send_draw(const ChanceNode& node) {
  sent_moves_ = false;
  send(draw_request(id_, draw(node), state_, readers_));
}

const Json& RulesMatch::draw(const ChanceNode& node) {
  std::uint64_t sum = 0;
  for (const auto& [outcome, weight] : node.outcomes) {
    sum += weight;
  }
  engines::Rng rng = rng_of(seed_, draws_++);
  std::uint64_t at = engines::below(rng, sum);
  for (const auto& [outcome, weight] : node.outcomes) {
    if (at < weight) {
      return outcome;
    }
    at -= weight;
  }
  return node.outcomes.back().first;  // never: `at` is less than the sum
}

void RulesMatch::send(std::string request) {
  program_->ask(run_, request,
                [self = shared_from_this()](Reply reply) { self->on_reply(std::move(reply)); });
}

AnswerTerms RulesMatch::terms() const {
  AnswerTerms terms{facts_.seats,
                    folder_->game().at_once,
                    facts_.hidden,
                    first_,
                    forfeited_,
                    {},
                    folder_->game().decided_by,
                    readers_,
                    untold_.has_value()};
  for (const SeatMove& one : turn_.moves) {
    if (sent_moves_ && one.move) {
      terms.refusable.push_back(one.seat);
    }
  }
  return terms;
}

void RulesMatch::on_reply(Reply reply) {
  if (!done_) {
    return;  // the match has ended
  }
  if (!reply.failure.empty()) {
    turn_.failure = std::move(reply.failure);
    return finish();
  }
  try {
    if (reply.changed) {
      throw fields::Exception(*reply.changed);
    }
    auto answer = read_answer(reply.answer, terms());
    std::visit([this](auto& kind) { take(std::move(kind)); }, answer);
  } catch (const fields::Exception& wrong) {
    fail("the answer of its program is wrong: " + printable(wrong.error().text()));
  }
}

void RulesMatch::take(Position position) {
  add_events(std::move(position.events), draws_in_row_ > 0);
  if (position.setup) {
    setup_ = std::move(position.setup);
  }
  if (untold_) {
    tell_events(position);
  }
  state_ = std::exchange(position.state, {});
  position.setup = setup_;
  turn_.position = std::move(position);
  first_ = false;
  finish();
}

void RulesMatch::take(ChanceNode node) {
  if (++draws_in_row_ > kMostDraws) {
    return fail("its program asks for more than " + std::to_string(kMostDraws) + " draws in a row");
  }
  add_events(std::move(node.events), true);
  if (!done_) {
    return;  // they were no list
  }
  if (node.setup) {
    setup_ = std::move(node.setup);
  }
  first_ = false;
  state_ = std::move(node.state);
  send_draw(node);
}

void RulesMatch::take(Refused refused) {
  for (engines::LateRefusal& one : refused.moves) {
    const auto at = std::ranges::find(turn_.moves, one.seat, &SeatMove::seat);
    at->move.reset();
    turn_.refused.push_back(std::move(one));
  }
  send_step();
}

void RulesMatch::take(const AuthorsError& error) {
  log_trace("game " + folder_->game().name + ": its program says", error.words);
  fail("its program says: " + printable(error_line(error.words)));
}

/// `in_list`: they are a part of a list.
void RulesMatch::add_events(std::string events, bool in_list) {
  events_ += events.size();
  if (events_ > kMostEvents) {
    return fail("its events of this match have more than " + std::to_string(kMostEvents) +
                " bytes together: tell only what a step has changed");
  }
  if (in_list && !events.starts_with('[')) {
    return fail("the answer of its program is wrong: answer.events: got " + fields::brief_text(events, 60) +
                ", expected a list, for the match has draws");
  }
  turn_.events = in_list ? joined(turn_.events, events) : std::move(events);
}

/// Those before the first step are shown to nobody.
void RulesMatch::tell_events(Position& position) {
  if (steps_ > 0) {
    untold_->add(turn_.events);
  }
  const bool all_see_one = position.views.empty();
  if (all_see_one) {
    position.spectator_view = position.view;
    position.views.resize(facts_.seats);
  }
  for (Seat seat = 0; seat < facts_.seats; ++seat) {
    const bool is_read = readers_ == Readers::all || std::ranges::binary_search(position.to_move, seat);
    const Json& view = all_see_one ? position.view_value : position.view_values[seat];
    position.views[seat] = is_read ? untold_->in_view(seat, view, kLongestView) : "";
  }
  position.view_value = nullptr;
  position.view_values.clear();
}

void RulesMatch::fail(const std::string& what) {
  turn_.failure = "game " + folder_->game().name + ": " + what;
  finish();
}

void RulesMatch::finish() {
  const Done done = std::exchange(done_, nullptr);
  if (done) {
    done(std::exchange(turn_, {}));
  }
}

}  // namespace referee::rules
