#include "tests/referee/score/sample_scores.h"

#include <algorithm>
#include <utility>

#include "referee/score/score_parts.h"
#include "tests/referee/report/sample_pages.h"

namespace referee::score::samples {
namespace {

ScoreReport nothing_played() {
  ScoreReport report = samples::report({item("1", 0, 21), item("2", 0, 25)});
  for (ScoredItem& item : report.items) {
    item = ScoredItem{};
    item.number = &item == report.items.data() ? "1" : "2";
    item.name = "item " + item.number;
    item.max_points = 15;
    item.why_not = "not begun";
  }
  report.finished = false;
  return report;
}

ScoreReport build_failed() {
  ScoreReport report = nothing_played();
  report.finished = true;
  report.build = prepare::BuildReport{false, "gcc *.c -o iap", "exit status 1",
                                      "a.c:1: error: what\n<?>&\x1b[2J\n", 1.5};
  for (ScoredItem& item : report.items) {
    item.why_not = "the build failed";
  }
  return report;
}

ScoreReport all_passed() {
  ScoreReport report = samples::report({item("1", 21, 21), item("2", 0.3, 0.3), item("3", 8.7, 8.7)});
  report.items[0].games = {game("1.1"), faulty("1.2", "disconnected"), game("1.3")};
  report.build = prepare::BuildReport{true, "", "", "", 0.25};
  report.leaderboard = {{"mean score", 88.25, true}, {"faults", 2, false}};
  return report;
}

/// Stopped by its deadline.
ScoreReport stopped() {
  ScoreReport report = samples::report({item("1", 12.5, 15), item("2", 0, 15), item("3", 3, 4)});
  report.items[0].games = {game("1.1"), faulty("1.2", "illegal")};
  report.items[1].games = {faulty("2.1", "late"), faulty("2.2", "forfeited"), game("2.3")};
  report.items[1].games[2].opponents = {"sample:lightcycle_smart"};
  ScoredItem unplayed;
  unplayed.number = "4";
  unplayed.name = "never begun";
  unplayed.max_points = 10;
  unplayed.why_not = "the deadline came";
  report.items.push_back(unplayed);
  report.max_points += 10;
  report.finished = false;
  return report;
}

/// The best of three levels counts.
ScoreReport levels() {
  ScoreReport report = samples::report({item("1", 21, 21), item("2", 25, 25), item("3", 0, 30)});
  report.points = 25;
  report.max_points = 30;
  report.threshold = 30;
  return report;
}

ScoreReport with_secret(Visibility visibility) {
  ScoreReport report = samples::report({item("1", 5, 5), secret_item("2", visibility)});
  report.seed = kSecretSeed;
  return report;
}

ScoredMark decided_mark() {
  ScoredMark mark;
  mark.mark = "B";
  mark.possible = {"B"};
  mark.against = {{"sample:walls_search --nodes 1000", 0.0625, 0, 0.25, 32, "A from 0.5"},
                  {"sample:walls_random", 1, 0.75, 1, 16, "B from 0.5"}};
  mark.promise = "Of students, at most 5 % get another band than the true one.";
  return mark;
}

ScoredMark undecided_mark() {
  ScoredMark mark = decided_mark();
  mark.mark = "A";
  mark.possible = {"A", "B"};
  mark.against = {{"", 1480.5, 1400, 1562.25, 400, "A from 1500, B from 1200"}};
  return mark;
}

ScoredItem marked_item(const std::string& number, double points, ScoredMark mark) {
  ScoredItem marked = item(number, points, 20);
  marked.measured = measured_text(mark);
  marked.mark = std::move(mark);
  return marked;
}

/// Three items with marks: the second undecided, the third hidden.
ScoreReport marks() {
  ScoreReport report =
      samples::report({marked_item("1", 14, decided_mark()), marked_item("2", 20, undecided_mark()),
                       marked_item("3", 14, decided_mark())});
  report.items[2].visibility = Visibility::hidden;
  report.items[2].mark->against[0].opponent = kSecret;
  report.items[2].measured = measured_text(*report.items[2].mark);
  return report;
}

ScoreReport hostile(const std::string& text) {
  ScoreReport report = stopped();
  report.items[0].mark = decided_mark();
  set_texts(report, text);
  return report;
}

void set_all(ScoredGame& game, const std::string& text) {
  game.instance = game.result = game.how_bot_ended = game.stderr_tail = game.record = game.replay = text;
  game.stderr_file = text;
  game.stderr_cut = true;
  game.fault_kinds = {{protocol::Verdict::illegal, 1, 0, text}, {protocol::Verdict::late, 2, 1, text}};
  game.opponents = {text, text};
  if (game.fault) {
    game.fault->message = game.fault->view = game.fault->answer = text;
  }
}

}  // namespace

void set_texts(ScoreReport& report, const std::string& text) {
  report.rubric = report.game = report.submission = report.command = report.sandbox = text;
  report.build = prepare::BuildReport{false, text, text, text, 0};
  report.leaderboard = {{text, 1, true}};
  for (ScoredItem& item : report.items) {
    item.name = item.why_not = item.measured = text;
    if (item.mark) {
      item.mark->mark = item.mark->promise = text;
      item.mark->possible = {text, text};
      item.mark->against = {{text, 0.5, 0, 1, 2, text}};
    }
    for (ScoredGame& game : item.games) {
      set_all(game, text);
    }
  }
}

ScoredGame game(const std::string& id) {
  ScoredGame game;
  game.id = id;
  game.instance = "seed 7";
  game.seat = 1;
  game.opponents = {"sample:lightcycle_dumb", "sample:lightcycle_dumb", "sample:lightcycle_smart"};
  game.scores = {54, 88, 31, 12.5};
  game.rank = 1;
  game.result = "first, 88 : 54 : 31 : 12.5";
  game.record = "out/records/" + id + ".jsonl";
  game.replay = "referee match lightcycle --seed 7";
  game.seconds = 1.25;
  return game;
}

ScoredGame faulty(const std::string& id, const std::string& verdict) {
  ScoredGame faulty = game(id);
  faulty.rank = 3;
  faulty.result = "third, 54 : 88 : 31 : 12.5";
  faulty.faults = 2;
  faulty.fault = FirstFault{verdict, 12, "not a cell: [1,2]", "{\"turn\":12,\"cycles\":[[1,2]]}", "[[1,2]]"};
  faulty.how_bot_ended = "exit status 1: IndexError: list index out of range";
  faulty.stderr_tail = "Traceback (most recent call last):\nIndexError: list index out of range\n";
  return faulty;
}

ScoredItem item(const std::string& number, double points, double max_points) {
  ScoredItem item;
  item.number = number;
  item.name = "item " + number;
  item.points = points;
  item.max_points = max_points;
  item.status = points >= max_points ? ItemStatus::full : points > 0 ? ItemStatus::partial : ItemStatus::none;
  item.measured = "mean score 88, asked: at least 100";
  item.games = {game(number + ".1")};
  item.seconds = 3.75;
  return item;
}

ScoreReport report(std::vector<ScoredItem> items) {
  ScoreReport report;
  report.rubric = "Light Cycle, phase 1";
  report.game = "lightcycle";
  report.submission = "alice";
  report.command = "python3 bot.py --fast";
  report.seed = 42;
  report.sandbox = "basic";
  report.started = "2026-11-20T08:00:00.123Z";
  report.seconds = 12.75;
  for (const ScoredItem& item : items) {
    report.points += item.points;
    report.max_points += item.max_points;
  }
  report.threshold = report.max_points;
  report.finished = true;
  report.items = std::move(items);
  return report;
}

ScoredItem secret_item(const std::string& number, Visibility visibility) {
  ScoredItem secret = item(number, 4, 10);
  secret.visibility = visibility;
  secret.seconds = kSecretNumber;
  secret.why_not = secret.measured = kSecret;
  secret.games = {faulty(kSecret, "illegal"), faulty(kSecret, "late"), game(kSecret)};
  for (ScoredGame& game : secret.games) {
    set_all(game, kSecret);
    game.scores = {kSecretNumber};
    game.seconds = kSecretNumber;
  }
  return secret;
}

std::map<std::string, ScoreReport> all() {
  std::map<std::string, ScoreReport> reports{{"nothing_played", nothing_played()},
                                             {"build_failed", build_failed()},
                                             {"all_passed", all_passed()},
                                             {"stopped", stopped()},
                                             {"levels", levels()},
                                             {"marks", marks()},
                                             {"hidden", with_secret(Visibility::hidden)},
                                             {"later", with_secret(Visibility::after_published)}};
  int number = 0;
  for (const std::string& text : sample_pages::hostile_texts()) {
    reports.emplace("hostile_" + std::to_string(++number), hostile(text));
  }
  reports.emplace("hostile_huge", hostile(std::string(30'000, '{') + "\xf0\x9f"));
  reports.emplace("hostile_xml", hostile("]]>&<a b='\"'>\x01\x0c\xef\xbf\xbe\xef\xbf\xbf\xed\xa0\x80"));
  reports.emplace("hostile_canvas", hostile("Points Possible, Final Score"));
  return reports;
}

}  // namespace referee::score::samples
