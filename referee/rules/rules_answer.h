#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "protocol/limits.h"

namespace referee::rules {

using Json = nlohmann::json;
using engines::Seat;

/// Who reads the views of a position.
enum class Readers {
  all,    ///< each seat, spectators, and everybody
  movers  ///< seats to move; everybody when the match is over
};

/// The longest view in bytes: a bot's line has more than its view.
constexpr std::size_t kLongestView = protocol::kMaxLineToBot - 65'536;
/// The key of a seat's view that has UntoldEvents.
constexpr const char* kEventsInView = "events";

/// What must hold for an answer, beside the contract itself.
struct AnswerTerms {
  std::size_t seats = 1;
  bool at_once = false;
  bool hidden = false;
  bool is_first = false;             ///< it answers "new"
  std::vector<bool> forfeited = {};  ///< by seat: it must not be asked
  std::vector<Seat> refusable = {};  ///< seats whose moves it may refuse
  std::string decided_by = {};       ///< the list that `outcome` must have; empty: none
  Readers readers = Readers::all;    ///< views that nobody reads need not be there
  bool views_have_events = false;    ///< views get UntoldEvents
};

/// A position of the game, as the program has told it. Texts are compact JSON with sorted keys.
struct Position {
  std::vector<Seat> to_move;       ///< ascending; none: over
  std::vector<std::string> views;  ///< by seat; empty: all have `view`; "" for a seat that does not read
  std::string view;                ///< for everybody; "": nobody reads it
  std::string spectator_view;      ///< if `views` is not empty; "": nobody reads it
  std::vector<Json> view_values;   ///< what `views` are the text of, where views get UntoldEvents
  Json view_value;                 ///< what `view` is the text of, where views get UntoldEvents
  std::vector<Json> legal;         ///< for each seat to move: a list of moves, or null; empty: not told
  std::string events = "[]";
  std::vector<double> scores;  ///< by seat
  Json outcome;
  std::optional<Json> setup;
  std::string state;  ///< empty: the program remembers
};

/// A chance node: the referee draws.
struct ChanceNode {
  std::vector<std::pair<Json, std::uint64_t>> outcomes;  ///< with weights from 1, whose sum fits
  std::string events = "[]";
  std::optional<Json> setup;
  std::string state;
};

/// Moves of the step that the rules do not allow.
struct Refused {
  std::vector<engines::LateRefusal> moves;  ///< at least one
};

/// The program cannot go on with this match: in its own words.
struct AuthorsError {
  std::string words;
};

/// What the program has answered to "new" or "step".
using RulesAnswer = std::variant<Position, ChanceNode, Refused, AuthorsError>;

/// Reads an answer without its id. Throws fields::Exception, with key paths below "answer", for one that
/// contradicts the contract.
RulesAnswer read_answer(const Json& json, const AnswerTerms& terms);

}  // namespace referee::rules
