#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "bench/fuzz/targets.h"
#include "bindings/c/rules.h"
#include "engines/registry.h"

// The C library: each line of the input is a request, and an answer to a game of its own.
namespace fuzz {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostLines = 60;  // so that an input is quick
constexpr std::size_t kPositions = 8;   // kept, so that some are forgotten

struct Close {
  void operator()(rules_session* session) const { rules_close(session); }
  void operator()(rules_game* game) const { rules_free(game); }
};
using Session = std::unique_ptr<rules_session, Close>;
using Game = std::unique_ptr<rules_game, Close>;

bool has_error() { return *rules_error() != '\0'; }

/// An answer is one line of JSON: a mistake in words, or what was asked for.
void ask(rules_session* session, std::string_view line) {
  const char* const said = rules_answer(session, line.data(), line.size());
  promise(said != nullptr, "each line is answered");
  const std::string_view text(said);
  promise(text.find('\n') == std::string_view::npos, "an answer is a line");
  const Json answer = Json::parse(text, nullptr, false);
  promise(answer.is_object() && answer.contains("id"), "an answer is a JSON object with an id");
  if (answer.contains("error")) {
    promise(answer.size() == 2 && !answer.at("error").get_ref<const std::string&>().empty(),
            "a mistake is told in words, and nothing else is");
  } else {
    promise(answer.contains("turn") && answer.contains("to_move") && answer.contains("position"),
            "an answer without a mistake tells a position");
  }
}

/// The game of that options: a game, or an error.
Game made(std::string_view name, const std::string& options, std::uint64_t seed) {
  Game game(rules_make(std::string(name).c_str(), options.c_str(), seed, nullptr));
  promise(game != nullptr || has_error(), "a game that cannot be made is explained");
  return game;
}

void play(Game& game, std::string_view answers) {
  const bool over = rules_to_move(game.get(), nullptr, 0) == 0;
  const Game before(rules_clone(game.get()));
  const int refused = rules_apply(game.get(), answers.data(), answers.size());
  promise(refused >= 0 ? !over : has_error(), "a turn is played, or it is said why not");
  const char* const view = rules_view(game.get(), RULES_EVERYBODY);
  promise(view != nullptr && Json::accept(std::string_view(view)), "a view is JSON");
  promise(refused >= 0 || std::string(rules_view(before.get(), RULES_EVERYBODY)) == view,
          "a turn that failed has changed nothing");
  for (const int seat : {-2, 0, 1, 1'000'000}) {
    (void)rules_legal(game.get(), seat);
    (void)rules_tell(game.get(), seat);
  }
  std::array<double, 2> scores{};
  promise(rules_scores(game.get(), scores.data(), scores.size()) >= 1, "there is a score");
}

}  // namespace

void requests(std::string_view input) {
  const Session session(rules_open(kPositions));
  const auto games = engines::games();
  const std::string_view name = games[input.size() % games.size()].get().name;
  Game game = made(name, "{}", input.size());
  for (std::size_t line = 0; line < kMostLines && !input.empty(); ++line) {
    const std::string_view text = input.substr(0, input.find('\n'));
    input.remove_prefix(std::min(input.size(), text.size() + 1));
    ask(session.get(), text);
    play(game, text);
    if (Game another = made(name, std::string(text), line)) {
      game = std::move(another);
    }
  }
  (void)rules_verify(session.get(), input.data(), input.size());
}

}  // namespace fuzz
