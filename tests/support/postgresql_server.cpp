#include "tests/support/postgresql_server.h"

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>

namespace test_support {
namespace {

constexpr uid_t kNobody = 65534;  // the server does not run as root

/// The folder of initdb and pg_ctl, as Debian has them; "" if there is none.
std::filesystem::path installed_programs() {
  std::error_code none;
  for (std::filesystem::directory_iterator version("/usr/lib/postgresql", none), end; !none && version != end;
       version.increment(none)) {
    if (std::filesystem::exists(version->path() / "bin/initdb")) {
      return version->path() / "bin";
    }
  }
  return "";
}

}  // namespace

PostgresqlServer* PostgresqlServer::shared() {
  static const std::unique_ptr<PostgresqlServer> server = [] {
    std::filesystem::path programs = installed_programs();
    return programs.empty() ? nullptr
                            : std::unique_ptr<PostgresqlServer>(new PostgresqlServer(std::move(programs)));
  }();
  return server.get();
}

PostgresqlServer::PostgresqlServer(std::filesystem::path programs) : programs_(std::move(programs)) {
  if (::geteuid() == 0 && ::chown(folder_.path().c_str(), kNobody, kNobody) != 0) {
    throw std::runtime_error("the folder of the server has no other owner");
  }
  run("initdb", "--no-sync --auth=trust --username=referee");
  begin();
}

PostgresqlServer::~PostgresqlServer() {
  try {
    run("pg_ctl", "stop --mode=immediate");
  } catch (const std::runtime_error&) {
    // A test has ended it.
  }
}

std::string PostgresqlServer::address() const {
  return "postgresql://referee@/postgres?host=" + folder_.path().string();
}

void PostgresqlServer::begin() const {
  run("pg_ctl", "start --wait --log=" + (folder_ / "server.log").string() +
                    " --options=\"-c listen_addresses='' -c fsync=off -c unix_socket_directories=" +
                    folder_.path().string() + "\"");
}

void PostgresqlServer::end() const { run("pg_ctl", "stop --wait --mode=fast"); }

void PostgresqlServer::run(const std::string& program, const std::string& arguments) const {
  const std::string data = " --pgdata=" + (folder_ / "data").string();
  const std::string user = ::geteuid() == 0 ? "setpriv --reuid=nobody --regid=nogroup --clear-groups " : "";
  const std::string command = "cd / && " + user + (programs_ / program).string() + data + " " + arguments +
                              " >" + (folder_ / "output").string() + " 2>&1";
  if (std::system(command.c_str()) != 0) {
    throw std::runtime_error("failed: " + command);
  }
}

}  // namespace test_support
