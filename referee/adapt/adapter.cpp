#include "referee/adapt/adapter.h"

#include <stdexcept>

namespace referee {

Milliseconds init_with(const Adapter* adapter, Milliseconds init) {
  return adapter == nullptr ? init : init + adapter->start;
}

std::string why_no_hello(const Adapter& adapter, Milliseconds init) {
  const std::string limit = "the clock's init_ms is " + std::to_string(init.count());
  if (adapter.interpreter.empty()) {
    return "the adapter was still starting, not the program; " + limit;
  }
  const std::string name(adapter.interpreter);
  return name + " was still starting, or loading your program; " + limit + ", and " + name + " has " +
         std::to_string(adapter.start.count()) + " ms more to start";
}

void check_game(const Adapter& adapter, std::string_view game) {
  if (game != adapter.game) {
    throw std::invalid_argument("--as: " + std::string(adapter.name) + " is for " +
                                std::string(adapter.game) + ", not for " + std::string(game));
  }
}

std::string wrong_words(const Adapter& adapter, const std::string& word) {
  return std::string(adapter.name) + ": got '" + word + "', expected " + std::string(adapter.expects);
}

std::string not_installed(const Adapter& adapter, const std::string& how) {
  return std::string(adapter.interpreter) + ", which is not installed: " + how;
}

}  // namespace referee
