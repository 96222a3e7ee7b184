#include "referee/adapt/submission.h"

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "referee/adapt/interpreted.h"
#include "referee/adapt/program_bot.h"
#include "referee/base/folder_tree.h"
#include "referee/process/program.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

/// The whole path as a sandbox shows it. A link to a file stays one: what it is called may matter to it.
/// Links of other users stay as well, where root asks.
fs::path without_links(const fs::path& path) {
  const fs::path whole = fs::absolute(path);
  if (fs::is_directory(path)) {
    return path_without_links(whole).value_or(whole);
  }
  return path_without_links(whole.parent_path()).value_or(whole.parent_path()) / whole.filename();
}

bool is_program(const std::string& word) {
  return is_runnable(word) || (word.find('/') == std::string::npos && is_runnable("./" + word));
}

}  // namespace

std::string stdio_instead_of(Stdio stdio, const Adapter* adapter) {
  if (adapter == nullptr || stdio == Stdio::tcp) {
    return "";
  }
  return "tcp with " + std::string(adapter->name) +
         ": its adapter has the connection, and programs that it starts have files and pipes anyway";
}

void check_stdio(Stdio stdio, const Adapter* adapter) {
  if (const std::string expected = stdio_instead_of(stdio, adapter); !expected.empty()) {
    throw std::invalid_argument(std::string("--stdio: got ") + name_of(stdio) + ", expected " + expected);
  }
}

std::string what_is_missing_for(const Adapter& adapter) {
  const std::string program(adapter.interpreter);
  if (program.empty() || is_runnable(program)) {
    return "";
  }
  return not_installed(adapter, "apt install " + std::string(adapter.package) + ", or scripts/setup --all");
}

void check_installed(const Adapter& adapter) {
  if (const std::string missing = what_is_missing_for(adapter); !missing.empty()) {
    throw std::invalid_argument(std::string(adapter.name) + " needs " + missing);
  }
}

bool accepts(const Adapter& adapter, const std::vector<std::string>& words) {
  std::error_code odd;
  switch (adapter.takes) {
    case SubmissionKind::program:
      return is_program(words.front());
    case SubmissionKind::file:
      return words.size() == 1 && fs::is_regular_file(words.front(), odd);
    case SubmissionKind::folder:
      return words.size() == 1 && fs::is_directory(words.front(), odd);
  }
  return false;
}

std::vector<std::string> adapted_words(const Adapter& adapter, const std::vector<std::string>& words) {
  check_installed(adapter);
  if (!accepts(adapter, words)) {
    throw std::invalid_argument(wrong_words(adapter, words.front()));
  }
  std::vector<std::string> whole = words;
  for (std::string& word : whole) {
    std::error_code odd;
    const bool in_path = &word == &whole.front() && word.find('/') == std::string::npos && is_runnable(word);
    if (!in_path && fs::exists(word, odd)) {
      word = without_links(word).string();
    }
  }
  return whole;
}

std::vector<std::string> found_words(const Adapter& adapter, const std::vector<std::string>& words) {
  std::vector<std::string> found = adapted_words(adapter, words);
  found.front() = fs::absolute(find_program(found.front()).value()).lexically_normal().string();
  return found;
}

Confinement default_confinement(const Adapter* adapter, const std::vector<std::string>& words) {
  Confinement confinement = default_confinement(words);
  if (adapter != nullptr && fs::is_directory(words.front())) {
    confinement.folder = without_links(words.front());
  }
  return confinement;
}

int play_submission(const Adapter& adapter, const std::vector<std::string>& words) {
  return adapter.starts_programs() ? play_program(adapter, found_words(adapter, words))
                                   : play_interpreted(adapter, words.front());
}

BotCommand with_adapter(BotCommand command) {
  if (command.adapter == nullptr) {
    return command;
  }
  const std::string here = this_program();
  std::vector<std::string> argv = {here, kAdaptWord, std::string(command.adapter->name), "--"};
  argv.insert(argv.end(), command.argv.begin(), command.argv.end());
  command.argv = std::move(argv);
  if (command.confinement) {
    command.confinement->readable.emplace_back(here);
    command.confinement->forks = command.adapter->starts_programs();
  }
  return command;
}

}  // namespace referee
