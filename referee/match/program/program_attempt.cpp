#include "referee/match/program/program_attempt.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <variant>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/record_limits.h"
#include "protocol/require.h"
#include "protocol/sha256.h"
#include "referee/base/failure_text.h"
#include "referee/base/text.h"
#include "referee/process/error_line.h"
#include "referee/process/spawn.h"

namespace referee {
namespace {

constexpr int kChunks = 16;              // that are read before other work of the loop gets its turn
constexpr std::size_t kShownLine = 200;  // bytes of the program's words in a message
constexpr Milliseconds kToEnd{10'000};   // that the program has to end after its last line

// All that a match program may have recorded fits into a record many times, so that Record::turn() takes it.
constexpr std::size_t kRoundALine = 200;  // bytes of a line of the record, beside its texts
constexpr std::size_t kMostText = 6 * ProgramLineBound::kText;  // as JSON, which escapes a byte with six
static_assert(ProgramLineBound::kProgressBytes + ProgramLineBound::kProgress * kRoundALine +
                  ProgramLineBound::kFaults * (kRoundALine + kMostText) <
              protocol::kMaxRecord / 16);

}  // namespace

ProgramAttempt::ProgramAttempt(Tasks& tasks, Launcher& launcher, const rules::RulesFolder& folder,
                               MatchJob job, MatchObservers observers)
    : Attempt(std::move(job), std::move(observers)),
      tasks_(tasks),
      launcher_(launcher),
      folder_(folder),
      game_(folder.facts(job_.spec.options)),
      names_(names_of(job_.seats)),
      changed_(tasks.io()),
      reading_(tasks,
               [this](const std::exception_ptr& failure) {
                 fail("what its program writes cannot be read: " + failure_text(failure), false);
               }),
      time_(tasks.io()) {
  REQUIRE(job_.seats.size() == game_.seats());
}

ProgramAttempt::~ProgramAttempt() = default;

// ---- before the match ----

Task<> ProgramAttempt::gather() {
  for (std::size_t seat = 0; seat < job_.seats.size(); ++seat) {
    const auto missing = is_there(seat) ? missing_file(*job_.seats[seat].bot) : std::nullopt;
    if (missing) {
      const ProgramError error(
          ENOENT, std::generic_category(),
          "cannot start '" + job_.seats[seat].bot->argv.front() + "': " + missing->string());
      throw FailedStart(seat, FailedStart::Cause::program, error.what(), std::make_exception_ptr(error));
    }
  }
  co_return;
}

Task<> ProgramAttempt::begin() {
  REQUIRE(!begun());
  begun_ = true;
  place_ = std::make_unique<ProgramPlace>(folder_);
  for (std::size_t seat = 0; seat < job_.seats.size(); ++seat) {
    bots_.emplace_back(tasks_, launcher_, job_.seats[seat].bot, place_->add_seat(seat),
                       [this](bool of_program, const std::string& why) {
                         of_program ? fail_program("its program: " + why) : fail(why, false);
                       });
  }
  place_->write_order(job_, game_.options());
  open_record();
  co_return;
}

void ProgramAttempt::open_record() {
  Record::Header header{job_.spec, game_.options(), names_, {}, {}, {}, {}, tasks_.clock().utc()};
  for (std::size_t seat = 0; seat < job_.seats.size(); ++seat) {
    header.sandbox.emplace_back(name_of(launcher_.level()));
    header.launched.push_back(is_there(seat));
    header.stamp.push_back(StampSource::read);  // of no answer, and in no record
  }
  record_.emplace(header);
}

std::vector<Match::Attendance> ProgramAttempt::attendance() const {
  REQUIRE(begun());
  std::vector<Match::Attendance> seats;
  for (std::size_t seat = 0; seat < job_.seats.size(); ++seat) {
    seats.push_back({is_there(seat), false, false});
  }
  return seats;
}

std::size_t ProgramAttempt::present() const {
  std::size_t count = 0;
  for (std::size_t seat = 0; seat < job_.seats.size(); ++seat) {
    count += is_there(seat) ? 1 : 0;
  }
  return count;
}

// ---- the match ----

Task<MatchResult> ProgramAttempt::play() {
  REQUIRE(begun());
  playing_ = true;
  for (const std::string& name : names_) {
    result_.seats.emplace_back().player = name;
  }
  for (std::size_t seat = 0; seat < job_.spec.versions.size(); ++seat) {
    result_.seats[seat].version = job_.spec.versions[seat].number;
  }
  for (MatchObserver* const observer : observers_) {
    observer->on_start({job_.spec, names_, game_, record_->text()});
  }
  if (failure_ || present() > (names_.size() == 1 ? 0U : 1U)) {
    co_await run_program();
    finish();
  } else {
    finish_no_show();
  }
  result_.ended = record_->ended();
  result_.record = record_->text();
  playing_ = false;
  co_return result_;
}

Task<> ProgramAttempt::run_program() {
  time_.set_after(*folder_.game().match, [this] {
    fail_program("its program has not ended in " + std::to_string(folder_.game().match->count()) +
                 " ms (match_ms)");
  });
  if (!failure_) {
    co_await start_program();
  }
  while (!failure_ && process_ != nullptr && (reading_.running() > 0 || !process_->ended())) {
    co_await changed_.changed();
  }
  co_await end_program();
  time_.cancel();
  judge_end();
}

Task<> ProgramAttempt::start_program() {
  if (launcher_.level() == SandboxLevel::basic) {
    co_return fail(
        "a match program starts others, which the sandbox level basic forbids: expected bwrap, full "
        "or none",
        false);
  }
  if (const auto fault = folder_.fault_of_command()) {
    fail_program("its program does not start: " + *fault);
    co_return;
  }
  std::string failure;
  bool of_machine = false;
  try {
    BotCommand command = place_->command(launcher_.level());
    Launcher::Started started = co_await launcher_.start(std::move(command));
    process_ = std::move(started.process);
    if (started.connection) {
      output_.emplace(tasks_.io(), ::fcntl(started.connection->in(), F_DUPFD_CLOEXEC, 0));
    }
  } catch (const ProgramError& error) {
    failure = error.what();
  } catch (const std::exception& error) {
    failure = error.what();
    of_machine = true;
  }
  if (of_machine) {
    fail("the program of game " + folder_.game().name + " cannot be started: " + failure, false);
  } else if (!failure.empty()) {
    fail_program("its program does not start: " + failure);
  }
  if (process_ != nullptr && !process_->ended()) {
    process_->when_ended([this] { changed_.notify(); });
  }
  if (output_) {
    reading_.start("output of a match program", read_output());
  }
}

Task<> ProgramAttempt::read_output() {
  bool more = true;
  while (more) {
    (void)co_await output_->async_wait(boost::asio::posix::descriptor_base::wait_read, kAwait);
    more = read_some();
  }
  changed_.notify();
}

/// False if there is no more.
bool ProgramAttempt::read_some() {
  for (int i = 0; i < kChunks; ++i) {
    const std::span<char> room = lines_.space();
    const ssize_t got = ::read(output_->native_handle(), room.data(), room.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
      return !failure_;
    }
    if (got <= 0 || failure_) {
      return false;
    }
    read_ += static_cast<std::uint64_t>(got);
    lines_.filled(static_cast<std::size_t>(got));
    take_lines();
    if (read_ > kMostOutput) {
      fail_program("its program has written more than " + std::to_string(kMostOutput / kMib) + " MiB");
    }
  }
  return !failure_;
}

void ProgramAttempt::take_lines() {
  while (!failure_) {
    const auto line = lines_.next();
    if (!line) {
      return;
    }
    if (line->oversize) {
      return fail_program("its program wrote a line of more than 4 MiB, which begins " +
                          printable(line->text.substr(0, kShownLine)));
    }
    if (told_) {
      return fail_program("its program wrote another line after its result");
    }
    try {
      std::visit([this](auto&& one) { take(std::forward<decltype(one)>(one)); },
                 read_program_line(line->text, names_.size()));
    } catch (const fields::Exception& wrong) {
      fail_program("its program wrote a line that is none of the contract: " + printable(wrong.what(), 400));
    }
  }
}

void ProgramAttempt::take(ProgramProgress progress) {
  game_.tell(progress.view);
  const std::string view = protocol::dump(progress.view);
  const auto recorded = static_cast<std::size_t>(turn_) - faults_;
  if (recorded < ProgramLineBound::kProgress &&
      progress_bytes_ + view.size() <= ProgramLineBound::kProgressBytes) {
    progress_bytes_ += view.size();
    add_turn({}, view);
  }
}

void ProgramAttempt::take(const ProgramFault& fault) {
  if (++faults_ > ProgramLineBound::kFaults) {
    return fail_program("its program wrote more than " + std::to_string(ProgramLineBound::kFaults) +
                        " faults");
  }
  note_fault(fault);
}

void ProgramAttempt::note_fault(const ProgramFault& fault) {
  SeatAnswer answer;
  answer.seat = fault.seat;
  answer.verdict = fault.verdict;
  answer.fault = fault.why.empty() ? "the match program gives no reason" : fault.why;
  MatchResult::Seat& seat = result_.seats[fault.seat];
  ++seat.turns;
  ++seat.by_verdict[static_cast<std::size_t>(fault.verdict)];
  add_turn({answer}, "{}");
}

/// A line of the record for what the program has told. Nobody was asked.
void ProgramAttempt::add_turn(const std::vector<SeatAnswer>& answers, const std::string& events) {
  for (SeatBots& bots : bots_) {
    bots.mark_stderr(turn_);
  }
  const std::size_t before = record_->text().size();
  record_->turn(turn_, answers, events);
  for (MatchObserver* const observer : observers_) {
    observer->on_turn({job_.spec, names_, game_, record_->text()},
                      {turn_, answers, events, std::string_view(record_->text()).substr(before)});
  }
  ++turn_;
}

void ProgramAttempt::take(ProgramResult result) {
  told_ = std::move(result);
  time_.set_after(kToEnd, [this] {
    fail_program("its program has not ended in " + std::to_string(kToEnd.count()) + " ms after its result");
  });
}

void ProgramAttempt::take(const ProgramVoid& told) {
  fail_program("its program says that the match does not count: " + printable(told.why));
}

// ---- the end ----

void ProgramAttempt::fail(const std::string& why, bool of_program) {
  if (!failure_ && playing_) {
    failure_ = why;
    result_.rules_failed = of_program;
    changed_.notify();
  }
}

void ProgramAttempt::fail_program(const std::string& what) {
  fail("game " + folder_.game().name + ": " + what, true);
}

/// All processes of the program are gone when this returns.
Task<> ProgramAttempt::end_program() {
  if (process_ != nullptr && !process_->ended()) {
    process_->signal(SIGKILL);
    co_await process_->stop(Milliseconds(0));
  }
  if (output_) {
    output_->cancel();
  }
  co_await reading_.all_over();
}

/// How the program has ended decides whether its result counts.
void ProgramAttempt::judge_end() {
  if (failure_ || process_ == nullptr) {
    return fail_program("its program has not run");
  }
  try {
    process_->throw_if_never_run();
  } catch (const std::exception& never) {
    return fail_program(std::string("its program does not start: ") + never.what());
  }
  if (!process_->succeeded()) {
    return fail_program("its program has ended with " + how_ended(*process_));
  }
  if (!told_) {
    return fail_program("its program has ended without a result");
  }
  take_replay();
}

void ProgramAttempt::take_replay() {
  if (told_->replay.empty()) {
    return;
  }
  try {
    const ProgramReplay left = place_->replay(told_->replay);
    result_.replay = MatchResult::Replay{replay_stem(job_.spec) + left.ending, left.content->size(),
                                         protocol::Sha256::hex_of(*left.content), left.content};
  } catch (const std::invalid_argument& wrong) {
    fail_program(std::string("its program wrote a line that is none of the contract: ") + wrong.what());
  } catch (const std::exception& odd) {
    fail_program(std::string("its replay cannot be read: ") + odd.what());
  }
}

/// What the program wrote to standard error of its error, where it says more.
std::string ProgramAttempt::last_words() const {
  const std::string words =
      process_ == nullptr ? "" : printable(error_line(process_->stderr_text()), kShownLine);
  return words.empty() || failure_->find(words) != std::string::npos ? "" : "; its last words: " + words;
}

void ProgramAttempt::finish() {
  if (failure_) {
    result_.is_void = true;
    result_.why = *failure_ + (result_.rules_failed ? last_words() : "");
    record_->voided(result_.why, tasks_.clock().utc());
    return;
  }
  for (std::size_t seat = 0; seat < names_.size(); ++seat) {
    if (!is_there(seat)) {
      note_fault({seat, protocol::Verdict::no_show, "the entrant was absent"});
    }
  }
  result_.scores = std::move(told_->scores);
  result_.rank = ranks_of(result_.scores);
  result_.outcome = std::move(told_->outcome);
  result_.turns = told_->turns;
  game_.end(result_.scores, result_.outcome);
  record_->told(result_, tasks_.clock().utc());
  result_.moves_sha256 = record_->moves_sha256();
}

void ProgramAttempt::finish_no_show() {
  for (std::size_t seat = 0; seat < names_.size(); ++seat) {
    result_.scores.push_back(is_there(seat) ? 1 : 0);
    if (!is_there(seat)) {
      result_.no_show.push_back(seat);
    }
  }
  result_.rank = ranks_of(result_.scores);
  record_->no_show(result_, tasks_.clock().utc());
  result_.moves_sha256 = record_->moves_sha256();
}

Task<> ProgramAttempt::stop_bots() {
  for (SeatBots& seat : bots_) {
    seat.close();
  }
  for (SeatBots& seat : bots_) {
    co_await seat.ended();
  }
  place_.reset();
}

// ---- from outside ----

/// Before play() the next attempt of it is void at once.
void ProgramAttempt::abort(const std::string& why) {
  if (playing_) {
    fail(why, false);
  } else if (!failure_) {
    failure_ = why;
  }
}

void ProgramAttempt::withdraw(std::size_t seat) {
  if (seat < bots_.size()) {
    bots_[seat].withdraw();
  }
}

std::string ProgramAttempt::how_bot_ended(std::size_t seat) const {
  return seat < bots_.size() ? bots_[seat].how_ended() : "";
}

MarkedText ProgramAttempt::stderr_of(std::size_t seat) const {
  return seat < bots_.size() ? bots_[seat].stderr_text() : MarkedText();
}

}  // namespace referee
