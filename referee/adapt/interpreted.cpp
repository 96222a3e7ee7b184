#include "referee/adapt/interpreted.h"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

/// The names of the plain files in `submission`; none if that is a file.
std::vector<std::string> files_in(const fs::path& submission) {
  std::vector<std::string> names;
  if (fs::is_directory(submission)) {
    for (const auto& entry : fs::directory_iterator(submission)) {
      if (entry.is_regular_file()) {
        names.push_back(entry.path().filename().string());
      }
    }
  }
  return names;
}

void write_file(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    throw std::system_error(errno, std::generic_category(), "cannot write " + path.string());
  }
}

/// Fills the private folder.
void fill(const fs::path& place, const InterpreterStart& start, const fs::path& submission) {
  for (const InterpreterStart::File& file : start.files) {
    write_file(place / file.path, file.text);
  }
  if (!start.copy.path.empty()) {
    fs::create_directories((place / start.copy.path).parent_path());
  }
  if (!start.copy.name.empty()) {
    fs::copy_file(submission / start.copy.name, place / start.copy.path);
  }
}

}  // namespace

int play_interpreted(const Adapter& adapter, const std::string& submission) {
  const fs::path handed_in = fs::absolute(submission);
  const fs::path place = make_private_folder("referee-driver");
  const InterpreterStart start =
      adapter.interpreted({handed_in.string(), place.string(), files_in(handed_in)});
  if (!start.note.empty()) {
    std::cerr << start.note << std::endl;
  }
  fill(place, start, handed_in);
  for (const auto& [name, value] : start.environment) {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  if (start.works_there) {
    fs::current_path(place);
  }
  std::vector<std::string> words{std::string(adapter.interpreter)};
  words.insert(words.end(), start.arguments.begin(), start.arguments.end());
  std::signal(SIGPIPE, SIG_DFL);
  const std::vector<char*> argv = exec_words(words);
  ::execvp(argv.front(), argv.data());
  throw std::system_error(errno, std::generic_category(), "cannot start " + words.front());
}

}  // namespace referee
