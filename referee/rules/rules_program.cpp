#include "referee/rules/rules_program.h"

#include <sys/epoll.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <utility>
#include <variant>

#include <boost/asio/post.hpp>

#include "protocol/fields.h"
#include "protocol/framing.h"
#include "protocol/numbers.h"
#include "protocol/parse.h"
#include "referee/base/text.h"
#include "referee/loop/poller.h"
#include "referee/net/link.h"
#include "referee/process/error_line.h"
#include "referee/process/joint_bounds.h"
#include "referee/rules/rules_trace.h"

namespace referee::rules {
namespace {

constexpr int kChunks = 64;                // that are read from one program before another one gets its turn
constexpr Milliseconds kToEnd{1000};       // that a process has, after its output or its input has ended
constexpr std::size_t kShownLine = 100;    // bytes of a line in a message
constexpr std::size_t kShownWords = 200;   // bytes of what it wrote to standard error in a message
constexpr std::int64_t kMuchOfMemory = 2;  // a half of what it may take is told
constexpr std::int64_t kCpu = 30LL * 24 * 3600;  // s: it serves a whole tournament

/// What is wrong with a hello; empty: nothing.
std::string fault_of_hello(const Json& hello, const GameFile& game) {
  fields::Object in(hello, "hello");
  const std::string type = in.text("type", kShownLine);
  in.integer("rules_program", {1, 1});
  const std::string name = in.text("name", kShownLine);
  in.integer("version", {game.version, game.version});
  if (in.error()) {
    return in.error()->text();
  }
  if (type != "hello") {
    return "hello.type: got " + fields::brief(Json(type)) + ", expected \"hello\"";
  }
  return name == game.name ? ""
                           : "hello.name: got " + fields::brief(Json(name)) + ", expected \"" + game.name +
                                 "\", as game.json has it";
}

}  // namespace

/// The program's standard input and output.
class RulesProgram::Channel final : public Watcher, public std::enable_shared_from_this<Channel> {
 public:
  Channel(RulesProgram& program, std::unique_ptr<Link> connection)
      : program_(program),
        poller_(Poller::of(program.thread_->tasks().io())),
        connection_(std::move(connection)) {}

  void open() { poller_.watch(connection_->in(), EPOLLIN, shared_from_this()); }
  /// Nothing is read or written any more.
  void close() {
    poller_.forget(connection_->in());
    poller_.forget(connection_->out());
    connection_->close();
  }
  void stop_reading() { poller_.forget(connection_->in()); }

  void write(std::string_view text) {
    unwritten_ += text;
    on_writable();
  }

  void on_readable() override {
    const auto self = shared_from_this();
    for (int i = 0; i < kChunks && is_open(); ++i) {
      const auto room = lines_.space();
      const auto read = connection_->read(room);
      if (read.status == Link::Read::Status::nothing_yet) {
        return;
      }
      if (read.status == Link::Read::Status::closed) {
        return program_.on_closed();
      }
      lines_.filled(read.size);
      for (auto line = lines_.next(); line; line = is_open() ? lines_.next() : std::nullopt) {
        program_.on_line(line->text, line->oversize);
      }
      if (read.size < room.size()) {
        return;
      }
    }
  }

  /// A program that reads no more has ended, which its output tells; or it is silent.
  void on_writable() override {
    if (!is_open()) {
      return;
    }
    const std::size_t written = connection_->write(unwritten_).value_or(unwritten_.size());
    unwritten_.erase(0, written);
    if (unwritten_.empty() == !watches_writing_) {
      return;
    }
    watches_writing_ = !unwritten_.empty();
    if (watches_writing_) {
      poller_.watch(connection_->out(), EPOLLOUT, shared_from_this());
    } else {
      poller_.forget(connection_->out());
    }
  }

 private:
  bool is_open() const { return connection_->in() >= 0; }

