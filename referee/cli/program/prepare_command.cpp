#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <stdexcept>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/cli/commands.h"
#include "referee/prepare/own_process.h"

namespace referee {
namespace {

/// A preparation is of no use without the referee or the worker that has ordered it: it would write where the
/// next one begins anew.
void die_with_parent() {
  const pid_t parent = ::getppid();
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != parent) {
    throw std::runtime_error("the referee that has ordered this preparation has ended");
  }
}

}  // namespace

void add_prepare_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("prepare", "Make a submission ready to play");
  command->group("");
  const auto file = std::make_shared<std::string>();
  command->add_option("FILE", *file, "The order, as a referee or a worker has written it")->required();
  command->callback([file, &code] {
    die_with_parent();
    prepare::carry_out_file(*file);
    code = exit_code::kDone;
  });
}

}  // namespace referee
