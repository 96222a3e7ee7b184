#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/units.h"
#include "referee/process/confined_start.h"
#include "referee/process/confinement.h"
#include "referee/process/sandbox_instance.h"
#include "tests/referee/process/bot_process.h"
#include "tests/support/machine_at_most.h"
#include "tests/support/patience.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test_support::kLong;
using testing::AllOf;
using testing::Each;
using testing::EndsWith;
using testing::Ge;
using testing::Le;

constexpr uid_t kNobody = 65534;

/// What a program finds out about the place where it runs, as JSON in its folder. Its arguments are the paths
/// of which it tells all that is in them.
constexpr const char* kLooks = R"python(
import ctypes, errno, hashlib, json, os, socket, stat, sys

libc = ctypes.CDLL(None, use_errno=True)
def error_of(call):
    try:
        if call() == -1:
            return errno.errorcode[ctypes.get_errno()]
    except OSError as error:
        return errno.errorcode[error.errno]
    return ""
def text(path):
    with open(path) as file:
        return file.read()
def create(folder):
    path = os.path.join(folder, "written")
    open(path, "w").close()
    os.remove(path)
def what_is(path):
    mode = os.lstat(path).st_mode
    if stat.S_ISLNK(mode):
        return "-> " + os.readlink(path)
    if stat.S_ISREG(mode):
        try:
            with open(path, "rb") as file:
                return oct(mode) + " " + hashlib.sha256(file.read()).hexdigest()
        except OSError as error:
            return oct(mode) + " " + errno.errorcode[error.errno]
    return oct(mode)
def tree(roots):
    found = {}
    for root in roots:
        found[root] = what_is(root)
        for folder, folders, files in [] if os.path.islink(root) else os.walk(root):
            found.update((path, what_is(path)) for path in (os.path.join(folder, name) for name in folders + files))
    return found
def flags(path):
    names = {os.ST_RDONLY: "ro", os.ST_NOSUID: "nosuid", os.ST_NODEV: "nodev", os.ST_NOEXEC: "noexec"}
    return " ".join(name for flag, name in names.items() if os.statvfs(path).f_flag & flag)
def listens_and_connects():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()
def speaks_to_the_world():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sent:
        sent.connect(("192.0.2.1", 9))

descriptors = os.listdir("/proc/self/fd")  # before others are opened
status = dict(line.split(":", 1) for line in text("/proc/self/status").splitlines())
scratch = os.statvfs("/tmp")
here = os.getcwd()
view = {
    "root": sorted(os.listdir("/")),
    "dev": sorted(os.listdir("/dev")),
    "pts": sorted(os.listdir("/dev/pts")),
    "folder": here,
    "tree": tree(sys.argv[1:]),
    "usr": [sorted(os.listdir(path)) for path in ("/usr", "/usr/bin", "/usr/lib", "/usr/share")],
    "links": {path: what_is(path) for path in ("/bin", "/sbin", "/lib", "/lib32", "/lib64") if os.path.lexists(path)},
    "writes": {path: error_of(lambda: create(path)) for path in ("/", "/usr", "/etc", "/etc/ssl", "/etc/alternatives", "/dev", "/tmp",
                                                               "/dev/shm")},
    "writes here": error_of(lambda: create(here)),
    "flags": {path: flags(path) for path in ("/", "/usr", "/etc", "/etc/passwd", "/etc/alternatives", "/etc/ssl",
                                             "/etc/ssl/openssl.cnf", "/dev", "/tmp", "/dev/shm", "/proc")},
    "flags here": flags(here),
    "scratch": [scratch.f_blocks * scratch.f_frsize, scratch.f_files],
    "one scratch": os.stat("/tmp").st_dev == os.stat("/dev/shm").st_dev,
    "modes": {path: oct(os.stat(path).st_mode) for path in ("/", "/etc", "/etc/ssl", "/tmp", "/dev/shm", "/dev")},
    "user": [os.getuid(), os.geteuid(), os.getgid(), os.getegid()],
    "owns": {path: os.stat(path).st_uid == os.getuid() for path in ("/etc", "/etc/passwd", "/tmp", "/dev/shm", "/usr")},
    "status": {name: status[name].strip() for name in ("Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs",
                                                       "Seccomp", "SigBlk", "SigIgn", "TracerPid", "Cpus_allowed_list")},
    "limits": {line[:26].strip(): line[26:].split()[:2] for line in text("/proc/self/limits").splitlines()[1:]},
    "processes": sorted(int(name) for name in os.listdir("/proc") if name.isdigit()),
    "process": [os.getpid(), os.getppid(), os.getsid(0)],
    "namespaces": {name: os.readlink("/proc/self/ns/" + name) for name in ("user", "pid", "net", "ipc", "uts", "cgroup", "mnt")},
    "groups": text("/proc/self/cgroup").split(),
    "interfaces": sorted(line.split(":")[0].strip() for line in text("/proc/net/dev").splitlines()[2:]),
    "own network": error_of(listens_and_connects),
    "world": error_of(speaks_to_the_world),
    "descriptors": sorted(descriptors),
    "environment": dict(os.environ),
    "umask": os.umask(0),
    "refused": {"unshare": error_of(lambda: libc.unshare(0x10000000)), "inotify": error_of(libc.inotify_init),
                "mount": error_of(lambda: libc.mount(b"x", b"/tmp", b"tmpfs", 0, None)), "chroot": error_of(lambda: os.chroot("/tmp"))},
}
with open("view.json", "w") as file:
    json.dump(view, file)
)python";

