#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/process/confinement.h"
#include "referee/queue/bundle.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

struct BundleArguments {
  std::string folder;
  std::string into = ".";
};

/// Throws std::invalid_argument.
void expect_folders(const BundleArguments& arguments) {
  for (const auto& [name, folder] :
       {std::pair<std::string, std::string>{"DIR", arguments.folder}, {"--into", arguments.into}}) {
    if (!fs::is_directory(folder)) {
      throw std::invalid_argument(name + ": got '" + folder + "', expected a folder that is there");
    }
  }
  if (is_below(fs::canonical(arguments.into), fs::canonical(arguments.folder))) {
    throw std::invalid_argument("--into: got '" + arguments.into + "', expected a folder outside of '" +
                                arguments.folder + "', all files of which travel");
  }
}

int write_bundle_of(const BundleArguments& arguments) {
  expect_folders(arguments);
  queue::BundleFile bundle;
  try {
    bundle = queue::write_bundle(arguments.folder, arguments.into);
  } catch (const queue::CannotTravel& why) {
    throw std::invalid_argument(why.what());
  }
  std::cout << bundle.sha256 << "  " << counted(bundle.files, "file") << ", " << bundle.bytes << " bytes\n";
  return exit_code::kDone;
}

}  // namespace

void add_bundle_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("bundle", "Pack a bot's folder as it travels to workers");
  const auto arguments = std::make_shared<BundleArguments>();
  command->add_option("DIR", arguments->folder, "The bot's folder")->required();
  command->add_option("--into", arguments->into, "Folder for the bundle; default: the current one")
      ->type_name("FOLDER");
  command->footer(
      "Writes SHA256.tar.zst and prints its SHA-256, how many files are in it, and its size. The same files "
      "give the same SHA-256 on every machine: it is that of worker.bundles in the records of workers, if "
      "the tournament hides nothing in the folder. Files in .git and __pycache__ do not travel.\n"
      "Exit code: 0 written, 2 no such folder, or it cannot travel; 3 the bundle cannot be written.\n\n"
      "Example:\n"
      "  referee bundle bots/anna --into /shared/bundles");
  command->callback([arguments, &code] { code = write_bundle_of(*arguments); });
}

}  // namespace referee
