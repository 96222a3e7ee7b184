#include "referee/process/bot_name.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "protocol/limits.h"
#include "protocol/messages.h"

namespace referee {
namespace {

constexpr std::size_t kRoomForNumber = 4;  // "-12" behind a name that is there already

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

std::string name_of_bot(const std::vector<std::string>& argv, std::set<std::string>& taken) {
  return unique(name_of_command(argv), taken);
}

}  // namespace referee
