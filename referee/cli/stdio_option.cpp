#include "referee/cli/stdio_option.h"

#include <CLI/CLI.hpp>

namespace referee {

CLI::Option* add_stdio_option(CLI::App& command, std::string& name) {
  return command
      .add_option("--stdio", name,
                  "What launched bots have as standard input and output: a TCP connection, which the kernel "
                  "stamps, or pipes, for a bot that opens /dev/stdin or /dev/stdout")
      ->check(CLI::IsMember({"tcp", "pipe"}));
}

}  // namespace referee
