#include "referee/pages/workers_data.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/text.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

constexpr double kMostNumber = 1e9;

/// A field of what a worker says of its machine, which may say anything; null if it is no text.
Json machine_text(const Json& about, const char* key) {
  const auto found = about.find(key);
  return found != about.end() && found->is_string()
             ? Json(printable(found->get_ref<const std::string&>(), kShownText))
             : Json();
}

/// A field of what a worker says of its machine, which may say anything; null if it is no number that a
/// machine could have.
Json machine_number(const Json& about, const char* key) {
  const auto found = about.find(key);
  const bool is_sane = found != about.end() && found->is_number() && *found >= 0 && *found <= kMostNumber;
  return is_sane ? *found : Json();
}

/// A match and its attempt, as a job of a tournament is called: "r1t3g2/1".
struct JobOfMatch {
  MatchPlace place;
  int attempt = 1;

  static std::optional<JobOfMatch> parse(std::string_view name) {
    const std::size_t slash = name.rfind('/');
    if (slash == std::string_view::npos) {
      return std::nullopt;
    }
    const auto place = MatchPlace::parse(std::string(name.substr(0, slash)));
    const std::string_view number = name.substr(slash + 1);
    int attempt = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), attempt);
    if (!place || error != std::errc() || end != number.data() + number.size()) {
      return std::nullopt;
    }
    return JobOfMatch{*place, attempt};
  }
};

/// A job as spectators see it if they are told nothing of its work but `kind`.
Json unnamed_job(const char* kind) {
  return {{"kind", kind},      {"match", nullptr}, {"attempt", nullptr}, {"players", Json::array()},
          {"has_page", false}, {"turn", nullptr},  {"seconds", nullptr}};
}

Json job_data(const RunningJob& job, const TournamentSnapshot& snapshot, WorkerTerms terms) {
  const auto match = JobOfMatch::parse(job.name);
  if (!match) {
    return unnamed_job("other");
  }
  if (!snapshot.visibility().tells_running(match->place.round)) {
    return unnamed_job("match");
  }
  const bool tells_turn = terms.tells_turns && snapshot.visibility().why_hidden(match->place).empty();
  const std::string id = match->place.id();
  return {{"kind", "match"},
          {"match", id},
          {"attempt", match->attempt},
          {"players", snapshot.players(match->place)},
          {"has_page", snapshot.is_shown(id)},
          {"turn", tells_turn ? Json(job.turns) : Json()},
          {"seconds", job.seconds}};
}

Json shown_worker(const WorkerState& worker, const TournamentSnapshot& snapshot, WorkerTerms terms) {
  Json jobs = Json::array();
  for (const RunningJob& job : worker.jobs) {
    jobs.push_back(job_data(job, snapshot, terms));
  }
  return worker_data(worker, std::move(jobs));
}

}  // namespace

nlohmann::json worker_data(const WorkerState& worker, nlohmann::json jobs) {
  const auto rate = done_per_minute(worker);
  return {{"name", printable(worker.name, kShownText)},
          {"machine", machine_data(worker.about)},
          {"slots", worker.slots},
          {"since_s", worker.since_s},
          {"silent_s", worker.silent_s},
          {"silent", is_silent(worker)},
          {"done", worker.done},
          {"per_minute", rate ? Json(*rate) : Json()},
          {"leases_lost", worker.lost},
          {"jobs", std::move(jobs)}};
}

nlohmann::json machine_data(const std::string& about) {
  Json read = Json::parse(about, nullptr, false);
  if (!read.is_object()) {
    read = Json::object();
  }
  return {{"cpu", machine_text(read, "cpu")},
          {"cpus", machine_number(read, "cpus")},
          {"kernel", machine_text(read, "kernel")},
          {"sandbox", machine_text(read, "sandbox")},
          {"calibration_ms", machine_number(read, "calibration_ms")}};
}

nlohmann::json workers_data(const JobOverview& overview, std::chrono::seconds age,
                            const TournamentSnapshot& snapshot, WorkerTerms terms) {
  Json workers = Json::array();
  for (const WorkerState& worker : overview.workers) {
    workers.push_back(shown_worker(worker, snapshot, terms));
  }
  const auto silent = std::ranges::count_if(overview.workers, is_silent);
  return {{"format", 1},
          {"tournament", snapshot.name()},
          {"age_s", age.count()},
          {"waiting", overview.waiting},
          {"oldest_wait_s", overview.waiting > 0 ? Json(overview.oldest_wait_s) : Json()},
          {"running", overview.running},
          {"alive", static_cast<std::int64_t>(overview.workers.size()) - silent},
          {"leases_lost", overview.lost},
          {"workers", std::move(workers)}};
}

}  // namespace referee::pages
