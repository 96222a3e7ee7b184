#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "protocol/fields.h"
#include "protocol/server.h"
#include "referee/base/failure_text.h"
#include "referee/base/secrets.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/cli/help_formatter.h"
#include "referee/cli/logging.h"
#include "referee/cli/standard_output.h"
#include "referee/process/inside/first_step.h"
#include "referee/process/sandbox.h"
#include "referee/process/spawn.h"
#include "referee/store/store.h"

namespace {

namespace exit_code = referee::exit_code;
using referee::escaped;

/// Opens descriptors 0, 1 and 2 if they are closed: otherwise a socket could get one of these numbers, and
/// output would go to a bot.
void occupy_standard_descriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) < 0) {
      (void)::open("/dev/null", O_RDWR);  // takes the lowest free number, which is fd
    }
  }
}

/// Names the unknown command: CLI11 only says that a command is missing.
void refuse_unknown_command(const CLI::App& app, const std::string& word) {
  std::string known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == word) {
      return;
    }
    if (!command->get_group().empty()) {
      known += (known.empty() ? "" : ", ") + command->get_name();
    }
  }
  throw std::invalid_argument("no command '" + word + "': expected one of " + known);
}

/// The handler of std::terminate(). An exception that nobody may catch is lack of memory in practice: some
/// destructors allocate, that of a JSON tree does. What was acknowledged is on the disk, as after kill -9, so
/// a message is all that is left to do; and nothing here allocates.
[[noreturn]] void end_for_lack_of_memory() {
  if (std::current_exception() == nullptr) {
    std::abort();
  }
  try {
    throw;
  } catch (const std::bad_alloc&) {
    constexpr std::string_view kText =
        "referee: out of memory: the machine, or a limit of this process or its group, gives no more\n";
    (void)!::write(STDERR_FILENO, kText.data(), kText.size());
    ::_exit(exit_code::kInfrastructure);
  } catch (...) {
    std::abort();  // a mistake of ours: a core dump shows where
  }
}

int complain(const std::exception& error, int code) {
  std::cerr << "referee: " << escaped(error.what(), "\\") << "\n";
  return code;
}

/// Prints CLI11's message about a wrong command line, which may quote it, or help or version if the command
/// line asks for them. Returns the exit code.
int explain(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream complaint;
  const bool help_or_version = app.exit(error, std::cout, complaint) == 0;
  // What was wrong is one line, whatever it quotes; lines of CLI11's own follow.
  const std::string text = complaint.str();
  const std::size_t quoting = text.starts_with(error.what()) ? std::string_view(error.what()).size() : 0;
  std::cerr << escaped(text.substr(0, quoting), "\\") << escaped(text.substr(quoting), "\\\n");
  return help_or_version ? exit_code::kDone : exit_code::kUsage;
}

int run(int argc, char** argv) {
  int code = exit_code::kDone;
  CLI::App app("referee: exact matches between bots, in any language, on clocks that nobody can dispute");
  app.name("referee");
  app.formatter(std::make_shared<referee::HelpFormatter>());  // of all commands
  app.set_version_flag("--version", std::string(protocol::kServer));
  app.require_subcommand(1);
  app.footer("Example:\n  referee match walls --bot sample:walls_random --bot sample:walls_search");
#define COMMAND(name) referee::add_##name(app, code);
#include "referee/cli/commands.def"
#undef COMMAND
  if (argc > 1 && argv[1][0] != '-') {
    refuse_unknown_command(app, argv[1]);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return explain(app, error);
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  if (const auto code = referee::first_step(argc, argv)) {
    return *code;
  }
  occupy_standard_descriptors();
  std::set_terminate(end_for_lack_of_memory);
  referee::hide_memory();
  std::signal(SIGPIPE, SIG_IGN);
  referee::set_up_logging({});
  try {
    referee::raise_descriptor_limit();
    return referee::with_written_output(run(argc, argv));
  } catch (const fields::Exception& wrong) {
    return complain(wrong, exit_code::kUsage);
  } catch (const std::invalid_argument& wrong) {
    return complain(wrong, exit_code::kUsage);
  } catch (const referee::NotAStore& wrong) {
    return complain(wrong, exit_code::kUsage);
  } catch (const referee::LaunchError& wrong) {
    return complain(wrong, exit_code::kUsage);
  } catch (const referee::WeakSandbox& weak) {
    return complain(weak, exit_code::kWeakSandbox);
  } catch (const std::bad_alloc& failure) {
    std::cerr << "referee: " << referee::failure_text(failure) << "\n";
    return exit_code::kInfrastructure;
  } catch (const std::exception& failure) {
    return complain(failure, exit_code::kInfrastructure);
  }
}