  RulesProgram& program_;
  Poller& poller_;
  std::unique_ptr<Link> connection_;
  protocol::LineBuffer lines_{kLongestLine};
  std::string unwritten_;
  bool watches_writing_ = false;
};

RulesProgram::RulesProgram(std::shared_ptr<RulesThread> thread, std::shared_ptr<const RulesFolder> folder)
    : thread_(std::move(thread)),
      folder_(std::move(folder)),
      time_(thread_->tasks().io()),
      idle_(thread_->tasks().io()),
      fewer_(thread_->tasks().io()) {}

RulesProgram::~RulesProgram() { forget_process(); }

std::string RulesProgram::named(const std::string& what) const {
  return "game " + folder_->game().name + ": " + what;
}

RulesProgram::Run RulesProgram::open_match() {
  ++open_;
  idle_.cancel();
  if (state_ == State::none) {
    begin_run();
  }
  return run_;
}

void RulesProgram::close_match(Run run, const std::string& goodbye) {
  --open_;
  if (run == run_ && state_ != State::none && !closed_) {
    const std::string line = "{\"id\":" + std::to_string(++last_id_) + "," + goodbye.substr(1) + "\n";
    if (state_ == State::running) {
      channel_->write(line);
    } else {
      unwritten_ += line;
    }
  }
  note_idle();
}

void RulesProgram::ask(Run run, const std::string& request, Done done) {
  if (run != run_ || state_ == State::none) {
    const std::string what = run == run_ ? why_ended_ : named("the program that played this match has ended");
    boost::asio::post(thread_->tasks().io(), [done = std::move(done), what, kind = fault_] {
      done({{}, std::nullopt, what, kind});
    });
    return;
  }
  const std::uint64_t id = ++last_id_;
  const std::string line = "{\"id\":" + std::to_string(id) + "," + request.substr(1) + "\n";
  waiting_.push_back({id, std::move(done), thread_->tasks().clock().now()});
  if (state_ == State::running) {
    channel_->write(line);
  } else {
    unwritten_ += line;
  }
  watch_time();
}

void RulesProgram::begin_run() {
  ++run_;
  state_ = State::starting;
  closed_ = false;
  answered_ = thread_->tasks().clock().now();
  unwritten_.clear();
  thread_->tasks().start("start of rules", start(shared_from_this(), run_));
}

BotCommand RulesProgram::command() const {
  Confinement confinement;
  confinement.folder = folder_->copy();
  confinement.cpu_s = kCpu;
  confinement.variables = {"PYTHONHASHSEED=0"};
  BotCommand command;
  command.argv = folder_->placed_command();
  command.confinement = std::move(confinement);
  command.stdio = Stdio::pipe;
  if (const auto fault = folder_->fault_of_command()) {
    throw std::invalid_argument(*fault);
  }
  return command;
}

Task<> RulesProgram::start(std::shared_ptr<RulesProgram> /*self*/, Run run) {
  ++living_;
  ProcessStarter::Started started;
  std::string failure;
  try {
    if (thread_->starter() == nullptr) {
      throw std::runtime_error(thread_->why_not());
    }
    started = co_await thread_->starter()->start(command());
  } catch (const std::exception& wrong) {
    failure = wrong.what();
  }
  if (started.process != nullptr && !started.process->ended()) {
    ++living_;
    started.process->when_ended([program = shared_from_this()] {
      --program->living_;
      program->fewer_.notify();
    });
  }
  if (run != run_ || state_ != State::starting) {
    if (started.process != nullptr) {
      started.process->signal(SIGKILL);
    }
  } else if (!failure.empty()) {
    fault(ProgramFault::start, "its program does not start: " + failure);
  } else {
    take(std::move(started));
  }
  --living_;
  fewer_.notify();
}

void RulesProgram::take(ProcessStarter::Started started) {
  process_ = std::move(started.process);
  if (started.connection == nullptr) {
    return fault(ProgramFault::start, "its program does not start: it has been killed");
  }
  channel_ = std::make_shared<Channel>(*this, std::move(started.connection));
  channel_->open();
  watch_time();
}

void RulesProgram::on_line(std::string_view line, bool oversize) {
  if (oversize) {
    return fault(ProgramFault::no_line, "its program wrote a line of more than 4 MiB, which begins " +
                                            printable(line.substr(0, kShownLine)));
  }
  auto parsed = protocol::parse_line(line);
  if (const auto* const unreadable = std::get_if<protocol::Unreadable>(&parsed)) {
    return fault(ProgramFault::no_line,
                 "its program wrote a line that is no answer: " + printable(unreadable->why));
  }
  answered_ = thread_->tasks().clock().now();
  auto& json = std::get<Json>(parsed);
  if (state_ == State::starting) {
    on_hello(json);
  } else {
    on_answer(std::move(json), protocol::wide_integer(line, "answer"));
  }
}

void RulesProgram::on_hello(const Json& hello) {
  if (const std::string wrong = fault_of_hello(hello, folder_->game()); !wrong.empty()) {
    return fault(ProgramFault::hello, "its program does not say hello as it should: " + printable(wrong));
  }
  state_ = State::running;
  channel_->write(std::exchange(unwritten_, {}));
  time_.cancel();  // an answer is due earlier than the hello was
  timed_ = false;
  watch_time();
  note_idle();
}

/// `changed`: Reply::changed.
void RulesProgram::on_answer(Json line, std::optional<fields::Error> changed) {
  if (waiting_.empty()) {
    return fault(ProgramFault::no_line, "its program wrote a line that nobody has asked for: " +
                                            printable(fields::brief(line, kShownLine)));
  }
  fields::Object in(line, "answer");
  const Json* const id = in.value("id");
  if (in.error()) {
    return fault(ProgramFault::no_line,
                 "its program wrote a line that is no answer: " + printable(in.error()->text()));
  }
  if (*id != waiting_.front().id) {
    return fault(ProgramFault::no_line, "its program wrote a line that is no answer: answer.id: got " +
                                            printable(fields::brief(*id)) + ", expected " +
                                            std::to_string(waiting_.front().id) +
                                            ": requests are answered in the order of their arrival");
  }
  line.erase("id");
  const Done done = std::move(waiting_.front().done);
  waiting_.pop_front();
  done({std::move(line), std::move(changed), "", ProgramFault::none});
  note_idle();
}

void RulesProgram::on_closed() {
  channel_->stop_reading();
  closed_ = true;
  thread_->tasks().start("end of rules", tell_end(shared_from_this(), run_, process_));
}

Task<> RulesProgram::tell_end(std::shared_ptr<RulesProgram> /*self*/, Run run,
                              std::shared_ptr<Process> process) {
  const bool ended = co_await process->ended_within(kToEnd);
  if (run != run_ || state_ == State::none) {
    co_return;
  }
  if (!ended) {
    fault(ProgramFault::ended, "its program has closed its standard output");
    co_return;
  }
  ProgramFault kind = ProgramFault::ended;
  std::string what =
      state_ == State::starting ? "its program has ended without a hello: " : "its program has ended: ";
  try {
    process->throw_if_never_run();
    what += how_ended(*process);
  } catch (const std::exception& never_run) {
    kind = ProgramFault::start;
    what = std::string("its program does not start: ") + never_run.what();
  }
  fault(kind, what);
}

/// When the first of the requests that wait has to be answered, or the hello to be said.
TimePoint RulesProgram::due() const {
  return state_ == State::starting ? answered_ + folder_->game().start
                                   : std::max(answered_, waiting_.front().asked) + folder_->game().answer;
}

/// The timer is set once for many answers: it looks again when it comes too early.
void RulesProgram::watch_time() {
  if (timed_ || channel_ == nullptr || (state_ == State::running && waiting_.empty())) {
    return;
  }
  timed_ = true;
  time_.set(due(), [this] { on_time(); });
}

void RulesProgram::on_time() {
  timed_ = false;
  if (closed_ || channel_ == nullptr) {
    return;
  }
  channel_->on_readable();  // what has come in time, and has not been read
  if (closed_ || channel_ == nullptr || (state_ == State::running && waiting_.empty())) {
    return;
  }
  if (thread_->tasks().clock().now() < due()) {
    return watch_time();
  }
  const GameFile& game = folder_->game();
  fault(ProgramFault::silence,
        (state_ == State::starting
             ? "its program has said no hello in " + std::to_string(game.start.count()) + " ms (start_ms)"
             : "its program has not answered in " + std::to_string(game.answer.count()) + " ms (answer_ms)") +
            memory_text());
}

/// A program that has nearly all of its memory gets no more, or grows without end: it is that which makes it
/// slow.
std::string RulesProgram::memory_text() const {
  constexpr std::int64_t kMost = Confinement::kMemoryMib;
  const std::int64_t used = JointUse::look(processes(), {.memory_mib = kMost}).memory / kMib;
  return used * kMuchOfMemory < kMost
             ? ""
             : "; it takes " + std::to_string(used) + " MiB of memory, and may take " + std::to_string(kMost);
}

void RulesProgram::fault(ProgramFault kind, const std::string& what) {
  std::string text = what;
  if (process_ != nullptr) {
    const bool alive = !process_->ended();
    const std::string words = alive ? process_->take_stderr().text() : process_->stderr_text();
    if (const std::string line = alive ? error_line(words) : ""; !line.empty()) {
      text += "; its last words: " + printable(line, kShownWords);
    }
    log_trace(named(what) + ": what it wrote to standard error", words);
  }
  forget_process();
  why_ended_ = named(text);
  fault_ = kind;
  fail_all(why_ended_);
}

/// Those who are told may begin the next match at once.
void RulesProgram::fail_all(const std::string& what) {
  for (const Waiting& one : std::exchange(waiting_, {})) {
    one.done({{}, std::nullopt, what, fault_});
  }
}

void RulesProgram::forget_process() {
  state_ = State::none;
  unwritten_.clear();
  time_.cancel();
  timed_ = false;
  if (channel_ != nullptr) {
    std::exchange(channel_, nullptr)->close();
  }
  if (process_ != nullptr) {
    std::exchange(process_, nullptr)->signal(SIGKILL);
  }
}

void RulesProgram::note_idle() {
  if (open_ > 0 || !waiting_.empty() || state_ != State::running) {
    return;
  }
  idle_.set_after(kIdle, [this] { thread_->tasks().start("leave of rules", let_go(shared_from_this())); });
}

/// The process ends by itself when its input has ended.
Task<> RulesProgram::let_go(std::shared_ptr<RulesProgram> /*self*/) {
  if (open_ > 0 || state_ != State::running) {
    co_return;
  }
  const auto process = std::exchange(process_, nullptr);
  forget_process();
  if (!co_await process->ended_within(kToEnd)) {
    process->signal(SIGKILL);
  }
}

std::vector<pid_t> RulesProgram::processes() const {
  return process_ == nullptr ? std::vector<pid_t>{} : process_->processes();
}

Task<> RulesProgram::end() {
  const auto self = shared_from_this();
  idle_.cancel();
  forget_process();
  why_ended_ = named("the referee ends");
  fail_all(why_ended_);
  while (living_ > 0) {
    co_await fewer_.changed();
  }
}

}  // namespace referee::rules
