#include "referee/tournament/config/new_tournament.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <initializer_list>
#include <set>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/messages.h"
#include "referee/base/kernel_time.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/games/game_parts.h"
#include "referee/rules/game_names.h"
#include "referee/rules/ready_bots.h"
#include "referee/tournament/config/config_frame.h"
#include "referee/tournament/config/student_list.h"

namespace referee {
namespace {

using From = NewTournament::From;
using Watch = NewTournament::Watch;
using Question = NewTournamentQuestion;
using Choices = std::vector<Question::Choice>;

constexpr std::size_t kShownAnswer = 60;  // bytes
constexpr std::size_t kFewBots = 10;      // at most so many meet each other all
constexpr std::size_t kInstances = 5;     // of a game that is played alone
constexpr const char* kPages = "127.0.0.1:7880";
constexpr const char* kPagesForAll = "0.0.0.0:7880";

std::string lower(std::string_view text) {
  std::string folded(text);
  std::ranges::transform(folded, folded.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return folded;
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos
             ? ""
             : std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

// ---- the questions ----

/// "me, everybody or nobody".
std::string words_of(const Choices& choices) {
  std::string text;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    text.append(i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ").append(choices[i].word);
  }
  return text;
}

Choices game_choices(const NewTournament&) {
  Choices all;
  for (const engines::Entry& entry : engines::games()) {
    const std::size_t seats = entry.facts(Json::object()).seats;
    all.push_back({std::string(entry.name), seats == 1
                                                ? "Each bot plays alone."
                                                : std::to_string(seats) + " bots play against each other."});
  }
  return all;
}
std::string usual_game(const NewTournament&) { return "walls"; }
void choose_game(NewTournament& answers, const std::string& word) { answers.game = engines::find_game(word); }

/// A folder is a game of one's own.
std::string read_game_folder(NewTournament& answers, const std::string& text) {
  const std::string got = "Got '" + printable(text, kShownAnswer) + "', ";
  try {
    if (const engines::Entry* const game = rules::find_game(text)) {
      answers.game = game;
      return "";
    }
  } catch (const fields::Exception& wrong) {
    return got + "whose author has to mend " + wrong.error().text() + ".";
  } catch (const std::invalid_argument& wrong) {
    return got + wrong.what() + ".";
  }
  return got + "expected " + words_of(game_choices(answers)) +
         ", or a folder that has a game.json, as ./my_game.";
}

Choices from_choices(const NewTournament&) {
  return {
      {"submissions", "A zip or a folder of what a class has handed in, from Canvas, Moodle or Gradescope."},
      {"laptops", "Each bot runs on its owner's machine, and dials in."},
      {"commands", "You name the command that starts each bot on this machine."}};
}
std::string usual_from(const NewTournament&) { return "commands"; }
void choose_from(NewTournament& answers, const std::string& word) {
  answers.from = word == "submissions" ? From::submissions
                 : word == "laptops"   ? From::laptops
                                       : From::commands;
}

Choices who_choices(const NewTournament& answers) {
  switch (answers.from) {
    case From::submissions:
      return {{"everyone", "Whoever has handed in. Or type the path of the class list, a CSV file."}};
    case From::laptops:
      return {{"everyone", "Whoever dials in with the code of the class. Or type names, or a class list."}};
    case From::commands:
      return {{"samples", "Four sample bots, to begin with. Or type names, or a class list."}};
  }
  return {};
}
std::string usual_who(const NewTournament& answers) { return who_choices(answers).front().word; }
void choose_who(NewTournament& answers, const std::string& word) {
  answers.bots.clear();
  answers.roster.clear();
  if (word == "samples") {
    answers.bots = {{"ada", ""}, {"ben", ""}, {"cleo", ""}, {"dan", ""}};
  }
}

std::string read_class_list(NewTournament& answers, const std::string& path) {
  try {
    std::vector<NewTournament::Bot> bots;
    for (const Student& student : StudentList::read(read_whole_file(path, kMaxTextMib), path).students) {
      if (std::ranges::find(bots, student.name, &NewTournament::Bot::name) == bots.end()) {  // one of a group
        bots.push_back({student.name, student.display});
      }
    }
    if (bots.size() < 2) {
      return path + " has " + std::to_string(bots.size()) + " student, expected at least 2.";
    }
    answers.bots = answers.from == From::submissions ? std::vector<NewTournament::Bot>{} : std::move(bots);
    answers.roster = path;
    return "";
  } catch (const std::invalid_argument& unreadable) {
    return std::string("The class list cannot be used: ") + unreadable.what() + ".";
  }
}

std::string read_names(NewTournament& answers, const std::string& text) {
  std::vector<NewTournament::Bot> bots;
  std::set<std::string> taken;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string name = trimmed(std::string_view(text).substr(at, end - at));
    at = end + 1;
    const std::string shown = "The name '" + printable(name, kShownAnswer) + "' ";
    if (!protocol::is_valid_name(name)) {
      return shown + "is not 1 to 32 letters, digits, '.', '_' and '-'; put commas between names.";
    }
    if (is_house_name(name)) {
      return shown + "is kept for house bots; take another one.";
    }
    if (!taken.insert(protocol::folded_name(name)).second) {
      return shown + "is there twice; upper and lower case are the same.";
    }
    bots.push_back({name, ""});
  }
  if (bots.size() < 2 || bots.size() > EntrantSpec::kMaxEntrants) {
    return "Got " + counted(bots.size(), "name") +
           ", expected 2 to 1000 with commas between them, or the path of a CSV file that is there.";
  }
  answers.bots = std::move(bots);
  answers.roster.clear();
  return "";
}

std::string read_who(NewTournament& answers, const std::string& text) {
  std::error_code ignored;
  if (lower(text).ends_with(".csv") || std::filesystem::exists(text, ignored)) {
    return read_class_list(answers, text);
  }
  if (answers.from == From::submissions) {
    return "Names come from the submissions: answer everyone, or the path of a CSV file that is there.";
  }
  return read_names(answers, text);
}

/// Bots that are handed in, or started by the referee, cannot practise: practice is for bots that dial in.
Choices format_choices(const NewTournament& answers) {
  Choices all;
  for (const FormatEntry& entry : formats()) {
    const bool dials_in = answers.from == From::laptops;
    if (entry.objection(answers.format_game()).empty() && (dials_in || !entry.for_dialling_only)) {
      all.push_back({std::string(entry.kind), std::string(entry.about) + " " + std::string(entry.suits)});
    }
  }
  return all;
}
/// The first of these that the game allows.
std::string usual_format(const NewTournament& answers) {
  const bool few = !answers.bots.empty() && answers.bots.size() <= kFewBots;
  const Choices choices = format_choices(answers);
  for (const std::string_view kind : {"field", few ? "round_robin" : "swiss"}) {
    if (std::ranges::find(choices, kind, &Question::Choice::word) != choices.end()) {
      return std::string(kind);
    }
  }
  return choices.front().word;
}
void choose_format(NewTournament& answers, const std::string& word) {
  answers.format = &*std::ranges::find(formats(), word, &FormatEntry::kind);
}

/// A format without rounds begins at once.
bool has_start(const NewTournament& answers) { return !answers.format->roundless; }

Choices when_choices(const NewTournament& answers) {
  Choices all;
  const bool nobody_knows_who = answers.from == From::laptops && answers.bots.empty();
  if (!has_start(answers) || !nobody_knows_who) {
    all.push_back({"ready", answers.from == From::laptops ? "As soon as all bots have dialled in."
                                                          : "As soon as you start the referee."});
  }
  if (has_start(answers)) {
    all.push_back(
        {"manual", "When you say \"referee ctl start\". Or type a time: 20:15, or 2026-11-20 20:15."});
  }
  return all;
}
std::string usual_when(const NewTournament& answers) { return when_choices(answers).front().word; }
void choose_when(NewTournament& answers, const std::string& word) {
  answers.when = word == "manual" ? StartSpec::When::manual : StartSpec::When::all;
  answers.at.reset();
}

/// "20:15" of this day, or of the next one if that is over; "2026-11-20 20:15"; both of this machine's zone.
/// A time in UTC as files have it.
std::optional<SystemTime> read_time(const std::string& text, SystemTime now) {
  if (const auto utc = read_utc(text)) {
    return utc;
  }
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm parts{};
  ::localtime_r(&seconds, &parts);
  parts.tm_sec = 0;
  parts.tm_isdst = -1;
  const auto fits = [&](const char* form) {
    std::tm read = parts;
    const char* const end = ::strptime(text.c_str(), form, &read);
    if (end == nullptr || *end != '\0') {
      return false;
    }
    parts = read;
    return true;
  };
  const bool has_day = fits("%Y-%m-%d %H:%M") || fits("%Y-%m-%dT%H:%M");
  if (!has_day && !fits("%H:%M")) {
    return std::nullopt;
  }
  const int day = parts.tm_mday;
  std::time_t meant = std::mktime(&parts);
  if (has_day && parts.tm_mday != day) {  // no such day: 2026-02-30
    return std::nullopt;
  }
  if (!has_day && meant <= seconds) {
    ++parts.tm_mday;
    parts.tm_isdst = -1;
    meant = std::mktime(&parts);
  }
  return std::chrono::system_clock::from_time_t(meant);
}

std::string read_when(NewTournament& answers, const std::string& text) {
  if (!has_start(answers)) {
    return "This format has no start: bots play as soon as they are there; answer ready.";
  }
  const SystemTime now = kernel_utc();
  const auto time = read_time(text, now);
  if (!time) {
    return "Got '" + printable(text, kShownAnswer) + "', expected " + words_of(when_choices(answers)) +
           ", or a time as 20:15 or 2026-11-20 20:15.";
  }
  if (*time <= now) {
    return "The time '" + printable(text, kShownAnswer) + "' is over; expected one that is to come.";
  }
  answers.when = StartSpec::When::at;
  answers.at = time;
  return "";
}

Choices watch_choices(const NewTournament&) {
  return {{"me", "Browsers on this machine."},
          {"everybody", "Every browser that reaches this machine over the network."},
          {"nobody", "There are no pages while it runs."}};
}
std::string usual_watch(const NewTournament&) { return "me"; }
void choose_watch(NewTournament& answers, const std::string& word) {
  answers.watch = word == "me" ? Watch::me : word == "everybody" ? Watch::everybody : Watch::nobody;
}

constexpr std::array<Question, 6> kQuestions = {{
    {"game", "Which game do the bots play? Or type the folder of a game of your own, as ./my_game.",
     "The game, or the folder of one of your own", game_choices, usual_game, choose_game, read_game_folder},
    {"from", "Where do the bots come from?", "Where bots come from: submissions, laptops or commands",
     from_choices, usual_from, choose_from, nullptr},
    {"who", "Who plays?",
     "Who plays: everyone, samples, names with commas between them, or a class list (CSV)", who_choices,
     usual_who, choose_who, read_who},
    {"format", "Who meets whom?", "The format", format_choices, usual_format, choose_format, nullptr},
    {"when", "When does it begin?", "When it begins: ready, manual, or a time as 20:15 or '2026-11-20 20:15'",
     when_choices, usual_when, choose_when, read_when},
    {"watch", "Who may watch in a browser?", "Who may watch in a browser: me, everybody or nobody",
     watch_choices, usual_watch, choose_watch, nullptr},
}};

/// The choice that a word or a number from 1 names: "laptop" is "laptops".
const Question::Choice* chosen(const Choices& choices, const std::string& text) {
  const std::string word = lower(text);
  const auto by_word = std::ranges::find_if(choices, [&](const Question::Choice& choice) {
    return choice.word == word || choice.word == word + "s";
  });
  if (by_word != choices.end()) {
    return &*by_word;
  }
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  return is_number && number >= 1 && number <= choices.size() ? &choices[number - 1] : nullptr;
}

// ---- the file ----

/// JSON in one line, as people write it: a blank behind "," and ":", and "kind" first.
std::string spaced(const Json& json) {
  if (!json.is_structured()) {
    return json.dump();
  }
  std::string text = json.is_object() && json.contains("kind") ? "\"kind\": " + json.at("kind").dump() : "";
  for (const auto& [key, value] : json.items()) {
    if (json.is_object() && key == "kind") {
      continue;
    }
    text.append(text.empty() ? "" : ", ");
    text.append(json.is_object() ? Json(key).dump() + ": " : "").append(spaced(value));
  }
  return json.is_object() ? "{" + text + "}" : "[" + text + "]";
}

std::string utc_form(SystemTime time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

/// A file of JSON that grows key by key, each below its comments.
class CommentedFile {
 public:
  /// Lines of a comment for the key that comes next.
  void comment(std::initializer_list<std::string> lines) {
    text_ += text_.empty() ? "" : pending_comma_;
    pending_comma_.clear();
    text_ += text_.empty() ? "" : "\n";
    for (const std::string& line : lines) {
      text_.append("  // ").append(line).append("\n");
    }
  }
  void key(std::string_view name, const std::string& value) {
    text_ += pending_comma_;
    text_.append("  \"").append(name).append("\": ").append(value);
    pending_comma_ = ",\n";
  }
  std::string text() const { return text_ + "\n"; }

 private:
  std::string text_;
  std::string pending_comma_;
};

/// Writes the parts of the file, with all comments that a beginner needs.
class FileWriter {
 public:
  FileWriter(const NewTournament& answers, const std::string& file,
             const std::map<std::string, std::string>& tokens, SystemTime now)
      : answers_(answers), file_(file), stem_(file_.stem().string()), tokens_(tokens), now_(now) {}

  std::string text() {
    write_game();
    write_clock();
    write_format();
    write_bots();
    write_start();
    write_places();
    return "// A tournament for `referee`, made by `referee init`. Lines that begin with // are comments.\n"
           "// Change what you like; then `referee check` says in plain sentences what the file means.\n"
           "// `referee docs tournament-file` explains all keys.\n{\n" +
           out_.text() + "}\n";
  }

 private:
  std::string simple_bot() const {
    const std::vector<std::string> own = rules::bots_of(*answers_.game);
    const std::string ours(parts_of(answers_.game->name).simple_bot);
    if (own.empty() && ours.empty()) {
      throw std::invalid_argument(answers_.game->folder() +
                                  "/game.json: names no bots, expected one under \"bots\" to begin with");
    }
    return spaced(Json::array({own.empty() ? ours : own.front()}));
  }

  void write_game() {
    const std::string title = capitalised(std::string(answers_.game->name));
    out_.comment({"What the pages and the standings are called."});
    out_.key("name", Json(title + " tournament").dump());
    out_.comment({"The game. \"options\" changes its rules, as the size of the board:",
                  answers_.game->folder().empty()
                      ? "`referee docs engines/" + std::string(answers_.game->name) + "` lists the options."
                      : "game.json in its folder lists the options."});
    const std::string name =
        rules::name_beside(*answers_.game, std::filesystem::absolute(file_).parent_path());
    out_.key("game", Json(name).dump());
    if (answers_.format_game().seats == 1 && has_start(answers_)) {
      out_.comment({"What is played: one entry for each map, maze or deal, with options that differ, such as",
                    "{\"map\": \"spiral\"}. An empty one has the usual options and a secret seed."});
      Json all = Json::array();
      for (std::size_t i = 0; i < kInstances; ++i) {
        all.push_back(Json::object());
      }
      out_.key("instances", spaced(all));
    }
  }

  void write_clock() {
    Json clock = Json::parse(answers_.game->clock);
    if (answers_.from == From::laptops) {
      clock["lag_credit_ms"] = 100;
      out_.comment({"The thinking time of a bot, in milliseconds. The way through the network is free, up to",
                    "lag_credit_ms a turn."});
    } else {
      out_.comment(
          {"The thinking time of a bot, in milliseconds of processor time. This is the game's own clock."});
    }
    out_.key("clock", spaced(clock));
  }

  /// Rounds of a Swiss for so many bots: enough to find the best, and none in which some meet again.
  static std::size_t fitting_rounds(std::size_t bots, std::size_t seats) {
    const std::size_t without_repeats =
        seats > 2 ? (bots - 1) / (seats - 1) : bots - (bots + 1) % 2;  // duels of one seat are for two
    const std::size_t enough = std::max<std::size_t>(5, std::bit_width(bots - 1));
    return std::max<std::size_t>(1, std::min(enough, without_repeats));
  }

  void write_format() {
    const FormatEntry& entry = *answers_.format;
    Json format =
        Json::parse(entry.keys_of_new_file(answers_.format_game(), utc_form(now_ + std::chrono::days(1))));
    format["kind"] = entry.kind;
    if (format.contains("rounds") && answers_.bots.size() > 1) {
      format["rounds"] = fitting_rounds(answers_.bots.size(), answers_.format_game().seats);
    }
    out_.comment({std::string(entry.about),
                  "`referee docs formats` has the other formats, and more keys of this one."});
    out_.key("format", spaced(format));
  }

  void write_bots() {
    const bool everyone = answers_.bots.empty();
    if (answers_.from == From::submissions) {
      out_.comment(
          {"There is no list of bots here: `referee collect` builds what has been handed in, tries each",
           "submission, and writes a tournament file with those that work."});
    } else if (everyone) {
      out_.comment(
          {"Whoever dials in takes part, with the code of the class. The referee draws the code when it",
           "starts, and keeps it in a file beside the store."});
      out_.key("registration", R"({"code": true})");
    } else {
      write_entrants();
    }
    if (!answers_.roster.empty()) {
      out_.comment({"The class list. `referee grade` writes points to its students."});
      out_.key("roster", Json(answers_.roster).dump());
    }
    const std::size_t seats = answers_.format_game().seats;
    if (seats > 2 || (seats > 1 && answers_.format->for_dialling_only)) {
      out_.comment({"The bot that plays where somebody is missing. It has no place in the standings."});
      out_.key("house_bot", simple_bot());
    }
  }

  void write_entrants() {
    if (answers_.has_tokens()) {
      out_.comment({"The bots. Each dials in with its token; the file has only the SHA-256 of the token."});
    } else {
      out_.comment(
          {"The bots. \"command\" starts one: a list of words. Put your own in place of the sample bots:",
           R"({"name": "ada", "command": ["python3", "bots/ada/bot.py"]})"});
    }
    std::string list;
    for (const NewTournament::Bot& bot : answers_.bots) {
      list.append(list.empty() ? "[\n" : ",\n").append("    {\"name\": ").append(Json(bot.name).dump());
      if (!bot.display.empty()) {
        list.append(", \"display\": ").append(Json(bot.display).dump());
      }
      list += answers_.has_tokens() ? ", \"token_sha256\": " + Json(tokens_.at(bot.name)).dump() + "}"
                                    : ", \"command\": " + simple_bot() + "}";
    }
    out_.key("entrants", list + "\n  ]");
  }

  void write_start() {
    if (!has_start(answers_)) {
      return;
    }
    switch (answers_.when) {
      case StartSpec::When::all:
        out_.comment({"When it begins: \"all\": as soon as all bots are there."});
        out_.key("start", R"({"when": "all"})");
        return;
      case StartSpec::When::manual:
        out_.comment({"When it begins: \"manual\": when you say `referee ctl start`."});
        out_.key("start", R"({"when": "manual"})");
        return;
      case StartSpec::When::at:
        out_.comment({"When it begins. The time is UTC: `referee check` says what that is here."});
        out_.key("start", spaced({{"when", "at"}, {"at", utc_form(*answers_.at)}}));
        return;
    }
  }

  void write_places() {
    if (answers_.from == From::laptops) {
      out_.comment(
          {"Where bots dial in; 0.0.0.0 is every address of this machine. Without TLS, whoever shares the",
           "network can read tokens and moves: `referee certificate` makes what \"tls\" needs."});
      out_.key("listen", R"({"host": "0.0.0.0", "port": 7878})");
    }
    out_.comment(
        {"The pages for browsers: " + std::string(kPages) + " is this machine only, " + kPagesForAll +
             " every machine that reaches",
         "this one, null nobody. \"freeze_rounds\": 1 hides the last round until `referee ctl reveal`."});
    out_.key("web", answers_.watch == Watch::nobody
                        ? "null"
                        : spaced({{"listen", answers_.watch == Watch::me ? kPages : kPagesForAll}}));
    if (answers_.from != From::submissions) {  // those of a class lie in the folder of the class
      out_.comment({"Where results are kept. A stopped tournament goes on from its store."});
      out_.key("store", Json(stem_ + ".db").dump());
      out_.key("reports", Json("out/" + stem_).dump());
    }
  }

  const NewTournament& answers_;
  std::filesystem::path file_;
  std::string stem_;
  const std::map<std::string, std::string>& tokens_;
  SystemTime now_;
  CommentedFile out_;
};

}  // namespace

FormatGame NewTournament::format_game() const { return {.seats = game->facts(Json::object()).seats}; }

std::string NewTournamentQuestion::answer(NewTournament& answers, std::string_view said) const {
  const std::string given = trimmed(said);
  const Choices all = choices(answers);
  if (const Choice* choice = chosen(all, given)) {
    choose(answers, choice->word);
    return "";
  }
  if (read != nullptr) {
    return read(answers, given);
  }
  return "Got '" + printable(given, kShownAnswer) + "', expected " + words_of(all) + ".";
}

std::span<const NewTournamentQuestion> new_tournament_questions() { return kQuestions; }

std::string new_tournament_text(const NewTournament& answers, const std::string& file,
                                const std::map<std::string, std::string>& tokens, SystemTime now) {
  std::string text = FileWriter(answers, file, tokens, now).text();
  const Json json = parse_commented(text, file);
  if (answers.from == From::submissions) {
    (void)read_tournament_frame(json, file);
  } else {
    (void)TournamentConfig::read(json, file);
  }
  return text;
}

std::vector<std::string> next_commands(const NewTournament& answers, const std::string& file) {
  const std::string name = shell_quoted(file);
  const std::string stem = std::filesystem::path(file).stem().string();
  std::vector<std::string> lines = {"referee check " + name + "  # says what the file means"};
  const std::string pages =
      answers.watch == Watch::nobody
          ? ""
          : std::string(" --web ") + (answers.watch == Watch::me ? kPages : kPagesForAll);
  if (answers.from == From::submissions) {
    lines.push_back("referee collect submissions.zip --tournament " + name +
                    " --out class  # builds and tries what was handed in");
    lines.push_back("referee run class/tournament.json" + pages + "  # plays it");
  } else if (answers.from == From::commands) {
    lines.push_back("referee run " + name + pages + "  # plays it");
  } else {
    lines.push_back("referee serve " + name + "  # waits for the bots, and plays");
  }
  const std::string control = "referee ctl --socket " +
                              shell_quoted((answers.from == From::submissions ? "class" : stem) + ".db.ctl");
  if (answers.from == From::laptops && answers.bots.empty()) {
    lines.push_back(control + " status  # shows the code of the class");
  }
  if (answers.when == StartSpec::When::manual) {
    lines.push_back(control + " start  # begins play");
  }
  return lines;
}

std::vector<std::string> lines_for_students(const NewTournament& answers) {
  if (answers.from != From::laptops) {
    return {};
  }
  const std::string name = answers.has_tokens() ? answers.bots.front().name : "NAME";
  std::vector<std::string> lines = {"python3 join.py HOST:7878 --name " + name + " --token-file " + name +
                                    ".token" + (answers.has_tokens() ? "" : " --code-file class.code") +
                                    " -- python3 my_bot.py"};
  if (answers.watch != Watch::nobody) {
    const std::string pages =
        answers.watch == Watch::me ? kPages : "HOST" + std::string(kPagesForAll).substr(7);
    lines.push_back("http://" + pages + "/?projector  # for the projector");
  }
  return lines;
}

}  // namespace referee
