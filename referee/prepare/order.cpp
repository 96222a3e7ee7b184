#include "referee/prepare/order.h"

#include <limits>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "protocol/fields.h"
#include "referee/adapt/adapter.h"
#include "referee/base/secrets.h"
#include "referee/games/adapters.h"
#include "referee/prepare/report.h"
#include "referee/rules/game_names.h"

namespace referee::prepare {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostOrderText = 4096;  // bytes
constexpr fields::Range kMemory{1, std::numeric_limits<std::int64_t>::max()};
constexpr fields::Range kSeeds{0, static_cast<std::int64_t>(kMaxSeed)};

/// An order without a trial has no game.
std::optional<TrialTerms> read_trial(fields::Object& in) {
  const std::string game = in.text_or("game", kMostOrderText, "");
  const Json* const options = in.value("options");
  const Json* const clock = in.value("clock");
  const std::int64_t seed = in.integer("seed", kSeeds);
  in.require();
  if (game.empty()) {
    return std::nullopt;
  }
  TrialTerms trial{rules::find_game(game), *options, static_cast<std::uint64_t>(seed), {}};
  if (trial.game == nullptr) {
    throw std::invalid_argument("game: got \"" + game + "\", expected a game of this program");
  }
  trial.clock = ClockSpec::read(*clock, "clock");
  return trial;
}

/// A worker, whose own sandbox counts, gets none.
SandboxLevel sandbox_at(fields::Object& in, const char* key) {
  const std::string name = in.text_or(key, kMostOrderText, "");
  const auto level = sandbox_level(name);
  if (!level && !name.empty()) {
    in.fail(key, Json(name), "a level");
  }
  return level.value_or(SandboxLevel::none);
}

}  // namespace

Json Order::json() const {
  Json out = {{"submission", submission.string()},
              {"destination", destination.string()},
              {"build", build ? build->json() : Json()},
              {"command", command},
              {"as", adapter == nullptr ? "" : std::string(adapter->name)},
              {"pipes", stdio == Stdio::pipe},
              {"memory_mib", memory_mib},
              {"game", trial ? rules::place_of_copy(*trial->game) : ""},
              {"options", trial ? trial->options : Json()},
              {"clock", trial ? trial->clock.json() : Json()},
              {"seed", trial ? trial->seed : 0},
              {"sandbox", name_of(sandbox)},
              {"as_root", as_root}};
  if (opens_archive) {  // a worker that does not know the word has to refuse it
    out["opens_archive"] = true;
  }
  for (const std::filesystem::path& path : others) {
    out["others"].push_back(path.string());
  }
  return out;
}

Order Order::read(const Json& json) {
  fields::Object in(json, "");
  in.require();
  Order order;
  order.submission = in.text_or("submission", kMostOrderText, "");
  order.opens_archive = in.boolean_or("opens_archive", false);
  if (in.find("others") != nullptr) {
    const std::vector<std::string> others = texts_at(in, "others");
    order.others.assign(others.begin(), others.end());
  }
  order.destination = in.text_or("destination", kMostOrderText, "");
  const Json* const build = in.value("build");
  order.command = texts_at(in, "command");
  const std::string adapter = in.text_or("as", kMostOrderText, "");
  order.stdio = in.boolean_or("pipes", false) ? Stdio::pipe : Stdio::tcp;
  order.memory_mib = in.integer("memory_mib", kMemory);
  order.trial = read_trial(in);
  order.sandbox = sandbox_at(in, "sandbox");
  order.as_root = in.boolean_or("as_root", false);
  in.refuse_unknown();
  in.require();
  if (!build->is_null()) {
    order.build = Build::read(*build, "build");
  }
  order.adapter = adapter.empty() ? nullptr : adapter_named(adapter);
  return order;
}

}  // namespace referee::prepare
