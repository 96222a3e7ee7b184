#include "referee/web/submission_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/sha256.h"
#include "referee/tournament/run/opened_store.h"
#include "tests/support/tournament_fixture.h"

// Versions that are handed in, without sockets.

namespace referee::web {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

class SubmissionRoutesTest : public testing::Test {
 protected:
  SubmissionRoutesTest()
      : config_(test_support::tournament(folder_, {{"name", "Spring"},
                                                   {"game", "walls"},
                                                   {"options", {{"n", 3}}},
                                                   {"format", test_support::single_games()}})),
        versions_(config_.store) {
    store_ = open_store(config_.store, StoreAccess::exclusive);
    open_tournament(config_, *store_, Clock::of(io_));
    StoredEntrant ada;
    ada.name = "ada";
    ada.token_sha256 = protocol::Sha256::hex_of("secret");
    StoredEntrant bob;
    bob.number = 1;
    bob.name = "bob";
    bob.token_sha256 = protocol::Sha256::hex_of("other");
    store_->apply({store_write::PutEntrant{ada}, store_write::PutEntrant{bob}});
    versions_.make();
    spec_.max_bytes = 1024;
    reader_ = std::make_unique<TournamentReader>(Clock::of(io_), config_.store,
                                                 pages::PageTerms{.live = true}, turns_folder(config_.store));
    tokens_ = std::make_unique<TokenCheck>(*reader_);
    SubmissionTerms terms{std::make_shared<versions::HandInDesk>(spec_), versions_,
                          [this](std::shared_ptr<versions::HandIn> hand_in, SubmissionTerms::Told told) {
                            arrived_ = std::move(hand_in);
                            told_ = std::move(told);
                          }};
    routes_ = std::make_unique<SubmissionRoutes>(*reader_, *tokens_, std::move(terms),
                                                 [](const std::function<void()>& call) {
                                                   call();
                                                   return true;
                                                 });
  }

  static HttpRequest put(const std::string& token) {
    HttpRequest request;
    request.put = true;
    request.path = {"submissions"};
    request.query = {{"name", "bot.py"}};
    request.bearer = token;
    return request;
  }
  HttpResponse got(const std::string& token, std::vector<std::string> path) {
    HttpRequest request;
    request.path = std::move(path);
    request.bearer = token;
    return routes_->answer(request);
  }
  /// The response to a body in these pieces.
  HttpResponse sent(HttpRequest request, const std::vector<std::string>& pieces) {
    Upload upload = routes_->upload(request);
    if (auto* const refused = std::get_if<HttpResponse>(&upload)) {
      return std::move(*refused);
    }
    auto& receiver = std::get<std::unique_ptr<BodyReceiver>>(upload);
    for (const std::string& piece : pieces) {
      if (auto refused = receiver->take(piece)) {
        return *std::move(refused);
      }
    }
    HttpResponse response;
    receiver->end([&response](HttpResponse given) { response = std::move(given); });
    if (told_) {
      versions::HandInAnswer answer;
      answer.version.number = 3;
      answer.version.sha256 = arrived_->file.sha256();
      std::exchange(told_, {})(answer);
    }
    return response;
  }
  static std::string body(const HttpResponse& response) { return *response.body->bytes(); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(versions_.files()), {}));
  }

  boost::asio::io_context io_{1};
  test_support::TempFolder folder_;
  TournamentConfig config_;
  versions::VersionFolder versions_;
  SubmissionSpec spec_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<TournamentReader> reader_;
  std::unique_ptr<TokenCheck> tokens_;
  std::unique_ptr<SubmissionRoutes> routes_;
  std::shared_ptr<versions::HandIn> arrived_;
  SubmissionTerms::Told told_;
};

TEST_F(SubmissionRoutesTest, ABodyIsKeptForTheEntrantOfItsToken) {
  const HttpResponse response = sent(put("other"), {"hel", "lo"});
  EXPECT_EQ(response.status, 202);
  const Json told = Json::parse(body(response));
  EXPECT_EQ(told.at("number").get<int>(), 3);
  EXPECT_EQ(told.at("sha256").get<std::string>(), protocol::Sha256::hex_of("hello"));
  EXPECT_EQ(told.at("url").get<std::string>(), "/api/submissions/3");
  EXPECT_EQ(arrived_->from.entrant, 1U);
  EXPECT_EQ(arrived_->file.name(), "bot.py");
  EXPECT_EQ(test_support::read_file(versions_.files() / arrived_->file.folder_name() / "bot.py"), "hello");
}

TEST_F(SubmissionRoutesTest, WithoutARightTokenNothingIsWritten) {
  EXPECT_EQ(sent(put(""), {"hello"}).status, 401);
  EXPECT_EQ(sent(put("wrong"), {"hello"}).status, 401);
  EXPECT_EQ(files(), 0U);
  EXPECT_EQ(arrived_, nullptr);
}

TEST_F(SubmissionRoutesTest, WhatIsTooLongOrEmptyLeavesNoFile) {
  HttpRequest stated = put("secret");
  stated.content_length = 1025;
  EXPECT_EQ(sent(stated, {}).status, 413);
  EXPECT_EQ(sent(put("secret"), {std::string(1000, 'x'), std::string(25, 'x')}).status, 413);
  EXPECT_EQ(sent(put("secret"), {}).status, 400);
  EXPECT_EQ(files(), 0U);
  EXPECT_EQ(arrived_, nullptr);
}

TEST_F(SubmissionRoutesTest, ABodyThatBreaksOffLeavesNoFile) {
  {
    const Upload upload = routes_->upload(put("secret"));
    std::get<std::unique_ptr<BodyReceiver>>(upload)->take("half");
    EXPECT_EQ(files(), 1U);
    EXPECT_EQ(std::get<HttpResponse>(routes_->upload(put("secret"))).status, 429) << "one at a time";
  }
  EXPECT_EQ(files(), 0U);
}

TEST_F(SubmissionRoutesTest, AnEntrantIsToldOfItsOwnVersionsOnly) {
  StoredVersion version;
  version.sha256 = std::string(64, 'a');
  version.at = "2026-11-20T08:00:00.000Z";
  version.report = R"({"name":"bot.py","folder":"ab"})";
  store_->apply({store_write::PutVersion{version}});
  reader_->changed();
  const HttpResponse one = got("secret", {"api", "submissions", "1"});
  EXPECT_EQ(one.status, 200);
  EXPECT_EQ(one.cache_control, "no-store");
  EXPECT_THAT(body(one), HasSubstr(R"("status":"waiting")"));
  EXPECT_EQ(got("other", {"api", "submissions", "1"}).status, 404);
  EXPECT_EQ(got("secret", {"api", "submissions", "2"}).status, 404);
  EXPECT_EQ(got("secret", {"api", "submissions", "x"}).status, 404);
  EXPECT_EQ(got("secret", {"api", "submissions", "1", "x"}).status, 404);
  EXPECT_EQ(got("", {"api", "submissions"}).status, 401);
  const Json all = Json::parse(body(got("secret", {"api", "submissions"})));
  EXPECT_EQ(all.at("versions").size(), 1U);
  EXPECT_EQ(all.at("max_bytes").get<int>(), 1024);
}

}  // namespace
}  // namespace referee::web
