// samples.wasm: the sample bots in C++ (sample_bots/cpp), without a connection. A memory has one bot; its
// host hands it the lines of the referee, and takes what it says.
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "bindings/wasm/said_text.h"
#include "protocol/json_writer.h"
#include "sample_bots/cpp/runtime/conversation.h"

// SAMPLE_BOT(walls_random) and so on, made by the build of what sample_bots/cpp/*/CMakeLists.txt name.
namespace bots {
#define SAMPLE_BOT(name) Program name();
#include "sample_bots.def"
#undef SAMPLE_BOT
}  // namespace bots

namespace {

using bots::Json;

std::vector<bots::Program> programs() {
  return {
#define SAMPLE_BOT(name) bots::name(),
#include "sample_bots.def"
#undef SAMPLE_BOT
  };
}

bots::Program program_named(const std::string& name) {
  for (bots::Program& program : programs()) {
    if (program.about.program == name) {
      return std::move(program);
    }
  }
  throw std::invalid_argument("got '" + name + "', expected a sample bot");
}

/// One bot, of which one match after the other is played.
class SampleBot {
 public:
  SampleBot(const bots::Program& program, const bots::Settings& settings)
      : hello_(hello_line(settings, "")),
        conversation_(program.about.program, program.players(settings),
                      [this](std::string line) { said_.push_back(std::move(line)); }) {
    said_.push_back(hello_);
  }

  Json take(std::string_view line) {
    const bool over = conversation_.take(line, hello_).bye;
    return {{"say", take_said()}, {"over", over}};
  }
  std::vector<std::string> take_said() { return std::exchange(said_, {}); }

 private:
  std::string hello_;
  std::vector<std::string> said_;
  bots::Conversation conversation_;
};

Json begin(std::unique_ptr<SampleBot>& bot, const Json& request) {
  const bots::Program program = program_named(request.at("bot").get<std::string>());
  const auto settings = read_settings(program.about, request.value("options", std::vector<std::string>()));
  if (!settings) {
    return {{"help", usage(program.about)}};
  }
  if (!settings->addresses.empty()) {
    throw std::invalid_argument("--connect: this bot cannot dial in");
  }
  bot = std::make_unique<SampleBot>(program, *settings);
  return {{"say", bot->take_said()}, {"over", false}};
}

Json answer(std::unique_ptr<SampleBot>& bot, const Json& request) {
  if (request.contains("bot")) {
    return begin(bot, request);
  }
  if (request.contains("line")) {
    if (!bot) {
      throw std::invalid_argument("no bot has begun");
    }
    return bot->take(request.at("line").get_ref<const std::string&>());
  }
  Json names = Json::array();
  for (const bots::Program& program : programs()) {
    names.push_back(program.about.program);
  }
  return {{"bots", names}};
}

}  // namespace

extern "C" {

/// Answers a request, JSON: {"bots":true} gives {"bots":[names]}; {"bot":name,"options"?:[words]} begins one
/// and gives {"say":[its first line],"over"}, or {"help":text} for --help; {"line":of the referee} gives
/// {"say":[its lines],"over"}. A failure is {"error":why}. NULL if there is no memory.
const char* sample_answer(const char* request, std::size_t size) noexcept {
  static std::unique_ptr<SampleBot> bot;
  static std::string said;
  return said_text(said,
                   [&] { return protocol::dump(answer(bot, Json::parse(std::string_view(request, size)))); });
}

}  // extern "C"
