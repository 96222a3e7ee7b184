#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/base/strict_json.h"
#include "referee/cli/commands.h"
#include "referee/prepare/order.h"
#include "referee/versions/version_folder.h"

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

int run_prepare(const std::string& file) {
  die_with_parent();
  const auto job = prepare::PreparationJob::read(parse_strict(read_small_file(file), file));
  if (!job.trash.empty()) {
    versions::sweep(job.trash, std::filesystem::path(file).parent_path());
  }
  prepare::carry_out(job);
  return exit_code::kDone;
}

}  // namespace

void add_prepare_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("prepare", "Make a hand-in ready to play");
  command->group("");
  const auto file = std::make_shared<std::string>();
  command->add_option("FILE", *file, "The order, as a referee or a worker has written it")->required();
  command->callback([file, &code] { code = run_prepare(*file); });
}

}  // namespace referee
