#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/cli/store_copy.h"
#include "referee/store/job_watch.h"
#include "referee/store/store.h"

namespace referee {
namespace {

struct StoreArguments {
  std::string action;
  std::string store;
  std::string to;
};

void init(const StoreUri& uri) {
  (void)open_store(uri, StoreAccess::exclusive);
  std::cout << escaped(uri.text()) << ": ready\n";
}

/// The files that a tournament has beside its store.
constexpr std::array kBeside = {".turns", ".versions", ".marks", ".code"};

void copy_files_beside(const StoreUri& from, const StoreUri& to) {
  for (const char* const suffix : kBeside) {
    const std::filesystem::path source = from.beside(suffix);
    if (std::filesystem::exists(source)) {
      std::filesystem::copy(
          source, to.beside(suffix),
          std::filesystem::copy_options::recursive | std::filesystem::copy_options::copy_symlinks);
      std::cout << escaped(to.beside(suffix).string()) << ": copied\n";
    }
  }
}

void move(const StoreUri& from, const StoreUri& to) {
  for (const char* const suffix : kBeside) {
    if (std::filesystem::exists(to.beside(suffix))) {
      throw NotAStore("store " + to.text() + ": " + to.beside(suffix).string() +
                      " exists already: name another store, or move it away");
    }
  }
  // Opened to read first: to write, a store that does not exist is made.
  (void)open_store(from, StoreAccess::read_only);
  copy_store(from, to, StoreAccess::exclusive);
  copy_files_beside(from, to);
}

/// Also while a referee runs on it.
void admit(const StoreUri& uri, const std::string& role) {
  admit_workers(uri, role);
  std::cout << escaped(uri.text()) << ": workers may be " << escaped(role) << "\n";
}

void act(const StoreArguments& arguments) {
  const StoreUri store = StoreUri::parse(arguments.store);
  if (arguments.action == "admit") {
    if (arguments.to.empty()) {
      throw std::invalid_argument("store admit: expected a store and a role of the database");
    }
    admit(store, arguments.to);
    return;
  }
  if (arguments.action == "copy") {
    if (arguments.to.empty()) {
      throw std::invalid_argument("store copy: expected FROM and TO");
    }
    move(store, StoreUri::parse(arguments.to));
  } else if (arguments.to.empty()) {
    init(store);
  } else {
    throw std::invalid_argument("store init: expected one store");
  }
}

}  // namespace

void add_store_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("store", "Make an empty store, or copy a stopped tournament to another store");
  const auto arguments = std::make_shared<StoreArguments>();
  command->add_option("ACTION", arguments->action, "init, copy or admit")
      ->required()
      ->check(CLI::IsMember({"init", "copy", "admit"}));
  command
      ->add_option(
          "STORE", arguments->store,
          "PATH, sqlite:PATH or postgresql://HOST/DATABASE?schema=NAME; of copy: where the tournament "
          "is, and no referee may run on it")
      ->required();
  command->add_option("TO", arguments->to,
                      "Of copy: a new store, of either kind; of admit: a role of the database");
  command->footer(
      "init makes the schema and its tables in a database, or a file; of a store that is there it only says "
      "that it can be written. copy takes all that the store holds, and the folders beside it with turns and "
      "versions; the tournament then goes on with --store TO, and all its reports are the same. admit lets "
      "`referee worker` in as that role, which reads no table.\n"
      "Exit code: 0 done, 2 no such store, one of another version, or TO is taken, 3 the machine or the "
      "database failed, or a referee runs on a store.\n\n"
      "Example:\n"
      "  referee store copy class.db 'postgresql://db.example.org/class?schema=spring'");
  command->callback([arguments, &code] {
    act(*arguments);
    code = exit_code::kDone;
  });
}

}  // namespace referee
