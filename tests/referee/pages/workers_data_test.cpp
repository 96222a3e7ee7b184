#include "referee/pages/workers_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "referee/pages/workers_page.h"
#include "tests/referee/pages/begun_store.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// Ada has met bob in round 1, and meets him again in round 2.
StoreContent two_rounds(const std::string& game, std::size_t seats) {
  const Json format = seats == 1 ? Json{{"kind", "field"}}
                                 : Json{{"kind", "swiss"}, {"rounds", 2}, {"table", 2}, {"best_of", 1}};
  StoreContent stored = test_support::begun_store(game, format, {"ada", "bob"}, {7});
  stored.meta[meta_key::kName] = "Spring <1>";
  for (StoredEntrant& entrant : stored.entrants) {
    entrant.display = "Real " + entrant.name;
  }
  for (int round = 1; round <= 2; ++round) {
    Encounter met = histories::encounter(seats == 1 ? std::vector<Entrant>{0} : std::vector<Entrant>{0, 1});
    met.round = round;
    if (seats == 1) {
      met.instance = 1;
    }
    stored.rounds.push_back({round, encounters_json({met})});
  }
  return stored;
}

WorkerState worker_that_plays(const std::string& job, std::int64_t silent_s = 2) {
  WorkerState worker;
  worker.name = "w1/1234";
  worker.about =
      R"({"cpu":"Fast 9","cpus":8,"kernel":"6.1","sandbox":"full","calibration_ms":12.5,"name":"w1/1234"})";
  worker.slots = 4;
  worker.since_s = 122;
  worker.silent_s = silent_s;
  worker.done = 30;
  worker.jobs.push_back({job, 34, 5});
  return worker;
}

JobOverview overview_of(WorkerState worker) {
  JobOverview overview;
  overview.waiting = 7;
  overview.oldest_wait_s = 40;
  overview.running = 1;
  overview.lost = 3;
  overview.workers.push_back(std::move(worker));
  return overview;
}

Json job_of(const std::string& name, StoreContent content, PageTerms shown = {}, WorkerTerms terms = {}) {
  const TournamentSnapshot snapshot(std::move(content), shown);
  const Json data =
      workers_data(overview_of(worker_that_plays(name)), std::chrono::seconds(1), snapshot, terms);
  return data["workers"][0]["jobs"][0];
}

TEST(WorkersData, TellWhoPlaysWhatAndHowMuchWaits) {
  const TournamentSnapshot snapshot(two_rounds("walls", 2), {});
  const Json data =
      workers_data(overview_of(worker_that_plays("r2t1g1/2")), std::chrono::seconds(1), snapshot, {});
  EXPECT_EQ(data["waiting"], 7);
  EXPECT_EQ(data["oldest_wait_s"], 40);
  EXPECT_EQ(data["running"], 1);
  EXPECT_EQ(data["alive"], 1);
  EXPECT_EQ(data["leases_lost"], 3);
  const Json& worker = data["workers"][0];
  EXPECT_EQ(worker["per_minute"], 15) << "of the two minutes from its first word to its last";
  EXPECT_EQ(worker["silent"], false);
  EXPECT_EQ(
      worker["machine"],
      (Json{
          {"cpu", "Fast 9"}, {"cpus", 8}, {"kernel", "6.1"}, {"sandbox", "full"}, {"calibration_ms", 12.5}}));
  EXPECT_EQ(worker["jobs"], Json::array({{{"kind", "match"},
                                          {"match", "r2t1g1"},
                                          {"attempt", 2},
                                          {"players", {"ada", "bob"}},
                                          {"has_page", false},
                                          {"turn", 34},
                                          {"seconds", 5}}}));
}

TEST(WorkersData, CallOneSilentThatHasSaidNothingForALease) {
  EXPECT_FALSE(is_silent(worker_that_plays("r1t1g1/1", 15)));
  EXPECT_TRUE(is_silent(worker_that_plays("r1t1g1/1", 16)));
}

TEST(WorkersData, ShowNamesAsTheOtherPages) {
  const Json job = job_of("r1t1g1/1", two_rounds("walls", 2), PageTerms{.names = WebSpec::Names::display});
  EXPECT_EQ(job["players"], Json::array({"Real ada", "Real bob"}));
}

TEST(WorkersData, NameNoMatchOfAFrozenRound) {
  StoreContent content = two_rounds("walls", 2);
  content.meta[meta_key::kFreezeRounds] = "1";
  EXPECT_EQ(job_of("r1t1g1/1", content)["turn"], 34);
  EXPECT_EQ(job_of("r2t1g1/1", content), (Json{{"kind", "match"},
                                               {"match", nullptr},
                                               {"attempt", nullptr},
                                               {"players", Json::array()},
                                               {"has_page", false},
                                               {"turn", nullptr},
                                               {"seconds", nullptr}}));
}

TEST(WorkersData, NameNoMatchWhereSpectatorsSeeNone) {
  StoreContent content = two_rounds("walls", 2);
  content.meta[meta_key::kShownMatches] = "own";
  const Json job = job_of("r1t1g1/1", content);
  EXPECT_EQ(job["match"], nullptr);
  EXPECT_EQ(job["players"], Json::array());
}

