#include "tests/world/simulated_process.h"

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "referee/loop/event.h"
#include "referee/process/spawn.h"

namespace world {

using namespace std::chrono_literals;
using referee::Microseconds;
using referee::Nanoseconds;

namespace {

constexpr Nanoseconds kLongestStart = 50ms;  // of a process
constexpr Nanoseconds kLongestLoad = 900ms;  // from its start to its hello
constexpr Nanoseconds kLongestEnd = 50ms;    // from the end of its connection to its own
constexpr Microseconds kBetweenLooks = 2ms;  // of the referee at pipes, at most: it charges what it can prove
constexpr int kExitStatus = 256;             // times the code: what waitpid() tells of an exit
constexpr unsigned kLongestThinking = 16;    // one of so many answers takes all the time that there is

/// No part of a microsecond: records have none.
Nanoseconds whole(Nanoseconds time) { return std::chrono::floor<Microseconds>(time); }

}  // namespace

// ---- processor time ----

Microseconds SimulatedMeter::used() {
  const auto passed = std::clamp<Nanoseconds>(clock_.now() - from_, 0ns, time_);
  const double share = static_cast<double>(passed.count()) / static_cast<double>(time_.count());
  const Nanoseconds part =
      passed == time_ ? cpu_
                      : Nanoseconds(static_cast<Nanoseconds::rep>(share * static_cast<double>(cpu_.count())));
  return before_ + std::chrono::floor<Microseconds>(part);
}

void SimulatedMeter::use(Nanoseconds cpu, Nanoseconds time) {
  before_ = used();
  from_ = clock_.now();
  cpu_ = cpu;
  time_ = time;
}

// ---- the process ----

SimulatedProcess::SimulatedProcess(NetworkLoop& loop, DialledBot& entrant, const std::string& version,
                                   Start start, std::uint64_t seed)
    : Process(loop.io()),
      entrant_(entrant),
      start_(start),
      random_(seed),
      bot_(loop, entrant.person(), nullptr, random_(), this, version),
      meter_(std::make_shared<SimulatedMeter>(loop.clock())),
      cpu_meter_(meter_),
      hello_(loop.io()),
      ends_(loop.io()) {}

SimulatedProcess::~SimulatedProcess() {
  entrant_.running -= ended() ? 0 : 1;
  entrant_.take_over(bot_);
}

std::unique_ptr<referee::Link> SimulatedProcess::begin() {
  ++entrant_.running;
  std::unique_ptr<referee::Link> link = bot_.connect();
  const Nanoseconds load = draw_time(random_, kLongestLoad + 1ns);
  meter_->use(whole(draw_time(random_, load + 1ns)), load + 1ns);
  switch (start_) {
    case Start::runs:
      hello_.set_after(load, [this] { bot_.say_hello(); });
      break;
    case Start::is_no_program:
    case Start::machine_fails:
      end_within(kLongestEnd, 1 * kExitStatus);
      break;
    case Start::ends_at_once:
      end_within(load, static_cast<int>(draw(random_, 3)) * kExitStatus);
      break;
    case Start::hangs:
    case Start::is_missing:
      break;
  }
  return link;
}

void SimulatedProcess::throw_if_never_run() const {
  if (ended() && start_ == Start::is_no_program) {
    throw referee::ProgramError(ENOEXEC, std::generic_category(), "cannot start its program");
  }
  if (ended() && start_ == Start::machine_fails) {
    throw std::runtime_error("cannot start its program: the sandbox has ended");
  }
}

void SimulatedProcess::signal(int number) {
  const Stubbornness stays = entrant_.person().program->stays;
  if (number == SIGKILL || (number == SIGTERM && stays != Stubbornness::ignores_sigterm)) {
    end_within(1ms, number);
  }
}

void SimulatedProcess::end_within(Nanoseconds most, int wait_status) {
  if (!ended()) {
    ends_.set_after(draw_time(random_, most + 1ns), [this, wait_status] {
      const auto self = shared_from_this();  // a SimulatedStarter lets it go when it has ended
      bot_.stop();
      --entrant_.running;
      note_end(wait_status);
    });
  }
}

/// The connection ends before the process: nobody reads its end in the other order.
void SimulatedProcess::connection_gone(std::optional<Deed> by) {
  const Stubbornness stays = entrant_.person().program->stays;
  if (by == Deed::is_cut) {
    end_within(kLongestEnd, SIGSEGV);
  } else if (by == Deed::leaves) {
    end_within(kLongestEnd, static_cast<int>(draw(random_, 4)) * kExitStatus);
  } else if (!by && stays == Stubbornness::none) {
    end_within(kLongestEnd, 0);
  }
}

/// It computes on several processors, on one, or waits for most of the time.
Nanoseconds SimulatedProcess::think(AskedTurn& asked, Nanoseconds thinks) {
  const DialledBot::Person& person = entrant_.person();
  if (person.program->prints) {
    const std::string words =
        person.name + ": turn " + std::to_string(asked.turn) + ", " + std::to_string(random_()) + "\n";
    keep_stderr(words);
    bot_.note_printed(words);
  }
  if (const auto before = std::exchange(at_answer_, std::nullopt); before && counts_) {
    asked.pondered = meter_->used() - *before;
  }
  counts_ = asked.plain && (asked.deed == Deed::answers || asked.deed == Deed::illegal);
  asked.computed = whole(thinks);
  const Nanoseconds most = person.most_wall;
  Nanoseconds takes = std::min<Nanoseconds>(thinks * (1 + draw(random_, 12)) / 4, most);
  if (asked.deed == Deed::answers && draw(random_, kLongestThinking) == 0) {
    takes = most;
  } else if (asked.deed == Deed::answers_late && draw(random_, 2) == 0) {
    asked.computed = whole(draw_time(random_, person.most_thinking + 1ns));
    takes = most + (person.stamped ? 1us : kBetweenLooks);
  } else if (asked.deed == Deed::stays_silent) {
    asked.computed =
        draw(random_, 2) == 0 ? 0ns : 100 * whole(person.late_after);  // waits, or computes without end
    takes = 100 * person.late_after;
  }
  takes = std::max(takes, 1ns);
  meter_->use(*asked.computed, takes);
  return takes;
}

/// It may go on to compute until it is asked again.
void SimulatedProcess::said() {
  at_answer_ = meter_->used();
  if (draw(random_, 3) == 0) {
    const Nanoseconds time = 1ns + draw_time(random_, entrant_.person().late_after + 1ns);
    meter_->use(whole(time), time);
  }
}

// ---- starting ----

referee::Task<SimulatedStarter::Started> SimulatedStarter::start(referee::BotCommand command) {
  const std::string name = command.argv.at(1);
  DialledBot& entrant = *entrants_.at(name);
  const auto start = static_cast<Start>(draw_by_weight(random_, entrant.person().program->starts));
  ++entrant.starts().at(static_cast<std::size_t>(start));
  const bool at_once = random_() % 2 == 0;
  co_await referee::sleep(loop_.io(), draw_time(random_, kLongestStart));
  if (start == Start::is_missing) {
    throw referee::ProgramError(ENOENT, std::generic_category(), "cannot start '" + name + "'");
  }
  if (start == Start::machine_fails && at_once) {
    throw referee::LaunchError(EAGAIN, std::generic_category(), "cannot start '" + name + "'");
  }
  auto process = std::make_shared<SimulatedProcess>(loop_, entrant, command.argv.at(2), start, random_());
  running_.insert(process);
  process->when_ended([this, process = process.get()] {
    std::erase_if(running_, [&](const auto& one) { return one.get() == process; });
  });
  Started started;
  started.connection = process->begin();
  started.process = std::move(process);
  co_return started;
}

Program draw_program(Random& random) {
  Program program;
  if (draw(random, 4) == 0) {
    program.starts[static_cast<std::size_t>(Start::machine_fails)] = 1;
  }
  if (draw(random, 4) == 0) {
    program.starts[0] = 3;
    ++program.starts[1 + draw(random, kStarts - 1)];
  }
  program.stays = static_cast<Stubbornness>(draw(random, 3));
  program.prints = draw(random, 2) == 0;
  return program;
}

}  // namespace world