/// A program behind bubblewrap, or without a sandbox, tells what it sees.
class ConfinedView : public testing::TestWithParam<SandboxLevel> {
 protected:
  void SetUp() override {
    try {
      sandbox_ = Sandbox::open(GetParam());
    } catch (const WeakSandbox& weak) {
      GTEST_SKIP() << weak.what();
    }
    reaper_.adopt_orphans();
    fs::permissions(folder_.path(), fs::perms(0777));  // the program may run as another user
    confinement_.folder = fs::canonical(folder_.path());
    confinement_.writable = true;
  }

  /// With all that is in `paths`.
  Json view(const std::shared_ptr<const Sandbox>& sandbox, const std::vector<std::string>& paths) {
    std::vector<std::string> argv = {"/usr/bin/python3", "-IS", "-c", kLooks};
    argv.insert(argv.end(), paths.begin(), paths.end());
    ConfinedRun run;
    world_.run(run_into(run, sandbox, argv));
    EXPECT_EQ(run.status, "exit status 0") << run.output;
    const fs::path file = confinement_.folder / "view.json";
    const std::string text = test_support::read_file(file);
    fs::remove(file);  // the next program may be another user's
    return Json::parse(text);
  }
  Json view() { return view(sandbox_, {}); }
  /// What a program sees that nothing confines.
  Json outside(const std::vector<std::string>& paths) {
    return view(Sandbox::open(SandboxLevel::none), paths);
  }
  Task<> run_into(ConfinedRun& result, std::shared_ptr<const Sandbox> sandbox,
                  std::vector<std::string> argv) {
    result = co_await run_confined(world_.tasks(), reaper_, std::move(sandbox), std::move(argv), confinement_,
                                   kLong);
  }

  const test_support::SandboxAtMost at_most_{name_of(GetParam())};
  test_support::World world_;
  Reaper reaper_{world_.tasks()};
  test_support::TempFolder folder_;
  std::shared_ptr<const Sandbox> sandbox_;
  Confinement confinement_;
};

INSTANTIATE_TEST_SUITE_P(Levels, ConfinedView, testing::Values(SandboxLevel::bwrap, SandboxLevel::full),
                         [](const auto& level) { return std::string(name_of(level.param)); });

