#include <algorithm>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "protocol/new_match.h"
#include "referee/base/secrets.h"
#include "referee/base/text.h"
#include "referee/base/unicode/unicode.h"
#include "referee/base/units.h"
#include "referee/lab/scripted_peer.h"
#include "referee/lab/silence.h"
#include "referee/record/match_messages.h"
#include "referee/record/refused_answers.h"
#include "referee/record/turn_judge.h"

// The half of a peer that receives: what a line of the bot means, and which check it breaches.
namespace referee {
namespace {

namespace error_code = protocol::error_code;

constexpr Milliseconds kTried{1000};  // for a valid answer to follow one that is not valid

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

/// Whether a line that is not JSON was meant as a message, or as a part of one.
bool looks_like_json(std::string_view text) {
  return !is_blank(text) &&
         std::string_view("{}[]\"").find(text[text.find_first_not_of(" \t\r")]) != std::string_view::npos;
}

constexpr const char* kFailedHere = "Your function failed: see the traceback below.";
constexpr const char* kFailedThere = "Your function failed: see the traceback where your bot runs.";

}  // namespace

// ---- hello ----

Task<> ScriptedPeer::receive_hello() {
  const Milliseconds init = Milliseconds(spec_.match.clock.init_ms) + spec_.start;
  const TimePoint by = connector_.now() + init;
  const int blamed = blamed_;
  while (!over_ && !connector_.greeted) {
    const auto line = co_await connector_.channel().next(by);
    if (!line) {
      const Nothing nothing = co_await why_nothing_came(Awaited::hello, init);
      if (blamed_ == blamed) {
        fail(check::kStartUp, nothing);
      }
      over_ = true;
      co_return;
    }
    const auto message = protocol::read_line(line->text);
    const auto* bad = std::get_if<protocol::BadMessage>(&message);
    if (const auto* hello = std::get_if<protocol::Hello>(&message)) {
      on_hello(*line, *hello);
    } else if (bad != nullptr && (bad->json || is_blank(line->text) || looks_like_json(line->text))) {
      on_bad(*line, *bad);
      over_ = tried_ > 0;
    } else {
      breach(check::kHello, "another line came before hello", line->text);
    }
  }
}

Task<> ScriptedPeer::receive_hello_again() {
  const Milliseconds init = Milliseconds(spec_.match.clock.init_ms) + spec_.start;
  const TimePoint by = connector_.now() + init;
  owes_hello_ = true;
  busy_before_ = busy();
  while (!over_ && owes_hello_) {
    const auto line = co_await connector_.channel().next(by);
    if (!line) {
      const Nothing nothing = co_await why_nothing_came(Awaited::hello, init);
      fail(check::kNextGame, nothing, "after new_match ");
      co_return;
    }
    on_line(*line);
  }
}

void ScriptedPeer::on_hello(const Line& line, const protocol::Hello& hello) {
  if (line.text.starts_with(unicode::kByteOrderMark)) {
    breach(check::kOneLine, "a byte order mark before the first line: UTF-8 needs none", line.text, true);
  }
  if (hello.protocol < 1 || hello.role != "bot") {
    fail(check::kVersion,
         hello.protocol < 1 ? "protocol " + std::to_string(hello.protocol) + " is spoken by nobody"
                            : "the role is not known",
         line.text);
    return;
  }
  wants_past_ = hello.resume;
  connector_.takes_new_match = protocol::takes_new_match(hello);
  if (!connector_.dials()) {
    connector_.greeted = true;
    say(line_of(protocol::Welcome{"bot", std::nullopt, std::nullopt}));
  } else if (!identify(line, hello)) {
    return;
  }
  observed_.greeted = true;
  say(protocol::wait_line("the match starts soon"));
}

bool ScriptedPeer::identify(const Line& line, const protocol::Hello& hello) {
  if (!protocol::is_valid_name(hello.name)) {
    fail(check::kIdentity, "this is not a name", line.text);
    return false;
  }
  const bool is_new = connector_.name.empty();
  if (!is_new && (hello.name != connector_.name || hello.token != connector_.token)) {
    fail(check::kIdentity,
         hello.name != connector_.name ? "it came back under another name than " + connector_.name
                                       : "it came back without the token that it was given",
         line.text);
    return false;
  }
  const bool issue = is_new && hello.token.empty();
  if (is_new) {
    connector_.name = hello.name;
    connector_.token = issue ? random_hex() : hello.token;
  }
  connector_.greeted = true;
  say(line_of(
      protocol::Welcome{hello.name, std::nullopt, issue ? std::optional(connector_.token) : std::nullopt}));
  return true;
}

// ---- answers ----

Task<> ScriptedPeer::receive_answer() {
  if (over_) {
    co_return;
  }
  const Milliseconds wait = patience();
  busy_before_ = busy();
  TimePoint by = connector_.now() + wait;
  const int blamed = blamed_;
  const int tried = tried_;
  while (!over_ && open_) {
    const auto line = co_await connector_.channel().next(by);
    if (!line) {
      const bool gone = !connector_.channel().open();
      const Nothing nothing = co_await why_nothing_came(Awaited::answer, wait);
      if (gone || blamed_ == blamed) {
        fail(check::kAnswers, nothing);
      }
      over_ = true;
      co_return;
    }
    on_line(*line);
    if (tried_ != tried) {
      by = std::min(by, connector_.now() + kTried);
    }
  }
}

Task<> ScriptedPeer::receive_rest(TimePoint until) {
  while (!over_) {
    const auto line = co_await connector_.channel().next(until);
    if (!line) {
      co_return;
    }
    on_line(*line);
  }
}

void ScriptedPeer::on_line(const Line& line) {
  ++observed_.lines;
  if (line.oversize) {
    breach(check::kLength, protocol::oversize_why(), line.text);
    return;
  }
  const auto message = protocol::read_line(line.text);
  if (const auto* move = std::get_if<protocol::Move>(&message)) {
    on_move(line, *move);
  } else if (const auto* bad = std::get_if<protocol::BadMessage>(&message)) {
    on_bad(line, *bad);
  } else if (const auto* unknown = std::get_if<protocol::UnknownType>(&message)) {
    breach(check::kWhenAsked, "a message of a type that nobody knows; a referee ignores it", line.text, true);
    say(line_of(*unknown));
  } else if (owes_hello_) {
    owes_hello_ = false;
  } else {
    breach(check::kHello, "hello was said already", line.text);
    say(line_of(protocol::Error{error_code::kUnexpected, "hello was said already"}));
  }
}

void ScriptedPeer::on_bad(const Line& line, const protocol::BadMessage& bad) {
  say(line_of(bad));
  if (bad.json && !bad.json->is_structured() && !bad.json->is_string()) {
    breach(check::kOnlyMessages, bad.why, line.text);  // a number that was printed
    return;
  }
  const bool meant_as_message = bad.json || looks_like_json(line.text);
  tried_ += meant_as_message ? 1 : 0;
  if (bad.json) {
    breach(check::kFields, bad.why, line.text);
  } else {
    breach(meant_as_message || is_blank(line.text) ? check::kOneLine : check::kOnlyMessages, bad.why,
           line.text);
  }
}

void ScriptedPeer::on_move(const Line& line, const protocol::Move& move) {
  if (open_ && move.match == match_->match() && move.turn == match_->turn()) {
    answered(line, move);
  } else {
    on_wrong_numbers(line, move);
  }
}

void ScriptedPeer::on_wrong_numbers(const Line& line, const protocol::Move& move) {
  const Request request{move.match, move.turn};
  const LatestRequest latest{match_ ? match_->match() : answered_.first, asked_, open_.has_value(),
                             request == answered_};
  const auto stale = stale_.find(request);
  if (stale != stale_.end() && stale->second > 0) {
    --stale->second;
  } else if (stale != stale_.end() || request == answered_) {
    tried_ += stale != stale_.end() ? 1 : 0;  // maybe an answer to the open turn with an old number
    breach(check::kOnce, "a second move for turn " + std::to_string(move.turn), line.text);
  } else if (!open_) {
    breach(check::kWhenAsked, "a move, and no turn was open", line.text);
  } else {
    fail(check::kNumbers,
         "the open turn is " + std::to_string(match_->turn()) + " of match " + match_->match(), line.text);
    return;
  }
  if (const auto misplaced = why_misplaced(move, latest)) {
    say(line_of(*misplaced));
  }
}

void ScriptedPeer::answered(const Line& line, const protocol::Move& move) {
  connector_.channel().count_as_answer();
  const Microseconds spent = time_answer(line);
  answered_ = {match_->match(), match_->turn()};
  open_.reset();
  const auto refusal = match_->play(move.move, spent);
  if (!refusal) {
    ++observed_.legal;
    return;
  }
  const char* const failed = connector_.dials() ? kFailedThere : kFailedHere;
  const std::string why = reason_of(*refusal, move.move);
  breach(check::kLegal, why, line.text, false, is_failure(move.move) ? failed : "");
  say(fault_line(move.match, move.turn, verdict_of(*refusal), why));
}

Microseconds ScriptedPeer::time_answer(const Line& line) {
  cpu_at_answer_ = cpu_now();
  const TurnClock::Charge charge = open_->charge_unwatched(line.arrival, cpu_at_answer_);
  watch_wall_time(line);
  const Microseconds left = open_->left();
  if (charge.ruling != Ruling::in_time) {
    breach(check::kInTime, "answered after " + ms_text(charge.spent) + ", " + ms_text(left) + " were left",
           line.text);
  }
  observed_.spent.push_back(charge.spent);
  const double share = static_cast<double>(charge.spent.count()) /
                       static_cast<double>(std::max<std::int64_t>(left.count(), 1));
  if (share >= observed_.worst_share) {
    observed_.worst_share = share;
    observed_.worst = charge.spent;
    observed_.worst_left = left;
  }
  return charge.spent;
}

void ScriptedPeer::watch_wall_time(const Line& line) {
  if (wall_watch_) {
    const Microseconds elapsed = open_on_wall_->charge_unwatched(line.arrival, Microseconds{0}).spent;
    observed_.times.push_back(wall_watch_->answered(*processor_time(), elapsed, match_->score()));
  }
}

// ---- silence ----

Task<ScriptedPeer::Nothing> ScriptedPeer::why_nothing_came(Awaited awaited, Milliseconds waited) {
  BotChannel& channel = connector_.channel();
  if (channel.open()) {
    const std::string_view unfinished = channel.unfinished();
    const Microseconds computed = busy() - busy_before_;
    const Waits waits = connector_.process() == nullptr ? Waits::unknown : connector_.process()->waits();
    co_return Nothing{why_silent(awaited, waited, unfinished, computed, waits),
                      mend_of_silence(awaited, waited, unfinished, computed, waits)};
  }
  const CloseReason closed = channel.why_closed();
  std::string why =
      co_await why_gone(closed, connector_.process(), awaited == Awaited::hello ? std::string(kNoHello) : "");
  const bool left = closed != CloseReason::flood && closed != CloseReason::unread;
  co_return Nothing{std::move(why), left ? mend_of_end(awaited, connector_.process()) : ""};
}

}  // namespace referee
