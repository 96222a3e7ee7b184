#include "referee/web/site_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/sha256.h"
#include "referee/pages/built_scripts.h"
#include "referee/pages/match_data.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/tournament/standings/history.h"
#include "tests/referee/tournament/histories.h"
#include "tests/support/sample_record.h"
#include "tests/support/tournament_fixture.h"

// Requests for the pages of a stored tournament, without sockets.

namespace referee::web {
namespace {

using Json = nlohmann::json;
using test_support::lines_of;
using test_support::TempFolder;
using test_support::walls_record;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// A round robin of ada, bob and carol in Walls: one match is over, one is running, one has not begun.
class SiteRoutesTest : public testing::Test {
 protected:
  SiteRoutesTest()
      : config_(test_support::tournament(folder_, {{"name", "Spring <1>"},
                                                   {"game", "walls"},
                                                   {"options", {{"n", 3}}},
                                                   {"format", test_support::single_games()}})) {
    config_.entrants = {test_support::dialling("ada"), test_support::dialling("bob"),
                        test_support::dialling("carol")};
    store_ = open_store(config_.store, StoreAccess::exclusive);
    open_tournament(config_, *store_, Clock::of(io_));
    enter();
    routes_from_now_on();
  }

  void enter() {
    std::vector<StoreWrite> writes;
    for (const EntrantSpec& spec : config_.entrants) {
      StoredEntrant entrant;
      entrant.number = writes.size();
      entrant.name = spec.name;
      entrant.token_sha256 = spec.token_sha256;
      writes.emplace_back(store_write::PutEntrant{entrant});
    }
    Encounter done = histories::encounter({0, 1});
    Encounter running = histories::encounter({2, 0});
    running.table = 2;
    writes.emplace_back(store_write::PutRound{{1, encounters_json({done, running})}});
    writes.emplace_back(store_write::BeginAttempt{attempt("r1t1g1", 1), line(0)});
    writes.push_back(finished("r1t1g1"));
    writes.emplace_back(store_write::BeginAttempt{attempt("r1t2g1", 2), line(0)});
    writes.emplace_back(store_write::Journal{"r1t2g1", 1, line(1)});
    store_->apply(writes);
  }
  static StoreWrite finished(const std::string& match) {
    GameResult result = histories::game(1, {3, 2});
    result.ended = "2026-11-20T08:00:00.000Z";
    return store_write::FinishAttempt{match, 1, StoredAttempt::Status::done, game_result_json(result),
                                      walls_record()};
  }
  static StoredAttempt attempt(const std::string& match, int table) {
    return {match, 1, table, 1, 1, StoredAttempt::Status::running, ""};
  }
  static std::string line(std::size_t number) { return lines_of(walls_record()).at(number) + "\n"; }

  /// `rules`: PageTerms::rules.
  void routes_from_now_on(const std::shared_ptr<const std::string>& rules = nullptr, bool lab = false,
                          pages::BuiltScripts scripts = {}) {
    pages::PageTerms terms;
    terms.rules = rules;
    terms.scripts = std::move(scripts);
    terms.lab = lab;
    terms.entering = pages::Entering::closed;
    terms.live = true;
    reader_ =
        std::make_unique<TournamentReader>(Clock::of(io_), config_.store, terms, turns_folder(config_.store));
    live_ = std::make_unique<LiveMatches>(*reader_, ShowDelay{}, events_);
    site_ = std::make_unique<SiteRoutes>(*reader_, live_.get(), events_,
                                         [this](const std::string& name) { return folder_ / name; });
  }
  /// The response to a request with a body.
  HttpResponse sent(const std::vector<std::string>& path, bool put, const std::string& token,
                    const std::string& body = "") {
    HttpRequest request;
    request.path = path;
    request.put = put;
    request.post = !put;
    request.bearer = token;
    Upload upload = site_->upload(request);
    if (auto* const refused = std::get_if<HttpResponse>(&upload)) {
      return std::move(*refused);
    }
    auto& receiver = std::get<std::unique_ptr<BodyReceiver>>(upload);
    if (auto refused = body.empty() ? std::nullopt : receiver->take(body)) {
      return *std::move(refused);
    }
    HttpResponse response;
    receiver->end([&response](HttpResponse given) { response = std::move(given); });
    return response;
  }
  /// News of the running match, as the feed brings them.
  void news(const std::string& lines, bool begins = false, bool over = false) {
    MatchFeed::Batch batch;
    batch.news.push_back({"r1t2g1", 1, begins, false, over, false, lines});
    live_->take(std::move(batch), now_);
    live_->step(now_);
  }

