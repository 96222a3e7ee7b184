#include "referee/cli/adapter_option.h"

#include <CLI/CLI.hpp>

#include "referee/adapt/adapter.h"

namespace referee {

void add_adapter_option(CLI::App& command, std::string& name) {
  command
      .add_option(
          "--as", name,
          "What the bot is written to: the protocol (json), or the conventions of a course's handout; "
          "handouts/README.md explains them")
      ->check(CLI::IsMember(adapter_names()))
      ->capture_default_str();
}

}  // namespace referee
