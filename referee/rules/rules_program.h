#pragma once

#include <sys/types.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/units.h"
#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/loop/timer.h"
#include "referee/process/command_start.h"
#include "referee/process/process.h"
#include "referee/rules/rules_folder.h"
#include "referee/rules/rules_thread.h"

namespace referee::rules {

/// What a program of rules has done wrong, as far as its author mends it in another way.
enum class ProgramFault {
  none,
  start,    ///< it cannot be run
  ended,    ///< it has ended, or has closed its standard output
  hello,    ///< its first line is no hello as the contract asks
  no_line,  ///< a line is no answer, or one that nobody has asked for
  silence,  ///< no hello within start_ms, or no answer within answer_ms
};

/// What became of a request.
struct Reply {
  Json answer;                                ///< the object that the program wrote, without its id
  std::optional<fields::Error> changed = {};  ///< a number that is another one in `answer` than in the line
  std::string failure;  ///< for people, with the game's name; if it is not empty there is no answer
  ProgramFault fault = ProgramFault::none;  ///< of the process that should have answered
};

/// The program of one folder: one process, which serves many matches. It is started when the first match
/// begins, and again after a fault: then all requests that wait fail, and so does every later one of a match
/// that the earlier process was playing. It is ended when no match has been open for a while.
///
/// Lives on the RulesThread: all calls are made there. The thread may end before it.
class RulesProgram final : public Guest, public std::enable_shared_from_this<RulesProgram> {
 public:
  static constexpr std::size_t kLongestLine = 4 * 1024 * 1024;  ///< bytes
  static constexpr Milliseconds kIdle{10'000};                  ///< without a match, until it is ended
  /// Which process, counted from 1: after a fault it is another one.
  using Run = std::uint64_t;
  using Done = std::function<void(Reply)>;

  RulesProgram(std::shared_ptr<RulesThread> thread, std::shared_ptr<const RulesFolder> folder);
  ~RulesProgram() override;
  RulesProgram(const RulesProgram&) = delete;
  RulesProgram& operator=(const RulesProgram&) = delete;

  /// A match begins: the process is started if none runs. Each call has its close_match().
  Run open_match();
  /// A match of `run` is over. `goodbye`: a request without an answer, which the process gets if it still is
  /// that run's.
  void close_match(Run run, const std::string& goodbye);
  /// Writes a request, and calls `done` once: never before this returns. Requests are answered in their
  /// order. `request`: a JSON object, whose "id" is put in front.
  void ask(Run run, const std::string& request, Done done);
  /// The process and all that it has started; none if it does not run.
  std::vector<pid_t> processes() const;
  /// Fails what waits, ends the process, and returns when all that was started has ended.
  Task<> end() override;

 private:
  class Channel;
  struct Waiting {
    std::uint64_t id = 0;
    Done done;
    TimePoint asked;
  };
  enum class State { none, starting, running };

  void begin_run();
  Task<> start(std::shared_ptr<RulesProgram> self, Run run);
  BotCommand command() const;
  void take(ProcessStarter::Started started);
  void on_hello(const Json& hello);
  void on_line(std::string_view line, bool oversize);
  void on_answer(Json line, std::optional<fields::Error> changed);
  void on_closed();
  Task<> tell_end(std::shared_ptr<RulesProgram> self, Run run, std::shared_ptr<Process> process);
  void watch_time();
  void on_time();
  TimePoint due() const;
  std::string memory_text() const;
  void fault(ProgramFault kind, const std::string& what);
  void fail_all(const std::string& what);
  void forget_process();
  std::string named(const std::string& what) const;
  void note_idle();
  Task<> let_go(std::shared_ptr<RulesProgram> self);

  std::shared_ptr<RulesThread> thread_;
  std::shared_ptr<const RulesFolder> folder_;
  State state_ = State::none;
  Run run_ = 0;
  std::string why_ended_;                    // of that run, once it has: for people
  ProgramFault fault_ = ProgramFault::none;  // why it has ended
  std::size_t open_ = 0;                     // matches
  std::uint64_t last_id_ = 0;                // of a request
  std::deque<Waiting> waiting_;
  std::string unwritten_;  // requests, until the hello
  std::shared_ptr<Process> process_;
  std::shared_ptr<Channel> channel_;
  bool closed_ = false;  // it says nothing more
  TimePoint answered_;   // when it was started, or said the newest line
  Timer time_;
  bool timed_ = false;  // time_ is set
  Timer idle_;
  std::size_t living_ = 0;  // starts that go on, and processes that have not ended
  Condition fewer_;         // living_ has become less
};

}  // namespace referee::rules
