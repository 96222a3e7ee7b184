#include "referee/score/graded_entrant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/tournament/run/opened_store.h"
#include "referee/versions/version_folder.h"
#include "referee/versions/version_report.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee::score {
namespace {

using test_support::TempFolder;
using testing::HasSubstr;

class GradedEntrants : public testing::Test {
 protected:
  const TempFolder folder;
  StoreContent content;
  TournamentConfig config =
      TournamentConfig::read({{"name", "Spring"},
                              {"game", "walls"},
                              {"format", {{"kind", "round_robin"}}},
                              {"store", (folder / "s.db").string()},
                              {"submissions", Json::object()},
                              {"entrants",
                               {{{"name", "Ann"}, {"command", {"/bin/true"}}},
                                {{"name", "bob"}, {"token_sha256", std::string(64, 'b')}},
                                {{"name", "rock"}, {"command", {"/bin/true"}}, {"staff", true}}}}},
                             "class.json");

  void SetUp() override {
    for (const auto& [name, token] : {std::pair{"Ann", ""}, {"bob", "b"}, {"rock", ""}}) {
      StoredEntrant& entrant = content.entrants.emplace_back();
      entrant.number = content.entrants.size() - 1;
      entrant.name = name;
      entrant.token_sha256 = token;
    }
  }

  void hand_in(std::size_t entrant, int number, const std::string& program) {
    versions::VersionReport report;
    report.name = "bot.zip";
    report.prepared.emplace().stage = prepare::Stage::ready;
    report.prepared->command = {"./bot"};
    StoredVersion& version = content.versions.emplace_back();
    version.entrant = entrant;
    version.number = number;
    version.status = StoredVersion::Status::ready;
    version.report = report.json();
    const auto built = versions::VersionFolder(config.store).built(entrant, number);
    std::filesystem::create_directories(built);
    test_support::write_file(built / "bot", program);
    content.entrants[entrant].version = number;
  }

  std::vector<GradedEntrant> all() const { return graded_entrants(config, content); }
};

TEST_F(GradedEntrants, AreAllButStaffAndWhoHasNoProgramSaysSo) {
  const auto entrants = all();
  ASSERT_EQ(entrants.size(), 2U);
  EXPECT_EQ(entrants[0].bot->argv, std::vector<std::string>{"/bin/true"});
  EXPECT_THAT(entrants[0].bot->confinement->hidden, testing::Contains(folder / "s.db"));
  EXPECT_FALSE(entrants[1].bot);
  EXPECT_THAT(entrants[1].why_not, HasSubstr("dials in"));
}

TEST_F(GradedEntrants, PlayTheNewestVersionThatMayPlay) {
  hand_in(1, 1, "one");
  hand_in(1, 2, "two");
  EXPECT_EQ(all()[1].version, 2);
  EXPECT_THAT(all()[1].bot->argv.at(0), HasSubstr("1-2/"));
  content.meta[std::string(meta_key::kNextVersion) + "bob"] = "1";
  EXPECT_EQ(all()[1].version, 1) << "the arbiter has rolled it back";
  content.meta[std::string(meta_key::kNextVersion) + "bob"] = "0";
  EXPECT_THAT(all()[1].why_not, HasSubstr("dials in"));
}

TEST_F(GradedEntrants, AreTheSameProgramByContentAlone) {
  hand_in(1, 1, "one");
  const std::string first = all()[1].sha256;
  hand_in(1, 2, "two");
  const std::string second = all()[1].sha256;
  hand_in(1, 3, "one");
  EXPECT_NE(first, second);
  EXPECT_EQ(first, all()[1].sha256);
  config.memory_mib *= 2;
  EXPECT_NE(first, all()[1].sha256) << "it has other bounds";
}

TEST_F(GradedEntrants, AreNamedIfTheirVersionIsGone) {
  hand_in(1, 1, "one");
  std::filesystem::remove_all(versions::VersionFolder(config.store).root());
  EXPECT_THAT(all()[1].why_not, HasSubstr("submission 1 is missing"));
}

TEST_F(GradedEntrants, AreNamedIfTheirProgramIsGoneUnlessAllAre) {
  config.entrants[0].gone = "entrants[0].folder: got \"a\", expected a folder";
  EXPECT_EQ(test_support::complaint<std::invalid_argument>([&] { (void)all(); }),
            "class.json: entrants[0].folder: got \"a\", expected a folder")
      << "the command was entered in another folder";
  hand_in(1, 1, "one");
  EXPECT_FALSE(all()[0].bot);
  EXPECT_EQ(all()[0].why_not, "class.json: " + config.entrants[0].gone);
  EXPECT_TRUE(all()[1].bot);
  hand_in(0, 1, "two");
  EXPECT_TRUE(all()[0].bot) << "what it has handed in is there";
}

}  // namespace
}  // namespace referee::score