  HttpResponse get(std::vector<std::string> path, const std::string& bearer = "",
                   std::vector<std::pair<std::string, std::string>> query = {}) {
    HttpRequest request;
    request.path = std::move(path);
    request.bearer = bearer;
    request.query = std::move(query);
    return site_->answer(request);
  }
  static Json json_of(const HttpResponse& response) { return Json::parse(*response.body->bytes()); }
  static std::string text_of(const HttpResponse& response) { return *response.body->bytes(); }

  boost::asio::io_context io_{1};
  const TempFolder folder_;
  TournamentConfig config_;
  std::unique_ptr<Store> store_;
  std::shared_ptr<EventTopic> events_ = std::make_shared<EventTopic>();
  std::unique_ptr<TournamentReader> reader_;
  std::unique_ptr<LiveMatches> live_;
  std::unique_ptr<SiteRoutes> site_;
  TimePoint now_ = std::chrono::steady_clock::now();
};

TEST_F(SiteRoutesTest, PagesNameTheTournamentAsText) {
  for (const std::vector<std::string>& path :
       std::vector<std::vector<std::string>>{{}, {"me"}, {"matches", "r1t1g1"}, {"matches", "r1t2g1"}}) {
    const HttpResponse page = get(path);
    EXPECT_EQ(page.status, 200);
    EXPECT_THAT(text_of(page), HasSubstr("Spring &lt;1&gt;"));
    EXPECT_THAT(text_of(page), Not(HasSubstr("<script>")));
  }
  EXPECT_THAT(text_of(get({"matches", "r1t1g1"})), HasSubstr("\"../assets/match.js\""));
  EXPECT_THAT(text_of(get({})), HasSubstr("\"assets/tournament.js\""));
  EXPECT_EQ(get({"assets", "match.js"}).content_type, "text/javascript; charset=utf-8");
}

TEST_F(SiteRoutesTest, WhatIsNotThereIsNotFound) {
  for (const std::vector<std::string>& path :
       std::vector<std::vector<std::string>>{{"nothing"},
                                             {"matches"},
                                             {"matches", "r9t9g9"},
                                             {"matches", "r1t1g1", ""},
                                             {"assets", "nothing"},
                                             {"api"},
                                             {"api", "tournament", "x"},
                                             {"api", "matches"},
                                             {"api", "matches", "r9t9g9"},
                                             {"api", "matches", "r1t1g1", "x"},
                                             {"api", "matches", "r1t1g1", "record", "x"}}) {
    EXPECT_EQ(get(path).status, 404) << (path.empty() ? "" : path.back());
  }
}

/// Jobs of a store for which nobody works.
struct IdleJobs final : JobWatch {
  JobOverview look() override { return {}; }
};

TEST_F(SiteRoutesTest, WorkersHaveAPageWhereTheyPlay) {
  EXPECT_EQ(get({"workers"}).status, 404);
  EXPECT_EQ(get({"api", "workers"}).status, 404);
  Metrics metrics;
  boost::asio::io_context io;
  Tasks tasks(io);
  const WorkerWatch watch(tasks, std::make_unique<IdleJobs>(), metrics);
  site_->show_workers(watch, {});
  const std::string page = text_of(get({"workers"}));
  EXPECT_THAT(page, HasSubstr("<title>Workers: Spring &lt;1&gt;</title>"));
  EXPECT_THAT(page, HasSubstr("No worker has reported in the last hour."));
  EXPECT_THAT(page, HasSubstr("\"assets/workers.js\""));
  EXPECT_EQ(json_of(get({"api", "workers"}))["workers"], Json::array());
  EXPECT_EQ(get({"workers", "x"}).status, 404);
  EXPECT_EQ(get({"api", "workers", "x"}).status, 404);
}

TEST_F(SiteRoutesTest, AFinishedMatchIsToldWithItsRecord) {
  const Json data = json_of(get({"api", "matches", "r1t1g1"}));
  EXPECT_EQ(data["players"], Json::array({"ada", "bob"})) << "as the store has it, whatever the record says";
  EXPECT_EQ(data["status"], "done");
  const HttpResponse record = get({"api", "matches", "r1t1g1", "record"});
  EXPECT_EQ(text_of(record), walls_record());
  EXPECT_EQ(record.download_name, "r1t1g1.jsonl");
}

TEST_F(SiteRoutesTest, WithoutRulesForBrowsersNothingIsSaidOfVerifyingOrPlayingThere) {
  EXPECT_EQ(get({"verify"}).status, 404);
  EXPECT_EQ(get({"play"}).status, 404);
  EXPECT_FALSE(json_of(get({"api", "matches", "r1t1g1"})).contains("lab"));
  EXPECT_EQ(get({"assets", "rules.js"}).status, 404);
  EXPECT_FALSE(json_of(get({"api", "matches", "r1t1g1"})).contains("verify"));
}

TEST_F(SiteRoutesTest, RecordsThatAreHandedOutAreVerifiedByAPageThatMayCompileTheRules) {
  routes_from_now_on(std::make_shared<const std::string>("rules of all games"));
  EXPECT_EQ(json_of(get({"api", "matches", "r1t1g1"}))["verify"], "../verify#api/matches/r1t1g1/record");
  EXPECT_FALSE(json_of(get({"api", "matches", "r1t2g1"})).contains("verify")) << "it is running";
  const HttpResponse page = get({"verify"});
  EXPECT_TRUE(page.compiles);
  EXPECT_THAT(text_of(page), HasSubstr("\"assets/rules.js\""));
  EXPECT_FALSE(get({"matches", "r1t1g1"}).compiles);
  const HttpResponse rules = get({"assets", "rules.js"});
  EXPECT_EQ(text_of(rules), "rules of all games");
  EXPECT_EQ(rules.content_type, "text/javascript; charset=utf-8");
}

TEST_F(SiteRoutesTest, ScriptsOfOthersHaveTheirNoticesBesideThem) {
  EXPECT_EQ(get({"assets", "NOTICES"}).status, 404) << "no script was built";
  routes_from_now_on(std::make_shared<const std::string>("rules of all games"), false,
                     {{"NOTICES", std::make_shared<const std::string>("musl: MIT")}});
  const HttpResponse notices = get({"assets", "NOTICES"});
  EXPECT_EQ(text_of(notices), "musl: MIT");
  EXPECT_EQ(notices.content_type, "text/plain; charset=utf-8");
}

TEST_F(SiteRoutesTest, RecordsThatAreHandedOutArePlayedOnWithoutALab) {
  routes_from_now_on(std::make_shared<const std::string>("rules of all games"));
  EXPECT_EQ(json_of(get({"api", "matches", "r1t1g1"}))["lab"], "../play#api/matches/r1t1g1/record");
  EXPECT_FALSE(json_of(get({"api", "matches", "r1t2g1"})).contains("lab"))
      << "what it hides may be seen when it is over";
  const HttpResponse page = get({"play"});
  EXPECT_TRUE(page.compiles);
  EXPECT_THAT(text_of(page), AllOf(HasSubstr("data-page=\"play\""), HasSubstr("data-check=\"\""),
                                   Not(HasSubstr("assets/editor.js"))));
}

TEST_F(SiteRoutesTest, ALabMayCompileTheRulesAndHasNoEditorWhereNoneWasBuilt) {
  const auto rules = std::make_shared<const std::string>("rules of all games");
  routes_from_now_on(rules);
  EXPECT_EQ(get({"lab"}).status, 404) << "nobody has asked for it";
  routes_from_now_on(rules, true);
  const HttpResponse page = get({"lab"});
  EXPECT_TRUE(page.compiles);
  EXPECT_THAT(text_of(page), AllOf(HasSubstr("assets/rules.js"), HasSubstr("data-game=\"walls\""),
                                   Not(HasSubstr("token")), Not(HasSubstr("assets/editor.js"))));
  EXPECT_EQ(get({"assets", "editor.js"}).status, 404);
  EXPECT_EQ(json_of(get({"api", "matches", "r1t1g1"}))["lab"], "../lab#api/matches/r1t1g1/record");
}

TEST_F(SiteRoutesTest, ARunningMatchIsToldFromTheFeed) {
  news(line(0) + line(1), true);
  const Json data = json_of(get({"api", "matches", "r1t2g1"}));
  EXPECT_EQ(data["status"], "running");
  EXPECT_THAT(data["turns"], SizeIs(1));
  EXPECT_EQ(data["seed"], Json());
  EXPECT_EQ(get({"api", "matches", "r1t2g1", "record"}).status, 403);
  const HttpResponse stream = get({"api", "matches", "r1t2g1", "events"}, "", {{"from", "0"}});
  EXPECT_NE(stream.topic, nullptr);
  EXPECT_THAT(stream.first_events, SizeIs(1));
  EXPECT_EQ(get({"api", "matches", "r1t2g1", "events"}, "", {{"from", "-1"}}).status, 400);
}

TEST_F(SiteRoutesTest, AMatchThatTheFeedHasLostIsReadFromItsJournal) {
  news("");  // not its beginning
  const Json data = json_of(get({"api", "matches", "r1t2g1"}));
  EXPECT_EQ(data["status"], "running");
  EXPECT_THAT(data["turns"], SizeIs(1));
}

TEST_F(SiteRoutesTest, AMatchThatEndsBeforeAnybodyLooksIsReadFromItsJournalUntilItsResultIsKnown) {
  news(line(0) + line(1) + line(2), true);  // more than its journal has: so it is seen where it is read from
  news("", false, true);
  const Json data = json_of(get({"api", "matches", "r1t2g1"}));
  EXPECT_EQ(data["status"], "running");
  EXPECT_THAT(data["turns"], SizeIs(1));
}

TEST_F(SiteRoutesTest, AMatchThatNothingTellsOfIsNotShown) {
  EXPECT_EQ(get({"api", "matches", "r1t2g1"}).status, 503);
  EXPECT_EQ(get({"api", "matches", "r1t2g1", "events"}).status, 503);
}

TEST_F(SiteRoutesTest, TheEndOfAMatchIsToldOnceItsResultIsReadHoweverLongThatTakes) {
  news(line(0) + line(1), true);
  const HttpResponse stream = get({"api", "matches", "r1t2g1", "events"});
  news("", false, true);
  now_ += 10 * LiveMatches::kEndWithin;
  live_->step(now_);
  EXPECT_FALSE(stream.topic->has_ended());
  EXPECT_EQ(json_of(get({"api", "matches", "r1t2g1"}))["status"], "running");
  store_->apply({finished("r1t2g1")});
  reader_->refresh_now();
  live_->step(now_);
  EXPECT_TRUE(stream.topic->has_ended());
  EXPECT_EQ(json_of(get({"api", "matches", "r1t2g1"}))["status"], "done");
}

TEST_F(SiteRoutesTest, TurnsThatComeTogetherWithTheResultAreToldBeforeTheEnd) {
  class Reader final : public EventReader {
   public:
    void on_event(const Event& event, const Event&) override { texts.push_back(*event.text); }
    void on_end() override {}

    std::vector<std::string> texts;
  } reader;
  news(line(0) + line(1), true);
  const HttpResponse stream = get({"api", "matches", "r1t2g1", "events"}, "", {{"from", "1"}});
  stream.topic->subscribe(reader);
  store_->apply({finished("r1t2g1")});
  reader_->refresh_now();
  news(line(2) + line(3), false, true);
  EXPECT_THAT(reader.texts,
              testing::ElementsAre(HasSubstr("event: turns\n"), testing::StartsWith("event: end\n")));
}

TEST_F(SiteRoutesTest, AMatchThatIsOverGoesWhenItsResultWillBeReadForWhoeverAsks) {
  news(line(0) + line(1), true);
  news("", false, true);
  reader_->changed();
  now_ += LiveMatches::kEndWithin / 2;
  live_->step(now_);
  EXPECT_TRUE(live_->is_busy());
  now_ += LiveMatches::kEndWithin;
  live_->step(now_);
  EXPECT_FALSE(live_->is_busy());
}

TEST_F(SiteRoutesTest, WhoComesLateToAStreamIsToldThatTheMatchIsOver) {
  const HttpResponse stream = get({"api", "matches", "r1t1g1", "events"});
  ASSERT_TRUE(stream.topic);
  EXPECT_TRUE(stream.topic->has_ended());
  ASSERT_THAT(stream.first_events, SizeIs(1));
  EXPECT_THAT(*stream.first_events.front().text, HasSubstr("event: end\n"));
}

TEST_F(SiteRoutesTest, DataOfAFinishedMatchAreThoseOfItsRecord) {
  pages::MatchFacts facts;
  facts.players = {"ada", "bob"};
  facts.record = "../api/matches/r1t1g1/record";
  facts.home = "../";
  EXPECT_EQ(text_of(get({"api", "matches", "r1t1g1"})), pages::match_data(walls_record(), facts));
}

TEST_F(SiteRoutesTest, OnlyTheEmbeddedPageMayBeFramed) {
  const HttpResponse embedded = get({"embed", "r1t1g1"});
  EXPECT_EQ(embedded.status, 200);
  EXPECT_TRUE(embedded.may_be_framed);
  EXPECT_EQ(text_of(embedded), text_of(get({"matches", "r1t1g1"})))
      << "its scripts tell the two by their folders";
  for (const std::vector<std::string>& path : std::vector<std::vector<std::string>>{
           {}, {"me"}, {"matches", "r1t1g1"}, {"embed", "r9t9g9"}, {"embed"}}) {
    EXPECT_FALSE(get(path).may_be_framed);
  }
}

TEST_F(SiteRoutesTest, AMatchIsToldWhatStandsAroundIt) {
  const Json context = json_of(get({"api", "matches", "r1t1g1", "context"}));
  EXPECT_EQ(context["entrants"], Json({"../entrants/1", "../entrants/2"}));
  EXPECT_EQ(context["standings"], "../#standings");
  const Json game = {{"match", "r1t1g1"}, {"game_no", 1},  {"status", "done"},
                     {"winner", "ada"},   {"draw", false}, {"href", "../matches/r1t1g1"}};
  EXPECT_EQ(context["games"], Json::array({game}));
}

TEST_F(SiteRoutesTest, BoardsAreOfMatchesThatTheStoreKnows) {
  news(line(0) + line(1), true);
  MatchFeed::Batch unknown;
  unknown.news.push_back({"r1t3g1", 1, true, false, false, false, line(0)});
  live_->take(std::move(unknown), now_);
  const HttpResponse stream = get({"api", "events"});
  ASSERT_THAT(stream.first_events, SizeIs(2));
  EXPECT_THAT(*stream.first_events[0].text, HasSubstr(R"({"version":1})"));
  const std::string boards = *stream.first_events[1].text;
  const std::size_t list = boards.find('[');
  EXPECT_THAT(Json::parse(boards.substr(list, boards.rfind(']') + 1 - list)), SizeIs(1));
}

TEST_F(SiteRoutesTest, TheStoreIsReadAtMostOnceASecond) {
  EXPECT_FALSE(reader_->refresh(now_)) << "nothing has changed";
  reader_->changed();
  EXPECT_TRUE(reader_->refresh(now_));
  EXPECT_EQ(reader_->version(), 2);
  reader_->changed();
  EXPECT_FALSE(reader_->refresh(std::chrono::steady_clock::now()));
  EXPECT_TRUE(reader_->refresh(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
}

TEST_F(SiteRoutesTest, AWholeSnapshotIsOneBody) {
  const HttpResponse first = get({"api", "tournament"});
  EXPECT_EQ(json_of(first)["version"], 1);
  EXPECT_EQ(get({"api", "tournament"}).body, first.body);
}

TEST_F(SiteRoutesTest, AnotherLobbyIsANewVersion) {
  const std::string before = *site_->tournament_event().text;
  site_->show_lobby("<section id=\"lobby\">ada is here</section>");
  EXPECT_NE(*site_->tournament_event().text, before);
  EXPECT_THAT(text_of(get({})), HasSubstr("ada is here"));
  EXPECT_EQ(json_of(get({"api", "tournament"}))["version"], 2);
}

// ---- bodies ----

TEST_F(SiteRoutesTest, OtherAddressesTakeNoBodies) {
  for (const bool put : {true, false}) {
    const HttpResponse response = sent({"me"}, put, "token of ada");
    EXPECT_EQ(response.status, 405);
    EXPECT_EQ(response.headers.front().second, "GET, HEAD");
  }
  EXPECT_EQ(sent({"api", "begin"}, false, "x").status, 405) << "it begins by itself only";
}

TEST_F(SiteRoutesTest, TheTokenOfThisStartBeginsTheTournament) {
  ControlReply said{true, "the tournament begins"};
  int begun = 0;
  site_->take_begin({protocol::Sha256::hex_of("right"),
                     [&](const BeginTerms::Told& told) {
                       ++begun;
                       told(said);
                     }},
                    [](const std::function<void()>& call) {
                      call();
                      return true;
                    });
  const auto begin = [this](const std::string& token) { return sent({"api", "begin"}, false, token); };
  EXPECT_EQ(get({"api", "begin"}, "right").status, 405);
  EXPECT_EQ(sent({"api", "begin"}, true, "right").status, 405);
  EXPECT_EQ(begin("").status, 403);
  EXPECT_EQ(begin("right ").status, 403);
  EXPECT_EQ(begin("token of ada").status, 403);
  EXPECT_EQ(begin("x").status, 429);
  EXPECT_EQ(begun, 0);
  const HttpResponse response = begin("right");
  EXPECT_EQ(response.status, 200) << "others of the address lock nobody out";
  EXPECT_THAT(text_of(response), HasSubstr("the tournament begins"));
  said = {false, "it has begun already"};
  EXPECT_EQ(begin("right").status, 409);
  EXPECT_EQ(begun, 2);
  EXPECT_EQ(sent({"api", "begin"}, false, "right", "{}").status, 413);
  EXPECT_EQ(begun, 2);
}

// ---- an entrant's own ----

TEST_F(SiteRoutesTest, ATokenOpensItsOwnEntrantsMatches) {
  const HttpResponse me = get({"api", "me"}, "token of ada");
  EXPECT_EQ(me.status, 200);
  EXPECT_EQ(me.cache_control, "no-store");
  EXPECT_EQ(json_of(me)["name"], "ada");
  EXPECT_EQ(get({"api", "me", "matches", "r1t1g1"}, "token of ada").status, 200);
  EXPECT_EQ(get({"api", "me", "matches", "r1t1g1"}, "token of carol").status, 404);
  EXPECT_EQ(text_of(get({"api", "me", "matches", "r1t1g1", "record"}, "token of bob")), walls_record());
  EXPECT_EQ(get({"api", "me", "matches", "r1t2g1", "record"}, "token of ada").status, 403) << "it is running";
  EXPECT_EQ(get({"api", "me", "nothing", "r1t1g1"}, "token of ada").status, 404);
  news(line(0) + line(1), true);
  EXPECT_EQ(json_of(get({"api", "me", "matches", "r1t2g1"}, "token of ada"))["status"], "running");
  EXPECT_EQ(get({"api", "me", "matches", "r1t2g1"}, "token of bob").status, 404);
}

TEST_F(SiteRoutesTest, WrongTokensAreSlowedDown) {
  EXPECT_EQ(get({"api", "me"}).status, 401);
  EXPECT_EQ(get({"api", "me"}, "token of ada ").status, 401);
  EXPECT_EQ(get({"api", "me"}, "token of dora").status, 401);
  EXPECT_EQ(get({"api", "me"}, "x").status, 401);
  const HttpResponse slowed = get({"api", "me"}, "y");
  EXPECT_EQ(slowed.status, 429);
  EXPECT_THAT(slowed.headers, testing::Contains(testing::Key("Retry-After")));
  EXPECT_EQ(get({"api", "me"}, "token of ada").status, 200) << "others of the address lock nobody out";
}

}  // namespace
}  // namespace referee::web
