#include "referee/cli/bot_argument.h"

#include <wordexp.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "protocol/limits.h"
#include "protocol/messages.h"
#include "referee/launch/program.h"

namespace referee {
namespace {

constexpr std::size_t kRoomForNumber = 4;  // "-12" behind a name that is there already

std::string sample_path(const std::string& name) {
  const auto path = find_sample_bot(name);
  if (!path) {
    throw std::invalid_argument("no sample bot '" + name + "': expected one of " + sample_bot_names());
  }
  return *path;
}

/// A bot's name out of a file's name: what is not allowed in a name becomes "-".
std::string as_name(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '_' && c != '-'; }, '-');
  while (!name.empty() && std::isalnum(static_cast<unsigned char>(name.front())) == 0) {
    name.erase(0, 1);
  }
  name = name.substr(0, protocol::kMaxName - kRoomForNumber);
  return name.empty() ? "bot" : name;
}

/// The first argument that is a file is what an interpreter runs.
std::string name_of_command(const std::vector<std::string>& argv) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    if (std::filesystem::is_regular_file(argv[i])) {
      return as_name(argv[i]);
    }
  }
  return as_name(argv.front());
}

std::string unique(const std::string& name, std::set<std::string>& taken) {
  std::string candidate = name;
  for (int number = 2; !taken.insert(protocol::folded_name(candidate)).second; ++number) {
    candidate = name + "-" + std::to_string(number);
  }
  return candidate;
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

Contender read_bot_argument(const std::string& argument, std::set<std::string>& taken) {
  Contender contender;
  contender.argv = split_words(argument);
  if (contender.argv.front().starts_with(kSamplePrefix)) {
    contender.argv.front() = sample_path(contender.argv.front().substr(kSamplePrefix.size()));
    contender.name = unique(as_name(contender.argv.front()), taken);
  } else {
    contender.name = unique(name_of_command(contender.argv), taken);
  }
  return contender;
}

}  // namespace referee
