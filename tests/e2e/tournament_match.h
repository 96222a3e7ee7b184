#pragma once

#include <future>
#include <string>
#include <vector>

#include "tests/e2e/dial_in.h"
#include "tests/e2e/run_referee.h"

namespace e2e {

/// The token that an entrant of the tests has.
std::string token_of(const std::string& name);
/// An entrant as a tournament file has it: one that dials in with token_of(name), or one that is launched.
Json dialled(const std::string& name);
Json launched(const std::string& name, const std::vector<std::string>& command);
/// dialled() for each of them.
Json all_dialled(const std::vector<std::string>& names);
/// The built sample bot of that name: a path.
std::string sample_bot(const std::string& name);
/// The command of a bot of rude/, for launched() or `referee join`.
std::vector<std::string> rude_bot(const std::string& name, const std::vector<std::string>& arguments = {});

/// A tournament through `referee serve`. RefereeTest verifies its records at the end.
class TournamentMatch : public RefereeTest {
 protected:
  void TearDown() override;

  /// A Swiss of Walls on 3 x 3 squares, tables of two, each seat once, a clock on which no bot is late. A bot
  /// that always answers "left" has 9 turns in a game.
  static Json walls(int rounds, const Json& entrants);

  /// Writes the tournament file, starts the referee on it and waits until it listens.
  Child& serve(const Json& config, const std::vector<std::string>& options = {});
  /// Starts the referee again on the same file, after its end; write_config() can change the file.
  Child& serve_again(const std::vector<std::string>& options = {});
  /// As folder()/config.json.
  void write_config(const Json& config) const;
  /// The latest referee.
  Child& referee() { return *referee_; }
  /// Its HOST:PORT.
  std::string address() const { return where_.substr(where_.rfind(' ') + 1); }

  DialIn dial() const { return DialIn(where_); }
  /// Dials in and reads the welcome. The hello has token_of(name) unless `more` has another one.
  DialIn join(const std::string& name, const Json& more = Json::object());
  /// The welcome of the latest join().
  const Json& welcome() const { return welcome_; }
  /// Dials in with that hello, which the referee must refuse; returns its answer.
  Json refusal(const std::string& name, const Json& more = Json::object()) const;
  /// Lets another thread answer "left" to all turns until the referee says bye.
  void play_on(DialIn connection);
  /// Waits for the play_on() threads; returns the reasons of the byes that they received.
  std::vector<std::string> byes();
  /// Starts a sample bot that dials in with token_of(name) and plays until the referee says bye.
  Child& polite(const std::string& name, const std::string& sample = "walls_random");
  /// The file that holds token_of(name).
  std::string token_file(const std::string& name) const;

  /// Runs `referee ctl` with these words.
  Child& ctl(const std::vector<std::string>& words);
  /// Waits for the end of the tournament and of the referee, and checks its exit code and the byes.
  void finish();

  /// The current standings.json.
  Json standings() const;
  /// The row of an entrant in standings().
  Json row(const std::string& name) const;
  /// The texts of the notes of standings().
  std::vector<std::string> notes() const;
  /// Checks that all turns of these entrants have the verdict ok.
  void expect_no_faults(const std::vector<std::string>& names) const;
  /// Whether a record exists that counts for that match, "r1t1g1".
  bool has_record(const std::string& match) const;
  Record record_of(const std::string& match) const;
  /// The seat of an entrant in a match.
  static std::size_t seat_in(const Record& record, const std::string& name);

 private:
  Child* referee_ = nullptr;
  std::string where_;
  Json welcome_;
  std::vector<std::future<std::string>> playing_;
};

}  // namespace e2e
