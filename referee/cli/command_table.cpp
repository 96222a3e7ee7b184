#include "referee/cli/command_table.h"

#include <CLI/CLI.hpp>

#include "referee/cli/commands.h"

namespace referee {
namespace {

using Add = void (*)(CLI::App& program, int& code);

/// Fills in the groups while commands are added, one row of commands.def after the other.
class GroupsMaker {
 public:
  GroupsMaker(CLI::App& program, int& code) : program_(program), code_(code) {}

  void begin(const char* title) { groups_.push_back({title, {}, {}}); }
  void add(Add add_to) { put(add_to, groups_.back().commands); }
  void add_also(Add add_to) { put(add_to, groups_.back().also); }

  std::vector<CommandGroup> take() {
    std::erase_if(groups_,
                  [](const CommandGroup& group) { return group.commands.empty() && group.also.empty(); });
    return std::move(groups_);
  }

 private:
  /// One function may add two commands; one that is not in the help has an empty group already.
  void put(Add add_to, std::vector<std::string>& names) {
    const std::size_t before = all().size();
    add_to(program_, code_);
    const std::vector<CLI::App*> commands = all();
    for (std::size_t i = before; i < commands.size(); ++i) {
      if (!commands[i]->get_group().empty()) {
        commands[i]->group(groups_.back().title);
        names.push_back(commands[i]->get_name());
      }
    }
  }

  std::vector<CLI::App*> all() {
    return program_.get_subcommands([](const CLI::App*) { return true; });
  }

  CLI::App& program_;
  int& code_;
  std::vector<CommandGroup> groups_;
};

}  // namespace

std::vector<CommandGroup> add_commands(CLI::App& program, int& code) {
  GroupsMaker groups(program, code);
#define GROUP(title) groups.begin(title);
#define COMMAND(name) groups.add(add_##name);
#define ALSO(name) groups.add_also(add_##name);
#include "referee/cli/commands.def"
#undef GROUP
#undef COMMAND
#undef ALSO
  return groups.take();
}

}  // namespace referee
