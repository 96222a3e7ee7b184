#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/cli/commands.h"
#include "referee/cli/store_copy.h"
#include "referee/store/store_uri.h"

namespace referee {
namespace {

struct Stores {
  std::string from;
  std::string to;
};

void copy(const Stores& stores) { copy_store(StoreUri::parse(stores.from), StoreUri::parse(stores.to)); }

}  // namespace

void add_backup_commands(CLI::App& app, int& code) {
  CLI::App* backup = app.add_subcommand("backup", "Copy a store to a file, also while a referee runs on it");
  const auto saved = std::make_shared<Stores>();
  backup->add_option("STORE", saved->from, "PATH, sqlite:PATH or postgresql:...")->required();
  backup->add_option("FILE", saved->to, "The copy; no file may have this name")->required();
  backup->footer(
      "The copy is the store as it is at one moment, in one file of mode 0600: it holds secret seeds. "
      "Matches that are being played then are in it as far as they have come; after `restore` they are "
      "played again.\n"
      "Exit code: 0 done, 2 no store, or damaged, or FILE exists, 3 the machine failed.\n\n"
      "Example:\n"
      "  referee backup class.db class-$(date +%F-%H%M).db");
  CLI::App* restore = app.add_subcommand("restore", "Make a store of a backup");
  const auto read = std::make_shared<Stores>();
  restore->add_option("FILE", read->from, "What `backup` has written")->required();
  restore->add_option("STORE", read->to, "The store; move away the old one first, with its -wal file")
      ->required();
  restore->footer(
      "The backup is examined first, as `check` does. No referee may run on STORE.\n"
      "Exit code: 0 done, 2 FILE is no backup, or damaged, or STORE exists, 3 the machine failed, or a "
      "referee runs on STORE.\n\n"
      "Example:\n"
      "  mkdir old && mv class.db* old/ && referee restore class-2026-11-20-0900.db class.db");
  backup->callback([saved, &code] {
    copy(*saved);
    code = exit_code::kDone;
  });
  restore->callback([read, &code] {
    copy(*read);
    code = exit_code::kDone;
  });
}

}  // namespace referee
