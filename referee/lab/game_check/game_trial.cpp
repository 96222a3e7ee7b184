#include "referee/lab/game_check/game_trial.h"

#include <future>
#include <utility>
#include <variant>

#include "engines/random.h"
#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/lab/game_check/game_checks.h"
#include "referee/process/error_line.h"

namespace referee {
namespace {

constexpr int kMostDrawsInRow = 1000;

/// Has `call` called on the thread of the programs, and waits for what it keeps its promise with.
template <class T>
T on_thread(rules::RulesThread& thread, const std::function<void(std::shared_ptr<std::promise<T>>)>& call) {
  const auto promise = std::make_shared<std::promise<T>>();
  std::future<T> kept = promise->get_future();
  (void)thread.post([call, promise] { call(promise); });
  return kept.get();
}

/// The line that names the error first, then all of it where that is more.
std::string what_it_says(const rules::AuthorsError& error) {
  const std::string line = error_line(error.words);
  return "its program says: " + line + (line == error.words ? "" : "\n" + error.words);
}

}  // namespace

engines::Seed examined_seed(std::uint64_t number) {
  constexpr std::uint64_t kFirst = 7'310'522'986'141'000;
  std::string salt = "5eedc0de0ddba11ca11ab1e0" + std::to_string(10'000'000 + number);
  return {kFirst + number, std::move(salt)};
}

GameTrial::GameTrial(rules::RulesHost host, engines::Facts facts, engines::Seed seed, std::string name)
    : host_(std::move(host)),
      facts_(std::move(facts)),
      seed_(std::move(seed)),
      name_(std::move(name)),
      out_(facts_.seats, false),
      draw_([rng = engines::Rng(seed_.number)](std::size_t outcomes) mutable {
        return engines::below(rng, outcomes);
      }) {
  run_ = on_thread<rules::RulesProgram::Run>(*host_.thread, [program = host_.program](const auto& promise) {
    promise->set_value(program->open_match());
  });
}

GameTrial::~GameTrial() {
  (void)host_.thread->post([program = host_.program, run = run_, goodbye = rules::end_request(name_)] {
    program->close_match(run, goodbye);
  });
}

void GameTrial::begin() { (void)send(rules::new_request(name_, facts_, seed_), {}); }

std::optional<rules::Refused> GameTrial::step(const Moves& moves) {
  for (const rules::SeatMove& one : moves) {
    out_[one.seat] = out_[one.seat] || one.forfeited;
  }
  return send(rules::step_request(name_, moves, state_, readers_), moves);
}

void GameTrial::take_up(const GameTrial& other) {
  position_ = other.position_;
  state_ = other.state_;
  out_ = other.out_;
  steps_ = other.steps_;
  draw_ = other.draw_;
  drawn_ = other.drawn_;
  first_ = false;
}

std::optional<rules::Refused> GameTrial::send(std::string request, const Moves& moves) {
  rules::AnswerTerms terms{facts_.seats,
                           host_.folder->game().at_once,
                           facts_.hidden,
                           first_,
                           out_,
                           {},
                           host_.folder->game().decided_by,
                           readers_,
                           host_.folder->game().views_have_events};
  for (const rules::SeatMove& one : moves) {
    if (one.move) {
      terms.refusable.push_back(one.seat);
    }
  }
  std::string events;
  for (int draws = 0;; ++draws) {
    const Json answer = ask(request);
    const std::string text = protocol::dump(answer);
    try {
      rules::RulesAnswer read = rules::read_answer(answer, terms);
      if (auto* const refused = std::get_if<rules::Refused>(&read)) {
        return std::move(*refused);
      }
      if (const auto* const error = std::get_if<rules::AuthorsError>(&read)) {
        throw GameFault{&game_check::kNoError, what_it_says(*error), request};
      }
      heard_.push_back(text);
      terms.is_first = first_ = false;
      terms.refusable.clear();
      if (auto* const position = std::get_if<rules::Position>(&read)) {
        state_ = position->state;
        events_ = moves.empty() ? "" : events + position->events;
        position_ = std::move(*position);
        steps_ += moves.empty() ? 0 : 1;
        return std::nullopt;
      }
      const auto& node = std::get<rules::ChanceNode>(read);
      if (draws == kMostDrawsInRow) {
        throw GameFault{&game_check::kEnds, "it asks for more than 1000 draws in a row", text};
      }
      state_ = node.state;
      events += node.events;
      ++drawn_;
      request =
          rules::draw_request(name_, node.outcomes[draw_(node.outcomes.size())].first, state_, readers_);
    } catch (const fields::Exception& wrong) {
      throw GameFault{&game_check::kAnswers, wrong.error().text(), text};
    }
  }
}

GameTrial::Json GameTrial::ask(const std::string& request) {
  auto reply = on_thread<rules::Reply>(*host_.thread, [&](const auto& promise) {
    host_.program->ask(run_, request, [promise](rules::Reply told) { promise->set_value(std::move(told)); });
  });
  if (!reply.failure.empty()) {
    throw GameFault{&game_check::kServes, std::move(reply.failure), {}, game_check::mend_of(reply.fault)};
  }
  if (reply.changed) {
    throw GameFault{&game_check::kAnswers, reply.changed->text(), {}};  // the tree has another number
  }
  return std::move(reply.answer);
}

GameTrial::Moves GameTrial::random_moves(engines::Rng& rng) const {
  Moves moves;
  for (std::size_t i = 0; i < position_.to_move.size(); ++i) {
    rules::SeatMove one{position_.to_move[i], std::nullopt, engines::Microseconds{0}, false};
    if (!position_.legal.empty() && position_.legal[i].is_array() && !position_.legal[i].empty()) {
      const Json& listed = position_.legal[i];
      one.move = protocol::dump(listed[engines::below(rng, listed.size())]);
    }
    moves.push_back(std::move(one));
  }
  return moves;
}

}  // namespace referee
