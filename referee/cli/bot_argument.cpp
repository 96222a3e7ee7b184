#include "referee/cli/bot_argument.h"

#include <wordexp.h>

#include <stdexcept>

#include "referee/adapt/adapter.h"
#include "referee/process/bot_name.h"
#include "referee/process/program.h"

namespace referee {
namespace {

std::string sample_path(const std::string& name) {
  const auto path = find_sample_bot(name);
  if (!path) {
    throw std::invalid_argument("no sample bot '" + name + "': expected one of " + sample_bot_names());
  }
  return *path;
}

}  // namespace

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

Contender read_bot_argument(const std::string& argument, const Adapter* adapter,
                            std::set<std::string>& taken) {
  Contender contender;
  contender.argv = split_words(argument);
  if (contender.argv.front().starts_with(kSamplePrefix)) {
    contender.argv.front() = sample_path(contender.argv.front().substr(kSamplePrefix.size()));
  } else if (adapter != nullptr) {
    contender.adapter = adapter;
    contender.argv = adapted_words(*adapter, contender.argv);
  }
  contender.name = name_of_bot(contender.argv, taken);
  return contender;
}

}  // namespace referee
