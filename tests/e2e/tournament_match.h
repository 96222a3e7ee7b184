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
/// A bot of rude/ as a command for launched(), and that is dialled in with referee join.
std::vector<std::string> rude_bot(const std::string& name, const std::vector<std::string>& arguments = {});

/// A tournament through `referee serve`. Its records are where RefereeTest has them verified in the end.
class TournamentMatch : public RefereeTest {
 protected:
  void TearDown() override;

  /// A Swiss of Walls on 3 x 3 squares, tables of two, each seat once, a clock on which nobody is late. All
  /// to the left, a bot has 9 turns in a game.
  static Json walls(int rounds, const Json& entrants);

  /// Writes the tournament file, starts the referee on it and waits until it listens.
  Child& serve(const Json& config, const std::vector<std::string>& options = {});
  /// The same file once more, after the referee has ended; a changed one is written with write_config().
  Child& serve_again(const std::vector<std::string>& options = {});
  /// As folder()/config.json.
  void write_config(const Json& config) const;
  /// The referee that was started last.
  Child& referee() { return *referee_; }
  /// HOST:PORT of it.
  std::string address() const { return where_.substr(where_.rfind(' ') + 1); }

  DialIn dial() const { return DialIn(where_); }
  /// Dials in and is welcomed. The hello has token_of(name) unless `more` has another one.
  DialIn join(const std::string& name, const Json& more = Json::object());
  /// The latest join() got it.
  const Json& welcome() const { return welcome_; }
  /// Dials in with that hello, is answered and turned away; the answer.
  Json refusal(const std::string& name, const Json& more = Json::object()) const;
  /// Lets another thread answer all turns to the left until the referee says bye.
  void play_on(DialIn connection);
  /// What the referee has said in its byes to those who played on; waits for them.
  std::vector<std::string> byes();
  /// Starts a sample bot that dials in with token_of(name) and plays until the referee says bye.
  Child& polite(const std::string& name, const std::string& sample = "walls_random");
  /// The file that holds token_of(name).
  std::string token_file(const std::string& name) const;

  /// `referee ctl` to the referee, to its end.
  Child& ctl(const std::vector<std::string>& words);
  /// Waits for the referee's end: the tournament is over, it is well, and those who played on have been told.
  void finish();

  /// What standings.json says now.
  Json standings() const;
  /// The row of an entrant in standings().
  Json row(const std::string& name) const;
  /// The texts of the notes of standings().
  std::vector<std::string> notes() const;
  /// No turn of theirs had another verdict than ok.
  void expect_no_faults(const std::vector<std::string>& names) const;
  /// Whether there is a record of that match, "r1t1g1", that counts.
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