TEST(WorkersData, TellNoTurnOfAnInstanceThatOthersStillHaveToPlay) {
  const Json job = job_of("r1t1g1/1", two_rounds("superball", 1));
  EXPECT_EQ(job["match"], "r1t1g1");
  EXPECT_EQ(job["turn"], nullptr);
}

TEST(WorkersData, TellNoTurnWhereMatchesAreShownLater) {
  EXPECT_EQ(job_of("r1t1g1/1", two_rounds("walls", 2), {}, {.tells_turns = false})["turn"], nullptr);
}

TEST(WorkersData, TellNothingOfWorkThatIsNoMatch) {
  for (const char* const name : {"build/ada/3", "r1t1g1", "r1t1g1/", "r1t1g1/x", "r1t1g1/1x", "/1", ""}) {
    const Json job = job_of(name, two_rounds("walls", 2));
    EXPECT_EQ(job["kind"], "other") << name;
    EXPECT_EQ(job["match"], nullptr) << name;
    EXPECT_EQ(job["seconds"], nullptr) << name;
  }
}

TEST(WorkersData, TakeAnyWordsOfAWorker) {
  for (const char* const about :
       {"", "{", "[]", "null", "\xff", R"({"cpu":7,"cpus":"many","sandbox":{},"kernel":null})",
        R"({"cpus":-1,"calibration_ms":1e300})", R"({"cpus":1e999})"}) {
    const Json machine = machine_data(about);
    EXPECT_EQ(machine.size(), 5U);
    for (const auto& [key, fact] : machine.items()) {
      EXPECT_TRUE(fact.is_null()) << about << ": " << key;
    }
  }
  const Json long_one = machine_data(Json{{"cpu", std::string(100'000, 'x')}}.dump());
  EXPECT_LE(long_one["cpu"].get<std::string>().size(), 200U);
}

TEST(WorkersPage, IsATableWithoutAScript) {
  const TournamentSnapshot snapshot(two_rounds("walls", 2), {});
  const std::string html = workers_body_html(
      workers_data(overview_of(worker_that_plays("r2t1g1/2")), std::chrono::seconds(1), snapshot, {}));
  EXPECT_THAT(html, HasSubstr("<bdi>Spring &lt;1&gt;</bdi>"));
  EXPECT_THAT(html, HasSubstr("<dt>Waiting</dt><dd>7 <small>the oldest for 40 s</small></dd>"));
  EXPECT_THAT(html, HasSubstr("<dt>Jobs lost</dt><dd>3</dd>"));
  EXPECT_THAT(
      html,
      HasSubstr("<b>r2t1g1</b>, attempt 2, turn 34, 5 s <small><bdi>ada</bdi>, <bdi>bob</bdi></small>"));
  EXPECT_THAT(html,
              HasSubstr("<bdi>Fast 9</bdi><small>8 CPUs, sandbox <bdi>full</bdi>, kernel <bdi>6.1</bdi>, "
                        "calibration 12.5 ms</small>"));
  EXPECT_THAT(
      html,
      HasSubstr(
          "<td data-value=\"2\">2 s ago</td><td data-value=\"122\">2 min</td><td>30</td><td>15.0</td>"));
  EXPECT_THAT(html, Not(HasSubstr("banner")));
}

TEST(WorkersPage, SaysWhatIsSilentAndOld) {
  const TournamentSnapshot snapshot(two_rounds("walls", 2), {});
  WorkerState silent = worker_that_plays("r2t1g1/2", 4000);
  silent.jobs.clear();
  silent.since_s = 3000;
  const std::string html =
      workers_body_html(workers_data(overview_of(silent), std::chrono::seconds(200), snapshot, {}));
  EXPECT_THAT(html, HasSubstr("<td data-value=\"4000\" class=\"fault\">silent for 1 h 6 min</td>"));
  EXPECT_THAT(html, HasSubstr("<dt>Workers</dt><dd>0 <small>and 1 silent</small></dd>"));
  EXPECT_THAT(html, HasSubstr("You see the state of 3 min ago"));
  EXPECT_THAT(html, HasSubstr("<td>–</td>")) << "no rate";
}

TEST(WorkersPage, TakesWhatWorkersSayAsText) {
  const TournamentSnapshot snapshot(two_rounds("walls", 2), {});
  WorkerState hostile = worker_that_plays("<script>/1");
  hostile.name = "\"><script>alert(1)</script>\xff\n";
  hostile.about = R"({"cpu":"<img src=x>","kernel":"<b>","sandbox":"'\" onload=x"})";
  const std::string html =
      workers_body_html(workers_data(overview_of(hostile), std::chrono::seconds(0), snapshot, {}));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_THAT(html, Not(HasSubstr("\" onload")));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;alert(1)"));
  EXPECT_THAT(html, HasSubstr("other work"));
}

}  // namespace
}  // namespace referee::pages
