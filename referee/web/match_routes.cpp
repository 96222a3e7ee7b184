#include "referee/web/match_routes.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/json_writer.h"
#include "referee/pages/match_context.h"
#include "referee/pages/replay_file.h"
#include "referee/pages/verify_page.h"
#include "referee/record/record_lines.h"
#include "referee/tournament/standings/history.h"

namespace referee::web {
namespace {

using Sight = pages::Visibility::Sight;

constexpr const char* kNoSuchMatch = "there is no game of this name";
constexpr const char* kNotFollowed = "this game is being played, and cannot be followed here now";

/// A whole number of at most 9 digits; nothing for other text.
std::optional<std::size_t> number_of(std::string_view text) {
  constexpr std::size_t kMostDigits = 9;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size() && text.size() <= kMostDigits;
  return whole ? std::optional(number) : std::nullopt;
}

bool is_running(const StoredAttempt& attempt) { return attempt.status == StoredAttempt::Status::running; }

bool tells_seed(const pages::Visibility& visibility, const StoredAttempt& attempt) {
  return visibility.tells_seed({attempt.round, attempt.table, attempt.game_no});
}

/// The stream of a match that has ended since the client fetched it: the client is told so, and fetches it
/// again.
HttpResponse ended_stream() {
  const auto topic = std::make_shared<EventTopic>();
  topic->end();
  return event_response(topic, {make_event("end", "{}")});
}

}  // namespace

HttpResponse MatchRoutes::answer(const HttpRequest& request) {
  constexpr std::size_t kMatchAt = 2;  // api, matches, ID
  const std::vector<std::string>& path = request.path;
  const StoredAttempt* const attempt =
      path.size() > kMatchAt ? reader_.snapshot().attempt(path[kMatchAt]) : nullptr;
  if (attempt == nullptr) {
    return error_response(request, 404, kNoSuchMatch);
  }
  const pages::Visibility& visibility = reader_.snapshot().visibility();
  if (visibility.sight(*attempt) == Sight::nothing) {
    return error_response(request, 403, visibility.why_hidden(*attempt));
  }
  const std::string_view what = path.size() > kMatchAt + 1 ? std::string_view(path[kMatchAt + 1]) : "";
  if (path.size() == kMatchAt + 1) {
    return data(request, *attempt);
  }
  if (path.size() == kMatchAt + 2 && what == "events") {
    return events(request, *attempt);
  }
  if (path.size() == kMatchAt + 2 && what == "context") {
    pages::MatchContexts contexts(reader_.snapshot(), pages::PageLinks::served());
    return json_response(make_body(protocol::dump(contexts.of(*attempt))));
  }
  if (path.size() == kMatchAt + 2 && what == "record") {
    return record(request, *attempt);
  }
  if (path.size() == kMatchAt + 2 && what == "replay") {
    return replay(request, *attempt);
  }
  return error_response(request, 404, "there is nothing at this address");
}

/// A record that cannot be followed at all is damaged, or of a version that this one does not know.
template <class Make>
HttpResponse MatchRoutes::made(const HttpRequest& request, const StoredAttempt& attempt, Make make) {
  std::string why;
  try {
    return json_response(make());
  } catch (const Difference& difference) {
    why = difference.text();
  } catch (const engines::RulesFailure& failure) {
    why = failure.what();
  }
  spdlog::warn("web: match {} cannot be shown: {}", attempt.match, why);
  return error_response(request, 500,
                        "the record of this game cannot be shown: the log of the referee says why");
}

HttpResponse MatchRoutes::data(const HttpRequest& request, const StoredAttempt& attempt) {
  if (is_running(attempt)) {
    RunningMatch* const running = live_ == nullptr ? nullptr : live_->find(attempt.match);
    return running != nullptr ? json_response(running->data(reader_.clock().now()))
                              : error_response(request, 503, kNotFollowed);
  }
  return made(request, attempt, [&] { return finished_data(attempt, pages::Audience::everybody()); });
}

/// A client that reconnects says which turns it has: the id of an event is the number of turns behind it.
HttpResponse MatchRoutes::events(const HttpRequest& request, const StoredAttempt& attempt) {
  RunningMatch* const running =
      live_ == nullptr || !is_running(attempt) ? nullptr : live_->find(attempt.match);
  if (running == nullptr) {
    return is_running(attempt) ? error_response(request, 503, kNotFollowed) : ended_stream();
  }
  const std::optional<std::size_t> seen = number_of(request.last_event_id);
  const std::optional<std::size_t> from = number_of(request.parameter("from").value_or("0"));
  if (!from) {
    return error_response(request, 400, "from: expected a number of turns");
  }
  return running->events(seen.value_or(*from));
}

/// What may be had with the record only: it tells the seed, and so may a replay.
HttpResponse MatchRoutes::secret(const HttpRequest& request, const StoredAttempt& attempt,
                                 const std::string& what) {
  return error_response(
      request, 403,
      is_running(attempt)
          ? "the " + what + " can be downloaded when the game is over"
          : "the " + what + " is still secret: it has the seed, and others still have to play with it");
}

/// The program of the game has written it, so that it is bytes to be saved, whatever they say they are.
HttpResponse MatchRoutes::replay(const HttpRequest& request, const StoredAttempt& attempt) {
  if (!reader_.snapshot().visibility().hands_out_record(attempt)) {
    return secret(request, attempt, "replay");
  }
  const auto left = pages::replay_of(reader_.record(attempt.match, attempt.attempt));
  if (!left) {
    return error_response(request, 404, "this game has no replay");
  }
  std::optional<std::string> bytes = pages::read_replay(reader_.snapshot(), *left);
  if (!bytes) {
    return error_response(request, 404, "the replay of this game is not beside its record any more");
  }
  HttpResponse response;
  response.content_type = "application/octet-stream";
  response.body = make_body(*std::move(bytes));
  response.download_name = left->file;
  return response;
}

HttpResponse MatchRoutes::record(const HttpRequest& request, const StoredAttempt& attempt) {
  if (!reader_.snapshot().visibility().hands_out_record(attempt)) {
    return secret(request, attempt, "record");
  }
  std::string record = reader_.record(attempt.match, attempt.attempt);
  if (record.empty()) {
    return error_response(request, 404, "the record of this game is not kept");
  }
  HttpResponse response;
  response.content_type = "application/jsonl; charset=utf-8";
  response.body = make_body(std::move(record));
  response.download_name = attempt.match + ".jsonl";
  return response;
}

// ---- an entrant's own matches ----

HttpResponse MatchRoutes::data_for(const HttpRequest& request, const StoredAttempt& attempt,
                                   engines::Seat seat, bool own_view) {
  if (!own_view) {
    return data(request, attempt);
  }
  return made(request, attempt, [&] {
    return is_running(attempt) ? own_running_data(attempt, seat)
                               : finished_data(attempt, pages::Audience::player(seat));
  });
}

/// Kept for a moment, so that a page that asks again and again costs no more than one that does not.
SharedBody MatchRoutes::own_running_data(const StoredAttempt& attempt, engines::Seat seat) {
  const auto second =
      std::chrono::duration_cast<std::chrono::seconds>(reader_.clock().now().time_since_epoch());
  const std::string key = "own " + attempt.match + " " + std::to_string(attempt.attempt) + " " +
                          std::to_string(seat) + " " + std::to_string(second.count());
  return cache_.get(key, [&] {
    return pages::LiveMatch(reader_.journal(attempt.match, attempt.attempt), facts(attempt),
                            pages::Audience::player(seat))
        .data();
  });
}

// ---- data of a record ----

/// The key says all that the data depend on, beside the record.
SharedBody MatchRoutes::finished_data(const StoredAttempt& attempt, pages::Audience audience) {
  const pages::MatchFacts shown = facts(attempt);
  std::string key = attempt.match + " " + std::to_string(attempt.attempt) + " " +
                    std::to_string(static_cast<int>(attempt.status)) + " " +
                    (audience.seat() ? std::to_string(*audience.seat()) : "all") + " " +
                    (shown.secret_seed ? "secret " : "") + shown.record;
  for (const std::string& player : shown.players) {
    key += "\n" + player;
  }
  return cache_.get(key, [&] {
    return pages::match_data(reader_.record(attempt.match, attempt.attempt), shown, audience);
  });
}

pages::MatchFacts MatchRoutes::facts(const StoredAttempt& attempt) const {
  const pages::TournamentSnapshot& snapshot = reader_.snapshot();
  pages::MatchFacts facts;
  facts.players = snapshot.players({attempt.round, attempt.table, attempt.game_no});
  facts.secret_seed = !tells_seed(snapshot.visibility(), attempt);
  facts.has_rounds = !snapshot.is_ladder();
  facts.record =
      snapshot.visibility().hands_out_record(attempt) ? "../api/matches/" + attempt.match + "/record" : "";
  if (!facts.record.empty() && pages::can_verify(snapshot)) {
    const std::string record = "api/matches/" + attempt.match + "/record";
    facts.verify = pages::verify_link("../verify", record);
    facts.lab = pages::verify_link(snapshot.terms().lab ? "../lab" : "../play", record);
  }
  facts.replay = facts.record.empty() ? "" : "../api/matches/" + attempt.match + "/replay";
  facts.home = "../";
  return facts;
}

}  // namespace referee::web
