#include "referee/score/marks.h"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "engines/game.h"
#include "protocol/fields.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/rules/staff_scale.h"
#include "referee/score/game_values.h"
#include "referee/score/scored_game.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee::score {
namespace {

using Json = nlohmann::json;
using comparison::BandBorder;
using comparison::BandTerms;

constexpr std::size_t kMaxBands = 20;
constexpr std::size_t kMaxMark = 20;  // bytes
constexpr fields::Range kGamesOfMarks{1, 10'000};
constexpr fields::Range kPlies{1, 1000};
constexpr std::int64_t kMostGames = 400;
constexpr double kMargin = 0.05;      // of the points, or of the scores from `from` to `to`
constexpr double kMostMargin = 0.25;  // of the same
constexpr NumberRange kAnyScore{-kMaxNumber, kMaxNumber};

/// Reads the keys of `marks`, in an order in which each has what it depends on.
class MarksReader {
 public:
  MarksReader(const Json& json, std::string path, const engines::Entry& game, const Json& options,
              std::size_t seats)
      : path_(std::move(path)), game_(game), options_(options), in_(json, path_) {
    marks_.seats = seats;
  }

  Marks read() {
    read_scores();
    read_terms();
    read_openings();
    const Json* bands = in_.find("bands");
    in_.refuse_unknown();
    in_.require();
    read_bands(bands == nullptr ? Json() : *bands);
    return std::move(marks_);
  }

 private:
  bool is_of_score() const { return marks_.seats == 1; }
  std::string below(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }
  void read_scores();
  void read_terms();
  void read_openings();
  bool begin_alike() const;
  void read_bands(const Json& list);
  void read_band(const Json& json, const std::string& path, bool last);
  void read_border(fields::Object& in, const Json& json, const std::string& path);
  MarkOpponent read_opponent(const Json& json, const std::string& path) const;
  std::size_t opponent_of(MarkOpponent opponent);
  void check(const BandBorder& border, fields::Object& in, const Json& json) const;

  std::string path_;
  const engines::Entry& game_;
  const Json& options_;
  fields::Object in_;
  Marks marks_;
  std::set<std::string> names_;
};

/// A mean is tested without any assumption only if scores have bounds.
void MarksReader::read_scores() {
  const Json* written = in_.find("scores");
  if (!is_of_score()) {
    if (written != nullptr) {
      in_.fail("scores", *written, "no such key: marks are by shares of the points");
    }
    in_.require();
    return;
  }
  if (written == nullptr) {
    in_.fail_missing("scores", R"(the scores that count, such as {"from":0,"to":3000}: others are cut)");
    in_.require();
  }
  fields::Object scores(*written, below("scores"));
  marks_.from = number_at(scores, "from", kAnyScore);
  marks_.to = number_at(scores, "to", kAnyScore);
  scores.refuse_unknown();
  if (!scores.error() && marks_.to <= marks_.from) {
    scores.fail("to", written->at("to"), "a number above `from`");
  }
  scores.require();
}

void MarksReader::read_terms() {
  const double width = marks_.to - marks_.from;
  const auto seats = static_cast<std::int64_t>(marks_.seats);
  BandTerms& terms = marks_.terms;
  terms.error = find_number(in_, "error", {0, 0.5, true}).value_or(0.05);
  terms.margin = find_number(in_, "margin", {0, kMostMargin * width, true}).value_or(kMargin * width) / width;
  const fields::Range games{std::max(seats, kGamesOfMarks.min), kGamesOfMarks.max};
  terms.most_groups = in_.integer_or("most_games", games, std::max(seats, kMostGames)) / seats;
  terms.undecided =
      static_cast<BandTerms::Undecided>(in_.choice_or("undecided", {"likelier", "lower", "higher"}, 0));
  in_.require();
}

/// Whether all games begin at one start. Of rules that fail now those who play are told.
bool MarksReader::begin_alike() const {
  try {
    return !is_of_score() && game_.has_turns() && Openings().are_one_start(game_, options_);
  } catch (const engines::RulesFailure&) {
    return false;
  }
}

/// Games that all begin alike are one game between bots without chance in them: their number would promise
/// what they do not tell.
void MarksReader::read_openings() {
  const Json* written = in_.find("openings");
  if (written == nullptr) {
    if (begin_alike()) {
      in_.fail_missing("openings", R"({"plies":N}, turns that are drawn, because all games begin alike)");
    }
    in_.require();
    return;
  }
  fields::Object openings(*written, below("openings"));
  marks_.plies = static_cast<std::size_t>(openings.integer("plies", kPlies));
  openings.refuse_unknown();
  openings.require();
  if (!game_.has_turns()) {
    in_.fail("openings", *written, "no such key: the game is a match program, which begins by itself");
    in_.require();
  }
  try {
    marks_.openings = Openings::random(marks_.plies, game_, options_);
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(below("openings.plies") + ": " + wrong.what());
  }
}

void MarksReader::read_bands(const Json& list) {
  if (!list.is_array() || list.size() < 2 || list.size() > kMaxBands) {
    throw fields::Exception({below("bands"), list.is_null() ? "" : fields::brief(list),
                             "a list of 2 to " + std::to_string(kMaxBands) +
                                 " bands, the best first, the last without a border"});
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    read_band(list[i], below("bands[" + std::to_string(i) + "]"), i + 1 == list.size());
  }
}

void MarksReader::read_band(const Json& json, const std::string& path, bool last) {
  fields::Object in(json, path);
  if (in.find("mark") == nullptr && !in.error()) {
    in.fail_missing("mark", "a text of 1 to " + std::to_string(kMaxMark) + " bytes");
  }
  Band band;
  band.mark = filled_text(in, "mark", kMaxMark, "");
  band.points = in_hundredths(number_at(in, "points"));
  if (!in.error() && !names_.insert(band.mark).second) {
    in.fail("mark", json.at("mark"), "a mark that no other band has");
  } else if (!in.error() && !marks_.bands.empty() && band.points >= marks_.bands.back().points) {
    in.fail("points", json.at("points"), "less than the band before it");
  }
  in.require();
  if (!last) {
    read_border(in, json, path);
  }
  in.refuse_unknown();
  in.require();
  marks_.bands.push_back(std::move(band));
}

void MarksReader::read_border(fields::Object& in, const Json& json, const std::string& path) {
  BandBorder border;
  if (is_of_score()) {
    const double score = number_at(in, "score", kAnyScore);
    border.share = (score - marks_.from) / (marks_.to - marks_.from);
    border.opponent = opponent_of({});
  } else {
    border.share = number_at(in, "share", {0, 1});
    const Json* against = in.find("against");
    if (against == nullptr && !in.error()) {
      in.fail_missing("against", R"(a staff bot, as "staff-4", or the opponent's command, a list of words)");
    }
    in.require();
    border.opponent = opponent_of(read_opponent(*against, path + ".against"));
  }
  in.require();
  check(border, in, json);
  in.require();
  marks_.terms.borders.push_back(border);
}

/// A staff bot by its name, or any bot by its command.
MarkOpponent MarksReader::read_opponent(const Json& json, const std::string& path) const {
  if (!json.is_string()) {
    return {read_bot_command(json, path, {}, &game_), ""};
  }
  const rules::StaffScale scale = rules::StaffScale::of(game_);
  const auto& name = json.get_ref<const std::string&>();
  const auto place = rules::staff_place(scale, name);
  if (!place) {
    throw fields::Exception({path, fields::brief(json),
                             rules::staff_name(0) + " to " + rules::staff_name(scale.bots.size() - 1) +
                                 ", the staff bots of " + std::string(game_.name) +
                                 ", or a command as a list of words"});
  }
  const Json words = rules::placed_command(game_, scale.bots[*place].command);
  return {read_bot_command(words, path, {}, &game_), name};
}

/// The number of the opponent with this command.
std::size_t MarksReader::opponent_of(MarkOpponent opponent) {
  auto& all = marks_.opponents;
  const auto found = std::ranges::find(all, opponent.command, &MarkOpponent::command);
  const auto number = static_cast<std::size_t>(found - all.begin());
  if (found == all.end()) {
    all.push_back(std::move(opponent));
  }
  return number;
}

void MarksReader::check(const BandBorder& border, fields::Object& in, const Json& json) const {
  const char* const key = is_of_score() ? "score" : "share";
  const double margin = marks_.terms.margin;
  const double width = marks_.to - marks_.from;
  if (border.share < margin + kTiny || border.share > 1 - margin - kTiny) {
    in.fail(key, json.at(key),
            "a number between " + number_text(marks_.value_of(margin)) + " and " +
                number_text(marks_.value_of(1 - margin)) + ", a margin from either end");
    return;
  }
  for (const BandBorder& before : marks_.terms.borders) {
    if (before.opponent == border.opponent && border.share > before.share - 2 * margin + kTiny) {
      in.fail(key, json.at(key),
              "at most " + number_text(marks_.value_of(before.share - 2 * margin)) + ", two margins (" +
                  number_text(2 * margin * width) + ") below the border before it" +
                  (is_of_score() ? "" : " against this opponent"));
      return;
    }
  }
}

}  // namespace

std::string MarkOpponent::text() const { return staff.empty() ? command_text(command) : staff; }

double Marks::share_of(double score) const { return std::clamp((score - from) / (to - from), 0.0, 1.0); }

std::string Marks::promise() const {
  const bool of_score = seats == 1;
  const std::string margin = short_text(terms.margin * (to - from)) + (of_score ? " points" : "");
  const std::string error = number_text(terms.error * 100) + " %";
  constexpr const char* kRules[] = {"the likelier band", "the lower band", "the higher band"};
  return "Of students whose true " + std::string(of_score ? "mean score" : "share") + " is further than " +
         margin + " from every border, at most " + error +
         ", over all borders together, get another band than the true one; within " + margin +
         " of a border either neighbour is right; who is undecided after " + std::to_string(most_games()) +
         " games gets " + kRules[static_cast<std::size_t>(terms.undecided)] + " and is told so.";
}

std::string Marks::asked(std::size_t opponent) const {
  std::string text;
  for (std::size_t i = 0; i < terms.borders.size(); ++i) {
    if (terms.borders[i].opponent == opponent) {
      text.append(text.empty() ? "" : ", ").append(bands[i].mark).append(" from ");
      text += short_text(value_of(terms.borders[i].share));
    }
  }
  return text;
}

std::string Marks::text() const {
  std::string text;
  for (std::size_t opponent = 0; opponent < opponents.size(); ++opponent) {
    text += asked(opponent);
    text += seats == 1 ? "; " : " against " + opponents[opponent].text() + "; ";
  }
  return text + "else " + bands.back().mark;
}

Marks Marks::read(const Json& json, const std::string& path, const engines::Entry& game, const Json& options,
                  std::size_t seats) {
  return MarksReader(json, path, game, options, seats).read();
}

}  // namespace referee::score
