#include "referee/process/inside/first_step.h"

#include <string_view>

#include "referee/process/inside/bot_connection.h"
#include "referee/process/inside/inside.h"
#include "referee/process/inside/supervisor.h"

namespace referee {
namespace {

bool has_called = false;  // set once, by main's thread, before any other starts

}  // namespace

bool takes_first_steps() { return has_called; }

std::optional<int> first_step(int argc, char** argv) {
  has_called = true;
  const std::string_view word = argc > 1 ? argv[1] : "";
  if (word == kInsideWord && argc == 2) {
    return become_confined_program();
  }
  if (word == kSuperviseWord) {
    return become_supervised_program({argv + 2, argv + argc});
  }
  if (word == kConnectWord && argc == 3) {
    return connect_bot(argv[2]);
  }
  return std::nullopt;
}

}  // namespace referee
