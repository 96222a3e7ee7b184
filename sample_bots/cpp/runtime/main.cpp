#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>

#include "sample_bots/cpp/runtime/bot.h"

// main() of all sample bots: one program, of which each bot is a name. A link of that name starts the bot;
// where there are no links, such as in a zip, the name is the first argument. SAMPLE_BOT(walls_random) and so
// on are made by the build of what cpp/*/CMakeLists.txt name.
namespace bots {
#define SAMPLE_BOT(name) Program name();
#include <sample_bots.def>
#undef SAMPLE_BOT
}  // namespace bots

namespace {

struct NamedBot {
  std::string_view name;
  bots::Program (*program)();
};

constexpr std::array kBots = {
#define SAMPLE_BOT(name) NamedBot{#name, bots::name},
#include <sample_bots.def>
#undef SAMPLE_BOT
};

const NamedBot* bot_named(const std::string& name) {
  const auto* const found = std::ranges::find(kBots, name, &NamedBot::name);
  return found == kBots.end() ? nullptr : found;
}

int print_names(const std::string& program) {
  std::cerr << "usage: " << program << " NAME [OPTION]...; NAME is one of";
  for (const NamedBot& bot : kBots) {
    std::cerr << " " << bot.name;
  }
  std::cerr << "\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string program = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "";
  if (const NamedBot* const bot = bot_named(program)) {
    return bots::run(bot->program(), argc, argv);
  }
  const NamedBot* const bot = argc > 1 ? bot_named(argv[1]) : nullptr;
  return bot == nullptr ? print_names(program) : bots::run(bot->program(), argc - 1, argv + 1);
}
