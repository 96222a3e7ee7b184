#include "referee/command/shell_words.h"

#include <wordexp.h>

#include <stdexcept>

namespace referee {

std::vector<std::string> split_words(const std::string& command) {
  wordexp_t words{};
  const int error = ::wordexp(command.c_str(), &words, WRDE_NOCMD | WRDE_UNDEF);
  if (error != 0) {
    const bool reserved = error == WRDE_BADCHAR || error == WRDE_CMDSUB;
    const char* why =
        reserved ? "no shell runs it: quote | & ; < > ( ) { } and $(...), or put them into a script"
                 : (error == WRDE_BADVAL ? "it names a variable that is not set" : "its quotes do not match");
    throw std::invalid_argument("bot command '" + command + "': " + why);
  }
  std::vector<std::string> argv(words.we_wordv, words.we_wordv + words.we_wordc);
  ::wordfree(&words);
  if (argv.empty()) {
    throw std::invalid_argument("an empty bot command: expected a program and its arguments");
  }
  return argv;
}

}  // namespace referee
