#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/adapt/submission.h"
#include "referee/cli/commands.h"
#include "referee/games/adapters.h"

namespace referee {

void add_adapt_command(CLI::App& app, int& code) {
  struct Arguments {
    std::string adapter;
    std::vector<std::string> words;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(kAdaptWord, "Play a handout's program over stdin and stdout");
  command->group("");  // not in the help: not for people
  command->add_option("NAME", arguments->adapter)->required();
  command->add_option("WORDS", arguments->words)->required();
  command->callback([arguments, &code] {
    const Adapter* const adapter = adapter_named(arguments->adapter);
    if (adapter == nullptr) {
      throw std::invalid_argument("json needs no adapter");
    }
    code = play_submission(*adapter, arguments->words);
  });
}

}  // namespace referee
