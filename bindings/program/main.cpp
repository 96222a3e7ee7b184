#include <exception>
#include <iostream>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

#include "bindings/program/commands.h"
#include "bindings/program/console.h"
#include "protocol/server.h"
#include "referee/base/text.h"

namespace {

constexpr int kUsage = 2;

int run(std::vector<std::string> words) {
  int code = 0;
  CLI::App app("The rules of the referee's games, and whether a record is true", "rules");
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string(protocol::kServer));
  program::add_step(app, code);
  program::add_verify(app, code);
  program::add_show(app, code);
  try {
    std::ranges::reverse(words);  // CLI11 takes them from the end
    app.parse(std::move(words));
  } catch (const CLI::ParseError& wrong) {
    return app.exit(wrong) == 0 ? 0 : kUsage;
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = run(program::begin(argc, argv));
    return std::cout.flush() ? code : kUsage;
  } catch (const std::exception& wrong) {
    std::cerr << "rules: " << referee::escaped(wrong.what(), "\\") << "\n";
    return kUsage;
  }
}
