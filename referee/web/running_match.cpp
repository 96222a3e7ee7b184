#include "referee/web/running_match.h"

#include <spdlog/spdlog.h>

#include <charconv>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/require.h"
#include "referee/record/record_lines.h"

namespace referee::web {
namespace {

using Json = nlohmann::json;

constexpr Milliseconds kReloadAfter{1000};              // when a journal lacked turns
constexpr std::size_t kPiece = std::size_t{64} * 1024;  // of lines that are published together

/// The number of a turn's line, as the record begins it: {"turn":12,
std::optional<std::size_t> turn_of(std::string_view line) {
  constexpr std::string_view kBegin = R"({"turn":)";
  std::size_t turn = 0;
  if (!line.starts_with(kBegin)) {
    return std::nullopt;
  }
  const auto [end, error] = std::from_chars(line.data() + kBegin.size(), line.data() + line.size(), turn);
  return error == std::errc{} ? std::optional(turn) : std::nullopt;
}

/// Calls `each` with each whole line of `lines`, with its newline.
template <class Each>
void for_lines(std::string_view lines, Each each) {
  for (std::size_t end = lines.find('\n'); end != std::string_view::npos; end = lines.find('\n')) {
    each(lines.substr(0, end + 1));
    lines.remove_prefix(end + 1);
  }
}

}  // namespace

// ---- the lines of its record ----

void RunningMatch::lose(TimePoint now) {
  std::string().swap(header_);  // to clear them would keep their memory
  std::string().swap(lines_);
  waiting_.clear();
  known_ = 0;
  live_.reset();
  reload_due_ = now;
}

void RunningMatch::begin(std::string_view journal, TimePoint now) {
  lose(now + kReloadAfter);
  const std::size_t end = journal.find('\n');
  if (end == std::string_view::npos) {
    return;
  }
  header_ = journal.substr(0, end + 1);
  add(journal.substr(end + 1), now);
}

void RunningMatch::add(std::string_view lines, TimePoint now) {
  for_lines(lines, [&](std::string_view line) {
    const std::optional<std::size_t> turn = turn_of(line);
    if (is_lost() || !turn || *turn < known_) {
      return;
    }
    if (*turn > known_) {
      lose(now + kReloadAfter);
      return;
    }
    take_line(line, now);
  });
}

void RunningMatch::take_line(std::string_view line, TimePoint now) {
  ++known_;
  if (delay_.turns == 0 && delay_.time.count() == 0) {
    lines_ += line;
  } else {
    waiting_.push_back({std::string(line), now});
  }
}

// ---- what is shown ----

void RunningMatch::step(TimePoint now) {
  while (static_cast<std::int64_t>(waiting_.size()) > delay_.turns &&
         waiting_.front().at + delay_.time <= now) {
    lines_ += waiting_.front().line;
    waiting_.pop_front();
  }
  if (!live_) {
    return;
  }
  std::size_t piece = 0;
  const std::string lines = std::exchange(lines_, "");
  try {
    for_lines(lines, [&](std::string_view line) {
      live_->add_turn(line);
      piece += line.size();
      if (piece >= kPiece) {
        publish();
        piece = 0;
      }
    });
    publish();
  } catch (const Difference& difference) {
    cannot_follow(difference.text());
  } catch (const engines::RulesFailure& failure) {
    cannot_follow(failure.what());
  }
}

void RunningMatch::publish() {
  if (published_ >= live_->turns()) {
    return;
  }
  if (topic_->readers() > 0) {
    topic_->publish(
        make_event("turns", live_->turns_from(published_), Event::kInOrder, std::to_string(live_->turns())));
  }
  published_ = live_->turns();
}

void RunningMatch::cannot_follow(const std::string& why) {
  spdlog::error("web: a running match is not shown: {}", why);
  broken_ = true;
  live_.reset();
  end("end");
}

bool RunningMatch::follow() {
  if (live_ || is_lost() || broken_) {
    return live_ != nullptr;
  }
  try {
    const Json header = Json::parse(header_);
    pages::MatchFacts facts = facts_(header.at("players").get<std::vector<std::string>>());
    facts.home = "../";
    live_ = std::make_unique<pages::LiveMatch>(header_ + std::exchange(lines_, ""), std::move(facts));
    publish();
  } catch (const Difference& difference) {
    cannot_follow(difference.text());
  } catch (const engines::RulesFailure& failure) {
    cannot_follow(failure.what());
  } catch (const Json::exception& damaged) {
    cannot_follow(damaged.what());
  }
  return live_ != nullptr;
}

SharedBody RunningMatch::data(TimePoint now) {
  REQUIRE(followed());
  if (!data_ || now - data_made_ >= kDataFor) {
    data_ = make_body(live_->data());
    data_made_ = now;
  }
  return data_;
}

HttpResponse RunningMatch::events(std::size_t from) {
  REQUIRE(followed());
  std::vector<Event> first;
  const std::size_t to = live_->turns();
  if (from > to) {
    first.push_back(topic_->reset());
  } else if (from < to) {
    if (!caught_up_.text || from != caught_up_from_ || to != caught_up_to_) {
      const std::string text = live_->turns_from(from);
      caught_up_ = text.size() > kMostCaughtUp
                       ? topic_->reset()
                       : make_event("turns", text, Event::kInOrder, std::to_string(to));
      caught_up_from_ = from;
      caught_up_to_ = to;
    }
    first.push_back(caught_up_);
  }
  return event_response(topic_, std::move(first));
}

void RunningMatch::end(std::string_view event) {
  topic_->publish(make_event(event, "{}"));
  topic_->end();
}

}  // namespace referee::web
