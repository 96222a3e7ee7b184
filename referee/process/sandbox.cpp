#include "referee/process/sandbox.h"

#include <fcntl.h>
#include <sched.h>
#include <spdlog/spdlog.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "protocol/require.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/process/confined_start.h"
#include "referee/process/confinement.h"
#include "referee/process/cpu_meter.h"
#include "referee/process/inside/landlock.h"
#include "referee/process/inside/syscall_filter.h"
#include "referee/process/kernel_process.h"
#include "referee/process/process_start.h"
#include "referee/process/program.h"
#include "referee/process/spawn.h"

namespace referee {
namespace {

constexpr const char* kAtMost = "REFEREE_SANDBOX_AT_MOST";
constexpr const char* kForbidden = "forbidden by REFEREE_SANDBOX_AT_MOST";
constexpr const char* kUncounted =
    "bots are charged wall time at least, for the kernel does not tell of processes that end: ";
constexpr const char* kForBwrap =
    "; install bubblewrap; in Docker run as a user other than root, with --security-opt seccomp=unconfined "
    "--security-opt systempaths=unconfined (and apparmor=unconfined where AppArmor is); on Ubuntu 24.04 sudo "
    "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0";
constexpr const char* kForFull =
    "; run it in a cgroup v2 of its own, as systemd-run --user --scope -p Delegate=yes referee ..., or as a "
    "unit with Delegate=memory pids";
constexpr const char* kForBasic =
    "; a container needs its default system calls. To run bots without a sandbox, which may then read, "
    "change "
    "and end whatever their user may, write --sandbox none (\"sandbox\":\"none\" in a tournament file)";

std::string find_bwrap() {
  for (const char* path : {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"}) {
    if (is_runnable(path)) {
      return path;
    }
  }
  return "";
}

/// For tests: to do on this machine what a weaker one does.
SandboxLevel at_most() {
  const char* const set = std::getenv(kAtMost);
  return set == nullptr ? SandboxLevel::full : sandbox_level(set).value_or(SandboxLevel::full);
}

/// Root of a namespace that has no other users is the ordinary user who made the namespace.
bool is_root() { return ::geteuid() == 0 && UserSlots::exist(); }

/// A ProcessWork.
[[noreturn]] void make_user_namespace(const void* /*with*/) {
  ::_exit(::unshare(CLONE_NEWUSER) == 0 ? 0 : 1);
}

/// Whether nothing that is quickly seen keeps this machine from confining programs: no filter of system calls
/// around this process, as containers have, no rule against user namespaces, and a kernel that tells of
/// processes that end.
bool seems_to_confine() {
  char of_apparmor = '0';
  std::ifstream("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") >> of_apparmor;
  return ::prctl(PR_GET_SECCOMP) == 0 && of_apparmor == '0' && can_tell_of_processes() &&
         wait_for_end(start_process(make_user_namespace, nullptr).pid) == 0;
}

/// What a basic sandbox lacks on this machine.
std::string basic_text(bool own_users) {
  std::string text = own_users ? "a user of its own" : is_root() ? "as root" : "the referee's user";
  if (landlock_version() == 0) {
    text += ", no Landlock: file modes decide what it may read and write";
  }
  return text;
}

/// A warning: this level is used only if it was asked for.
std::string none_text(bool own_users) {
  const std::string who = own_users ? "all users" : is_root() ? "root" : "you";
  return "none (warning: a bot may read, change and end whatever " + who +
         " may: files, the network, other processes)";
}

const char* way_to(SandboxLevel level) {
  switch (level) {
    case SandboxLevel::full:
      return kForFull;
    case SandboxLevel::bwrap:
      return kForBwrap;
    case SandboxLevel::basic:
    case SandboxLevel::none:
      break;
  }
  return kForBasic;
}

/// Why the supervisor of a program that was tried has not counted its processes; empty if it has, or need
/// not.
std::string why_uncounted(const SandboxInstance& tried) {
  if (tried.counts() == nullptr || tried.counts()->counts()) {
    return "";
  }
  return tried.order().counted ? std::generic_category().message(tried.counts()->why_not()) : kForbiddenCpuBy;
}

constexpr std::size_t kShownComplaint = 300;  // bytes of a program's error message

/// Without links; empty if it has none.
std::string folder_of(const Confinement& confinement) {
  if (confinement.folder.empty()) {
    return "";
  }
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::canonical(confinement.folder, error);
  if (is_of_program(error.value())) {
    throw ProgramError(error, "folder " + confinement.folder.string());
  }
  if (error) {
    throw LaunchError(error, "folder " + confinement.folder.string());
  }
  return folder.string();
}

}  // namespace

std::shared_ptr<const Sandbox> Sandbox::open(SandboxLevel least, RunAs run_as, TriedBy tried_by) {
  return make(least, run_as, tried_by);
}

std::shared_ptr<const Sandbox> Sandbox::open_for_thread() const {
  const RunAs run_as = users_ != nullptr ? RunAs::own_user : RunAs::root;
  std::shared_ptr<Sandbox> other = make(level_, run_as, TriedBy::first_start);
  other->notes_ = notes_;
  return other;
}

std::shared_ptr<Sandbox> Sandbox::make(SandboxLevel least, RunAs run_as, TriedBy tried_by) {
  const std::shared_ptr<Sandbox> sandbox(new Sandbox(least));
  if (is_root() && run_as == RunAs::own_user) {
    sandbox->users_ = std::make_shared<UserSlots>();
    sandbox->copies_ = std::make_unique<PrivateCopies>(sandbox->users_);
  }
  if (least == SandboxLevel::none) {
    sandbox->text_ = none_text(sandbox->users_ != nullptr);
    sandbox->brief_text_ = sandbox->text_;
    return sandbox;
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_DUMPABLE, 0);  // a bot of the same user reads neither our memory nor our environment
  sandbox->bwrap_ = find_bwrap();
  sandbox->system_ = system_paths();
  const bool is_shown_later = tried_by == TriedBy::first_start && seems_to_confine();
  sandbox->find_level(is_shown_later ? TriedBy::first_start : TriedBy::trial);
  if (is_shown_later) {
    sandbox->self_ = sandbox;
  }
  return sandbox;
}

void Sandbox::find_level(TriedBy tried_by) {
  std::string missing;
  const SandboxLevel most = at_most();
  for (const SandboxLevel level : {SandboxLevel::full, SandboxLevel::bwrap, SandboxLevel::basic}) {
    const std::string why = level > most ? kForbidden : try_out(level, tried_by);
    if (why.empty()) {
      level_ = level;
      break;
    }
    missing.append(missing.empty() ? "" : "; ").append(name_of(level)).append(": ").append(why);
    if (level == least_) {
      missing += way_to(level);
    }
  }
  if (level_ < least_) {
    throw WeakSandbox(std::string("sandbox: expected at least ") + name_of(least_) + ", this machine gives " +
                      name_of(level_) + ": " + missing);
  }
  find_bounds();
  const bool as_root = is_root() && users_ == nullptr;
  std::string lacks = level_ == SandboxLevel::basic ? basic_text(users_ != nullptr)
                      : as_root                     ? "as root"
                                                    : "";
  if (!uncounted_.empty()) {
    lacks.append(lacks.empty() ? "" : "; ").append(kUncounted).append(uncounted_);
  }
  const auto with = [&](const std::string& details) {
    return name_of(level_) + (details.empty() ? "" : " (" + details + ")");
  };
  text_ = with(lacks + (lacks.empty() || missing.empty() ? "" : "; ") + missing);
  brief_text_ = level_ == SandboxLevel::bwrap ? with(lacks) : text_;
}

/// A program has not run, and the machine is why: perhaps because it cannot confine any. Then what a trial
/// says counts from now on; where it is less than was asked for, nothing ever runs in it.
void Sandbox::prove() {
  const std::shared_ptr<Sandbox> self = std::exchange(self_, {}).lock();
  if (self == nullptr) {
    return;
  }
  const SandboxLevel assumed = level_;
  try {
    find_level(TriedBy::trial);
  } catch (const WeakSandbox&) {
    level_ = assumed;
    make_filters();
    self_ = self;
    throw;
  }
  if (level_ != assumed) {
    spdlog::warn("sandbox: {}, not {}", text_, name_of(assumed));
  }
}

void Sandbox::find_bounds() {
  std::string why = "no cgroup of its own";
  const BoundedBy by = groups_ == nullptr ? BoundedBy::polling : groups_->enable_bounds(why);
  bounds_text_ = name_of(by);
  if (by != BoundedBy::cgroup_v2) {
    bounds_text_.append(" (").append(why).append(")");
  }
}

/// Empty if it works, or is to be shown by the first start; else why it does not.
std::string Sandbox::try_out(SandboxLevel level, TriedBy tried_by) {
  std::string why;
  if (groups_ == nullptr) {
    groups_ = ControlGroups::open(why);
  }
  if (level == SandboxLevel::full && (groups_ == nullptr || !groups_->enable_limits(why))) {
    return why;
  }
  if (level != SandboxLevel::basic && bwrap_.empty()) {
    return "bubblewrap is not installed";
  }
  level_ = level;
  try {
    make_filters();
    Confinement confinement;
    const auto tried = instance({"true"}, confinement);
    count_processes_of(*tried);
    if (tried_by == TriedBy::trial) {
      why = probe(*tried);
      uncounted_ = why_uncounted(*tried);
    } else {
      why.clear();
      uncounted_ = tried->counts() == nullptr || tried->order().counted ? "" : kForbiddenCpuBy;
    }
  } catch (const std::exception& error) {
    why = error.what();
  }
  level_ = SandboxLevel::none;
  return why;
}

void Sandbox::make_filters() {
  SandboxSpec order;
  order.level = level_;
  filter_ = level_ == SandboxLevel::basic ? "" : filter_program(order);
  questions_ = groups_ == nullptr ? tell_of_processes_program() : "";
}

/// Where no cgroup measures it, and it may have several.
void Sandbox::count_processes_of(SandboxInstance& instance) const {
  const SandboxSpec& order = instance.order();
  if (instance.group() == nullptr && (order.level != SandboxLevel::basic || order.forks)) {
    instance.count_processes();
  }
}

BotCommand Sandbox::readable(BotCommand command) const {
  // Here, where the command still is as it was written.
  const std::string& program = command.argv.front();
  if (program.find('/') != std::string::npos && !is_runnable(program)) {
    std::error_code odd;
    throw ProgramError(std::filesystem::exists(program, odd) ? EACCES : ENOENT, std::generic_category(),
                       "cannot start '" + program + "'");
  }
  if (const auto fault = program.find('/') == std::string::npos ? std::nullopt : fault_of_script(program)) {
    throw ProgramError(fault->error, std::generic_category(),
                       "cannot start '" + program + "': " + fault->text);
  }
  return copies_ != nullptr ? copies_->readable(std::move(command)) : std::move(command);
}

void Sandbox::prepare(const BotCommand& command) const {
  const BotCommand placed = readable(command);
  if (level_ != SandboxLevel::none && placed.confinement) {
    (void)command_inside(placed.argv, *placed.confinement);
    (void)visible_to(*placed.confinement, system_);
  }
}

std::unique_ptr<SandboxInstance> Sandbox::instance(const std::vector<std::string>& argv,
                                                   const Confinement& confinement,
                                                   const std::vector<gid_t>& readers) const {
  REQUIRE(level_ != SandboxLevel::none);
  SandboxSpec order;
  order.level = level_;
  order.argv = command_inside(argv, confinement);
  order.readers = readers;
  order.bwrap = bwrap_;
  order.folder = folder_of(confinement);
  order.writable = confinement.writable;
  Visible visible = visible_to(confinement, system_);
  order.visible = std::move(visible.read);
  order.listed = std::move(visible.listed);
  order.memory_mib = confinement.memory_mib;
  order.processes = confinement.processes;
  order.descriptors = confinement.descriptors;
  order.scratch_mib = confinement.scratch_mib;
  order.cpu_s = confinement.cpu_s;
  order.forks = confinement.forks;
  order.variables = confinement.variables;
  order.filter = filter_;
  order.questions = questions_;
  auto made = std::make_unique<SandboxInstance>(std::move(order), users_, groups_);
  made->when_machine_fails([weak = self_] {
    if (const auto sandbox = weak.lock()) {
      sandbox->prove();
    }
  });
  return made;
}

std::unique_ptr<SandboxInstance> Sandbox::bot_instance(const BotCommand& command) const {
  REQUIRE(command.confinement);
  auto made = instance(command.argv, *command.confinement, command.readers);
  made->note_for(notes_);
  count_processes_of(*made);
  if (!command.confinement->writable && !command.confinement->folder.empty()) {
    made->work_in_copy(*command.confinement);
  }
  return made;
}

std::string probe(const SandboxInstance& instance) {
  const FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  Pipe pipe = make_pipe();
  ConfinedSpawn spawned = spawn_confined(instance, null.get(), null.get(), pipe.write.get());
  pipe.write = FileDescriptor();
  ControlWords words;
  while (words.take(receive_control(spawned.control.get()).value())) {
  }
  std::string complaint =
      words.failure().empty() ? read_to_end(pipe.read.get(), "its message", 1) : words.failure();
  const int status = wait_for_end(spawned.supervisor.pid);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    return "";
  }
  while (complaint.ends_with('\n')) {
    complaint.pop_back();
  }
  return complaint.empty() ? "a program that was tried did not run" : printable(complaint, kShownComplaint);
}

}  // namespace referee
