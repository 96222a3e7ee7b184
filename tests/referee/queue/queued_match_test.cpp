#include "referee/queue/queued_match.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "tests/support/temp_folder.h"

namespace referee::queue {
namespace {

namespace fs = std::filesystem;
using test_support::TempFolder;
using test_support::write_file;

MatchSpec some_spec() {
  MatchSpec spec;
  spec.id = "r1t2g3";
  spec.attempt = 2;
  spec.game = engines::find_game("walls");
  spec.options = {{"n", 5}};
  spec.seed = {7, std::string(32, '0')};
  spec.clock.ms = 50;
  spec.place = MatchSpec::Place{"Spring", 1, 2, 3};
  spec.versions = {{0, ""}, {3, std::string(64, 'a')}};
  spec.keep_seed_secret = true;
  SeatAnswer answer;
  answer.seat = 1;
  answer.move = "\"left\"";
  answer.spent = Microseconds(5);
  spec.given.turns = {{answer}};
  return spec;
}

TEST(QueuedMatch, ComesBackFromItsText) {
  QueuedMatch match{some_spec(), {{"anna"}, {"bert"}}};
  match.seats[1].bot =
      QueuedBot{{{QueuedWord::Kind::text, "/usr/bin/python3"}, {QueuedWord::Kind::file, "bot.py"}},
                "json",
                Stdio::pipe,
                std::string(64, 'b'),
                512};
  const nlohmann::json text = nlohmann::json::parse(match.json().dump());
  const QueuedMatch again = QueuedMatch::read(text);
  EXPECT_EQ(again.json(), text);
  EXPECT_EQ(again.spec.id, "r1t2g3");
  EXPECT_EQ(again.spec.game, match.spec.game);
  EXPECT_EQ(again.spec.seed.number, 7U);
  EXPECT_TRUE(again.spec.keep_seed_secret);
  ASSERT_EQ(again.spec.given.turns.size(), 1U);
  EXPECT_EQ(again.spec.given.turns[0][0].move, "\"left\"");
  EXPECT_FALSE(again.seats[0].bot);
  EXPECT_EQ(again.seats[1].bot->stdio, Stdio::pipe);
}

TEST(QueuedMatch, AGameOfAnotherVersionIsRefused) {
  nlohmann::json text = QueuedMatch{some_spec(), {}}.json();
  text["version"] = 99;
  EXPECT_THROW(QueuedMatch::read(text), std::invalid_argument);
  text["game"] = "chess";
  EXPECT_THROW(QueuedMatch::read(text), std::invalid_argument);
  EXPECT_THROW(QueuedMatch::read(nlohmann::json::object()), nlohmann::json::exception);
}

TEST(QueuedBot, ItsWordsLeadToItsFolderOnEachMachine) {
  const TempFolder here;
  write_file(here / "bot.py", "");
  BotCommand bot;
  bot.argv = {"/usr/bin/python3", (here / "bot.py").string(), "--depth", "3"};
  bot.confinement.emplace();
  bot.confinement->folder = here.path();
  bot.confinement->memory_mib = 300;
  const QueuedBot travelling = queued(bot, [] { return std::string(64, 'c'); });
  EXPECT_EQ(travelling.bundle, std::string(64, 'c'));
  const BotCommand there = unqueued(travelling, "/cache/c/bot");
  EXPECT_EQ(there.argv,
            (std::vector<std::string>{"/usr/bin/python3", "/cache/c/bot/bot.py", "--depth", "3"}));
  EXPECT_EQ(there.confinement->folder, "/cache/c/bot");
  EXPECT_EQ(there.confinement->memory_mib, 300);
}

TEST(QueuedBot, OneWithoutAFolderHasNoBundle) {
  BotCommand bot;
  bot.argv = {"/bin/cat"};
  bot.confinement.emplace();
  const QueuedBot travelling = queued(bot, []() -> std::string { throw std::logic_error("it was asked"); });
  EXPECT_EQ(travelling.bundle, "");
  EXPECT_EQ(unqueued(travelling, "").argv, bot.argv);
}

TEST(QueuedBot, ASampleBotThatIsNotThereIsNamed) {
  QueuedBot bot;
  bot.words = {{QueuedWord::Kind::sample, "no_such_bot"}};
  bot.adapter = "json";
  EXPECT_THROW(unqueued(bot, ""), std::invalid_argument);
}

}  // namespace
}  // namespace referee::queue
