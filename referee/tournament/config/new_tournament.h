#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "referee/base/units.h"
#include "referee/tournament/config/start_spec.h"
#include "referee/tournament/formats/format_table.h"

namespace referee {

/// The answers from which a new tournament file is made. Each question of new_tournament_questions() sets a
/// part, in their order.
struct NewTournament {
  enum class From {
    submissions,  ///< a class hands in; `referee collect` adds the bots
    laptops,      ///< bots dial in
    commands      ///< the referee starts them from commands in the file
  };
  enum class Watch { nobody, me, everybody };
  struct Bot {
    std::string name;     ///< an entrant's
    std::string display;  ///< may be empty
  };

  const engines::Entry* game = nullptr;
  From from = From::commands;
  std::vector<Bot> bots;  ///< by name; empty: whoever hands in or dials in
  std::string roster;     ///< the CSV file of a class; empty: none
  const FormatEntry* format = nullptr;
  StartSpec::When when = StartSpec::When::all;
  std::optional<SystemTime> at;  ///< with When::at
  Watch watch = Watch::me;

  /// The facts of the game with its usual options.
  FormatGame format_game() const;
  /// Whether bots dial in with tokens of their own, which the file names.
  bool has_tokens() const { return from == From::laptops && !bots.empty(); }
};

/// A question of `referee init`.
struct NewTournamentQuestion {
  struct Choice {
    std::string word;     ///< the answer
    std::string meaning;  ///< a sentence
  };

  std::string_view key;   ///< the name of its option, "game": --game
  std::string_view text;  ///< "Which game do the bots play?"
  std::string_view help;  ///< of the option
  /// What may be answered after the questions before.
  std::vector<Choice> (*choices)(const NewTournament& answers);
  /// The usual answer: one that answer() takes.
  std::string (*usual)(const NewTournament& answers);
  /// Takes the choice of that word.
  void (*choose)(NewTournament& answers, const std::string& word);
  /// Takes any other text, and returns nothing, or a sentence that says why it cannot. Null: there are only
  /// the choices.
  std::string (*read)(NewTournament& answers, const std::string& text);

  /// Takes an answer: a choice's word in upper or lower case, its number from 1, or other text. Returns
  /// nothing, or a sentence that says why not and what was expected; `answers` is then as before.
  std::string answer(NewTournament& answers, std::string_view said) const;
};

/// All questions, in the order in which they are asked.
std::span<const NewTournamentQuestion> new_tournament_questions();

/// The tournament file, with comments for beginners. `file`: its name, which tells those of the store and of
/// the reports. `tokens`: the SHA-256 of each bot's token, by its name; REQUIRES: of all bots if
/// has_tokens(). `now`: a format that has to know when it closes does so a day later. Throws what
/// TournamentConfig::read() throws if a file with these answers would be refused.
std::string new_tournament_text(const NewTournament& answers, const std::string& file,
                                const std::map<std::string, std::string>& tokens, SystemTime now);

/// What to do next: commands, each with a comment behind "#", a line each.
std::vector<std::string> next_commands(const NewTournament& answers, const std::string& file);

/// What whoever dials in types, and the address for the projector, a line each; HOST stands for the
/// referee's machine. None if no bot dials in.
std::vector<std::string> lines_for_students(const NewTournament& answers);

}  // namespace referee
