// --as in the kit: what conventions of handouts are, and the turns of a program that is started anew for each
// of them (referee/adapt/program_turns.h). The kit has the files and processes
// (bindings/referee-kit/adapt.js).
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "bindings/wasm/kit/kit_parts.h"
#include "referee/adapt/adapter.h"
#include "referee/adapt/program_turns.h"
#include "referee/games/adapters.h"

namespace kit {
namespace {

using referee::Adapter;
using referee::ProgramTurns;

/// The adapter of that name; null for json. Complains as the command line of `referee` does.
const Adapter* adapter_of(const Json& name) {
  const auto text = name.get<std::string>();
  std::string known;
  for (const std::string& one : referee::adapter_names()) {
    if (one == text) {
      return referee::adapter_named(text);
    }
    known += (known.empty() ? "" : ",") + one;
  }
  throw std::invalid_argument("--as: " + text + " not in {" + known + "}");
}

const Adapter& needed_adapter_of(const Json& name) {
  const Adapter* const adapter = adapter_of(name);
  if (adapter == nullptr) {
    throw std::invalid_argument("json needs no adapter");
  }
  return *adapter;
}

const char* name_of(referee::SubmissionKind kind) {
  switch (kind) {
    case referee::SubmissionKind::program:
      return "program";
    case referee::SubmissionKind::file:
      return "file";
    case referee::SubmissionKind::folder:
      return "folder";
  }
  return "";
}

Json facts_of(const Json& asked) {
  const Adapter* const adapter = adapter_of(asked.at("name"));
  if (adapter == nullptr) {
    return {{"name", "json"}};
  }
  if (asked.contains("game")) {
    check_game(*adapter, asked.at("game").get<std::string>());
  }
  return {{"name", adapter->name},
          {"game", adapter->game},
          {"interpreter", adapter->interpreter},
          {"takes", name_of(adapter->takes)},
          {"works_in_copy", adapter->works_in == referee::WorksIn::copy},
          {"start_ms", adapter->start.count()}};
}

/// Throws std::invalid_argument, saying what was expected or what to install, if the words do not fit.
Json fit(const Json& asked) {
  const Adapter& adapter = needed_adapter_of(asked.at("adapter"));
  if (!asked.at("installed").get<bool>()) {
    const bool has_packages = asked.at("system") == "linux";
    throw std::invalid_argument(
        std::string(adapter.name) + " needs " +
        not_installed(adapter, has_packages ? "apt install " + std::string(adapter.package)
                                            : "it is to be had at " + std::string(adapter.site)));
  }
  if (!asked.at("accepted").get<bool>()) {
    throw std::invalid_argument(wrong_words(adapter, asked.at("word").get<std::string>()));
  }
  return Json::object();
}

Json interpreter_start(const Json& asked) {
  const Adapter& adapter = needed_adapter_of(asked.at("adapter"));
  const referee::InterpreterStart start =
      adapter.interpreted({asked.at("path").get<std::string>(), asked.at("place").get<std::string>(),
                           asked.at("files").get<std::vector<std::string>>()});
  std::vector<std::string> words{std::string(adapter.interpreter)};
  words.insert(words.end(), start.arguments.begin(), start.arguments.end());
  Json files = Json::array();
  for (const auto& [path, text] : start.files) {
    files.push_back({{"path", path}, {"text", text}});
  }
  Json environment = Json::object();
  for (const auto& [name, value] : start.environment) {
    environment[name] = value;
  }
  return {{"files", files},
          {"copy", {{"name", start.copy.name}, {"path", start.copy.path}}},
          {"words", words},
          {"environment", environment},
          {"works_there", start.works_there},
          {"note", start.note}};
}

/// An order for the kit.
struct OrderJson {
  Json operator()(const ProgramTurns::Say& order) const { return {{"say", order.line}}; }
  Json operator()(const ProgramTurns::Tell& order) const { return {{"tell", order.text}}; }
  Json operator()(const ProgramTurns::BeginGame&) const { return {{"begin", true}}; }
  Json operator()(const ProgramTurns::EndGame&) const { return {{"end", true}}; }
  Json operator()(const ProgramTurns::Start& order) const {
    const auto& [arguments, file, text] = order.input;
    return {{"start", {{"arguments", arguments}, {"file", file}, {"text", text}}}};
  }
  Json operator()(const ProgramTurns::AwaitEnd& order) const { return {{"await_ms", order.most.count()}}; }
  Json operator()(const ProgramTurns::Kill&) const { return {{"kill", true}}; }
};

ProgramTurns::Orders told(ProgramTurns& turns, const Json& event) {
  if (event.contains("heard")) {
    return turns.hear(event.at("heard").get_ref<const std::string&>());
  }
  if (event.contains("answered")) {
    const Json& answered = event.at("answered");
    return turns.answered(answered.at("printed").get_ref<const std::string&>(),
                          answered.at("how").get<std::string>());
  }
  if (event.contains("cannot_start")) {
    return turns.cannot_start(event.at("cannot_start").get<std::string>());
  }
  if (event.contains("ended")) {
    return turns.ended();
  }
  if (event.contains("overdue")) {
    return turns.overdue();
  }
  if (event.contains("lost")) {
    return turns.lost();
  }
  throw std::invalid_argument(
      R"(as: expected "adapter", "fit", "no_hello", "interpret", "play" or an event)");
}

Json turns_json(const ProgramTurns& turns, const ProgramTurns::Orders& orders) {
  Json listed = Json::array();
  for (const ProgramTurns::Order& order : orders) {
    listed.push_back(std::visit(OrderJson{}, order));
  }
  return {{"orders", listed}, {"awaits_end", turns.awaits_end()}, {"over", turns.is_over()}};
}

Json play(const Json& request) {
  static std::unique_ptr<ProgramTurns> turns;
  if (request.contains("play")) {
    const Json& asked = request.at("play");
    turns = std::make_unique<ProgramTurns>(asked.at("program").get<std::string>(),
                                           needed_adapter_of(asked.at("adapter")).new_game);
    return turns_json(*turns, turns->begin());
  }
  if (!turns) {
    throw std::invalid_argument("as: no program plays");
  }
  return turns_json(*turns, told(*turns, request));
}

}  // namespace

Json answer_adapt(const Json& request) {
  if (request.contains("adapter")) {
    return facts_of(request.at("adapter"));
  }
  if (request.contains("fit")) {
    return fit(request.at("fit"));
  }
  if (request.contains("interpret")) {
    return interpreter_start(request.at("interpret"));
  }
  if (request.contains("no_hello")) {
    const Json& asked = request.at("no_hello");
    const referee::Milliseconds init(asked.at("init_ms").get<std::int64_t>());
    return {{"why", why_no_hello(needed_adapter_of(asked.at("adapter")), init)}};
  }
  return play(request);
}

}  // namespace kit
