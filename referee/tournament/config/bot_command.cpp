#include "referee/tournament/config/bot_command.h"

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/adapt/adapter.h"
#include "referee/process/program.h"

namespace referee {
namespace {

constexpr std::size_t kMaxWords = 100;
constexpr std::size_t kMaxArgument = 4096;  // bytes

/// What the first word stands for.
std::string program_of(const std::string& word, const std::string& path) {
  if (word.starts_with(kSamplePrefix)) {
    if (auto sample = find_sample_bot(word.substr(kSamplePrefix.size()))) {
      return *sample;
    }
    throw fields::Exception({path, fields::brief(word), "one of " + sample_bot_names(kSamplePrefix)});
  }
  if (!is_runnable(word)) {
    const bool in_path = word.find('/') == std::string::npos;
    throw fields::Exception({path, fields::brief(word),
                             in_path ? "a program in PATH, a path with \"/\", or sample:NAME"
                                     : "an executable file; from the folder where the referee is started"});
  }
  return word;
}

std::vector<std::string> read_words(const nlohmann::json& json, const std::string& path) {
  if (!json.is_array() || json.empty() || json.size() > kMaxWords) {
    throw fields::Exception(
        {path, fields::brief(json),
         "a list of 1 to " + std::to_string(kMaxWords) + " words: the program and its arguments"});
  }
  std::vector<std::string> words;
  for (const auto& word : json) {
    const std::string here = path + "[" + std::to_string(words.size()) + "]";
    const auto* text = word.get_ptr<const std::string*>();
    if (text == nullptr || text->size() > kMaxArgument || text->find('\0') != std::string::npos) {
      throw fields::Exception(
          {here, fields::brief(word), "a text of at most " + std::to_string(kMaxArgument) + " bytes"});
    }
    words.push_back(*text);
  }
  return words;
}

}  // namespace

std::vector<std::string> read_bot_command(const nlohmann::json& json, const std::string& path) {
  std::vector<std::string> words = read_words(json, path);
  words.front() = program_of(words.front(), path + "[0]");
  return words;
}

std::vector<std::string> read_adapted_command(const nlohmann::json& json, const Adapter& adapter,
                                              const std::string& path) {
  const std::vector<std::string> words = read_words(json, path);
  if (!adapter.accepts(words)) {
    throw fields::Exception({path + "[0]", fields::brief(words.front()), std::string(adapter.expects)});
  }
  return adapted_words(adapter, words);
}

}  // namespace referee