TEST_P(ConfinedView, FilesAreThoseOfTheSystemAndItsOwn) {
  std::vector<std::string> of_etc;
  std::set<std::string> root = {"dev", "etc", "proc", "tmp"};
  for (const fs::path& path : system_paths()) {
    if (is_below(path, "/etc")) {
      of_etc.push_back(path.string());
    }
    root.insert(path.relative_path().begin()->string());
  }
  root.insert(confinement_.folder.relative_path().begin()->string());
  const Json inside = view(sandbox_, {"/etc"});
  const Json there = outside(of_etc);
  EXPECT_EQ(inside.at("root"), Json(root));
  EXPECT_EQ(inside.at("folder"), confinement_.folder.string());
  EXPECT_EQ(inside.at("links"), there.at("links"));
  EXPECT_EQ(inside.at("usr"), there.at("usr"));
  Json etc = inside.at("tree");
  etc.erase("/etc");
  if (fs::exists("/etc/ssl/openssl.cnf")) {
    etc.erase("/etc/ssl");  // where it lies
  }
  EXPECT_EQ(etc, there.at("tree"));
  EXPECT_EQ(inside.at("dev"), Json({"core", "fd", "full", "null", "ptmx", "pts", "random", "shm", "stderr",
                                    "stdin", "stdout", "tty", "urandom", "zero"}));
  EXPECT_EQ(inside.at("pts"), Json({"ptmx"}));
}

TEST_P(ConfinedView, OfEtcItSeesWhatProgramsNeedToStart) {
  const Json inside = view(sandbox_, {"/etc"});
  for (const auto& [path, what] : inside.at("tree").items()) {
    EXPECT_THAT(path,
                testing::MatchesRegex("/etc(/(alternatives|group|ld.so.cache|localtime|nsswitch.conf|"
                                      "passwd|ssl|java-|mono|octave|perl|python3\\.|R|racket|ruby).*)?"));
    EXPECT_TRUE(!path.starts_with("/etc/ssl/") || path == "/etc/ssl/openssl.cnf") << path;
  }
}

