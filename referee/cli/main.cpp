#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "protocol/fields.h"
#include "referee/base/failure_text.h"
#include "referee/base/secrets.h"
#include "referee/base/text.h"
#include "referee/cli/command_line.h"
#include "referee/cli/command_table.h"
#include "referee/cli/commands.h"
#include "referee/cli/help_formatter.h"
#include "referee/cli/logging.h"
#include "referee/cli/version.h"
#include "referee/command/standard_output.h"
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

int run(int argc, char** argv) {
  int code = exit_code::kDone;
  CLI::App app("Exact matches between bots, in any language, on clocks that nobody can dispute");
  app.name("referee");
  const auto formatter = std::make_shared<referee::HelpFormatter>();  // of all commands
  app.formatter(formatter);
  app.require_subcommand(1);
  formatter->set_groups(referee::add_commands(app, code));
  app.set_version_flag("--version", referee::version_text());
  app.set_help_all_flag("--list", "List all commands, a line each");
  app.footer(
      "Examples:\n"
      "  referee match walls --bot sample:walls_random --bot sample:walls_search\n"
      "  referee play snake\n"
      "  referee check-bot walls -- python3 my_bot.py\n"
      "referee COMMAND --help explains a command; referee --list lists all of them.");
  return referee::run_command_line(app, {argv + 1, argv + argc}).value_or(code);
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
