#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "protocol/framing.h"
#include "referee/loop/event.h"
#include "referee/loop/task_group.h"
#include "referee/loop/timer.h"
#include "referee/match/attempt.h"
#include "referee/match/launcher.h"
#include "referee/match/program/program_line.h"
#include "referee/match/program/program_place.h"
#include "referee/match/program/seat_bots.h"
#include "referee/record/record.h"
#include "referee/rules/told_game.h"

namespace referee {

/// An attempt of a match that a program plays by itself: protocol/MATCH_PROGRAM.md. The program is started,
/// its lines are read and held against the contract, and the bots that it asks for are started.
class ProgramAttempt final : public Attempt {
 public:
  /// What a program may write in one match, in bytes.
  static constexpr std::uint64_t kMostOutput = 256ULL * 1024 * 1024;

  /// `folder`: that of the job's game. It and `launcher` outlive this.
  ProgramAttempt(Tasks& tasks, Launcher& launcher, const rules::RulesFolder& folder, MatchJob job,
                 MatchObservers observers);
  ~ProgramAttempt() override;

  /// Throws FailedStart for a bot whose program is missing.
  Task<> gather() override;
  Task<> begin() override;
  const std::string& record() const override { return record_->text(); }
  /// No match goes on after a crash: it is begun anew.
  std::vector<Match::Attendance> attendance() const override;
  Task<MatchResult> play() override;
  /// The end of their input has told them.
  void tell_end(const MatchResult& /*result*/) override {}
  Task<> stop_bots() override;

  void abort(const std::string& why) override;
  void withdraw(std::size_t seat) override;

  std::string how_bot_ended(std::size_t seat) const override;
  MarkedText stderr_of(std::size_t seat) const override;

 private:
  bool is_there(std::size_t seat) const { return job_.seats[seat].bot.has_value(); }
  std::size_t present() const;
  void open_record();
  Task<> run_program();
  Task<> start_program();
  Task<> read_output();
  bool read_some();
  void take_lines();
  void take(ProgramProgress progress);
  void take(const ProgramFault& fault);
  void note_fault(const ProgramFault& fault);
  void take(ProgramResult result);
  void take(const ProgramVoid& told);
  void add_turn(const std::vector<SeatAnswer>& answers, const std::string& events);
  Task<> end_program();
  void judge_end();
  void take_replay();
  void fail(const std::string& why, bool of_program);
  void fail_program(const std::string& what);
  std::string last_words() const;
  void finish();
  void finish_no_show();

  Tasks& tasks_;
  Launcher& launcher_;
  const rules::RulesFolder& folder_;
  rules::ToldGame game_;
  const std::vector<std::string> names_;
  std::unique_ptr<ProgramPlace> place_;
  std::deque<SeatBots> bots_;  // by seat; they stay where they are
  std::optional<Record> record_;
  std::shared_ptr<Process> process_;
  std::optional<boost::asio::posix::stream_descriptor> output_;
  protocol::LineBuffer lines_{ProgramLineBound::kLine};
  std::uint64_t read_ = 0;  // bytes of its output
  std::int64_t turn_ = 0;   // of the record: lines of progress, and faults
  std::size_t faults_ = 0;
  std::size_t progress_bytes_ = 0;  // recorded
  std::optional<ProgramResult> told_;
  std::optional<std::string> failure_;  // why the match is void
  Condition changed_;                   // something of the above
  TaskGroup reading_;                   // its output
  Timer time_;
  MatchResult result_;
};

}  // namespace referee