TEST_P(ConfinedView, NothingIsWrittenButItsScratchAndItsFolder) {
  const Json inside = view();
  const Json refused = {{"/", "EROFS"},
                        {"/usr", "EROFS"},
                        {"/etc", "EROFS"},
                        {"/etc/ssl", "EROFS"},
                        {"/etc/alternatives", "EROFS"},
                        {"/dev", "EROFS"},
                        {"/tmp", ""},
                        {"/dev/shm", ""}};
  EXPECT_EQ(inside.at("writes"), refused);
  EXPECT_EQ(inside.at("writes here"), "");
  EXPECT_EQ(inside.at("scratch"), Json({64 * kMib, 16'384}));
  EXPECT_EQ(inside.at("one scratch"), true);
  const Json flags = {{"/", "ro nosuid nodev"},
                      {"/usr", "ro nosuid nodev"},
                      {"/etc", "ro nosuid nodev"},
                      {"/etc/passwd", "ro nosuid nodev"},
                      {"/etc/alternatives", "ro nosuid nodev"},
                      {"/etc/ssl", "ro nosuid nodev"},
                      {"/etc/ssl/openssl.cnf", "ro nosuid nodev"},
                      {"/dev", "ro nosuid nodev"},
                      {"/tmp", "nosuid nodev"},
                      {"/dev/shm", "nosuid nodev"},
                      {"/proc", "nosuid nodev noexec"}};
  EXPECT_EQ(inside.at("flags"), flags);
  EXPECT_EQ(inside.at("flags here"), "nosuid nodev");
  const Json modes = {{"/", "0o40755"},    {"/etc", "0o40700"},     {"/etc/ssl", "0o40700"},
                      {"/tmp", "0o40700"}, {"/dev/shm", "0o40700"}, {"/dev", "0o40755"}};
  EXPECT_EQ(inside.at("modes"), modes);
}

TEST_P(ConfinedView, AFolderBelowEtcIsWrittenToLikeAnyOther) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root has a folder there";
  }
  std::string below_etc = "/etc/referee_test_XXXXXX";
  ASSERT_NE(::mkdtemp(below_etc.data()), nullptr);
  confinement_.folder = below_etc;
  const Json inside = view();
  fs::remove_all(below_etc);
  EXPECT_EQ(inside.at("folder"), below_etc);
  EXPECT_EQ(inside.at("writes here"), "");
  EXPECT_EQ(inside.at("flags here"), "nosuid nodev");
  EXPECT_EQ(inside.at("writes").at("/etc"), "EROFS");
}

TEST_P(ConfinedView, UserHasNoRights) {
  const Json inside = view();
  const Json user = inside.at("user");
  EXPECT_THAT(user, Each(user.front()));
  if (::geteuid() == 0) {
    EXPECT_THAT(user.front().get<uid_t>(), AllOf(Ge(UserSlots::kFirst), Le(UserSlots::kLast)));
  } else {
    EXPECT_EQ(user.front(), ::geteuid());
  }
  const Json status = inside.at("status");
  for (const char* set : {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "SigBlk"}) {
    EXPECT_EQ(status.at(set), "0000000000000000") << set;
  }
  EXPECT_EQ(status.at("NoNewPrivs"), "1");
  EXPECT_EQ(status.at("Seccomp"), "2");
  EXPECT_EQ(status.at("TracerPid"), "0");
  const Json outside_status = outside({}).at("status");
  for (const char* common : {"Cpus_allowed_list", "SigIgn"}) {
    EXPECT_EQ(status.at(common), outside_status.at(common)) << common;
  }
  const Json refused = {{"unshare", "EPERM"}, {"mount", "EPERM"}, {"chroot", "EPERM"}, {"inotify", "EMFILE"}};
  EXPECT_EQ(inside.at("refused"), refused);
  const bool looks_own = user.front() == kNobody;  // owners without a number here look like nobody
  const Json owns = {
      {"/etc", true}, {"/etc/passwd", looks_own}, {"/tmp", true}, {"/dev/shm", true}, {"/usr", looks_own}};
  EXPECT_EQ(inside.at("owns"), owns);
}

TEST_P(ConfinedView, LimitsAreThoseOfThePage) {
  const Json limits = view().at("limits");
  const auto is = [&](const char* name, std::int64_t most) {
    EXPECT_EQ(limits.at(name), Json({std::to_string(most), std::to_string(most)})) << name;
  };
  is("Max cpu time", 3600);
  is("Max file size", 64 * kMib);
  is("Max core file size", 0);
  is("Max processes", 64 + 3);  // those of bubblewrap
  is("Max open files", 256);
  is("Max locked memory", 0);
  is("Max pending signals", 1024);
}

TEST_P(ConfinedView, NamespacesAreItsOwn) {
  const Json inside = view();
  for (const auto& [name, number] : inside.at("namespaces").items()) {
    EXPECT_NE(number, fs::read_symlink("/proc/self/ns/" + name).string());
  }
  const Json process = inside.at("process");
  EXPECT_EQ(inside.at("processes"), Json({1, process.at(0)})) << "bubblewrap's and itself";
  EXPECT_EQ(process, Json({process.at(0), 1, 1})) << "in a session of its own";
  for (const auto& group : inside.at("groups")) {
    EXPECT_THAT(group.get<std::string>(), EndsWith(":/"));
  }
  EXPECT_EQ(inside.at("interfaces"), Json({"lo"}));
  EXPECT_EQ(inside.at("own network"), "");
  EXPECT_EQ(inside.at("world"), "ENETUNREACH");
}

TEST_P(ConfinedView, NothingIsHandedOn) {
  const Json inside = view();
  EXPECT_EQ(inside.at("descriptors"), Json({"0", "1", "2", "3"})) << "3 is the folder that it reads";
  std::set<std::string> names;
  for (const auto& [name, value] : inside.at("environment").items()) {
    names.insert(name);
  }
  EXPECT_EQ(names,
            (std::set<std::string>{"DOTNET_GCHeapHardLimit", "GOMEMLIMIT", "HOME", "JAVA_TOOL_OPTIONS",
                                   "LANG", "MONO_GC_PARAMS", "NODE_OPTIONS", "PATH", "PWD", "TMPDIR"}));
  EXPECT_EQ(inside.at("environment").at("HOME"), "/tmp");
  EXPECT_EQ(inside.at("environment").at("TMPDIR"), "/tmp");
  EXPECT_EQ(inside.at("umask"), outside({}).at("umask"));
}

}  // namespace
}  // namespace referee
