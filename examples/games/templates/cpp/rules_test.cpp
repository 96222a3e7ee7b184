// Plays 100 random matches with your rules, without a referee: make test
#include "rules.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

using referee_game::Object;
using referee_game::Server;

static Json facts;

static void check(bool is_well, const std::string& rule) {
  if (!is_well) {
    std::cerr << rule << "\n";
    std::exit(1);
  }
}

static Json ask(Server& server, Object request) {
  request.insert({{"id", 1}, {"match", "test"}});
  return Json::read(server.answer(request).value());
}

/// A match of legal moves by chance: all answers.
static List play(int seed) {
  Server server(referee_game::make<Rules>, facts);
  referee_game::Random chance(seed, "test", 0);
  Object options;
  if (const Json* const listed = facts.find("options")) {
    for (const auto& [name, option] : listed->fields()) {
      options[name] = option["default"];
    }
  }
  const Json& seats = facts["seats"];  // a number, or the option that has it
  Object request = {{"type", "new"},
                    {"options", options},
                    {"seats", seats.is_text() ? options[seats.text()] : seats},
                    {"seed", seed},
                    {"salt", std::string(32, '0')}};
  List answers;
  const Json* const bound = facts.find("max_turns");
  const std::int64_t most = bound == nullptr ? 10000 : bound->integer();
  while (static_cast<std::int64_t>(answers.size()) <= most) {
    const Json answer = ask(server, request);
    check(answer.find("error") == nullptr, answer.text_of());
    answers.push_back(answer);
    List moves;
    List wrong;
    for (const Json& seat : answer["to_move"].list()) {
      const List& legal = answer["legal"][static_cast<int>(moves.size())].list();
      moves.push_back(object({{"seat", seat}, {"move", chance.choose(legal)}, {"spent_us", 0}}));
      wrong.push_back(object({{"seat", seat}, {"move", object({{"no", "move"}})}, {"spent_us", 0}}));
    }
    if (moves.empty()) {
      return answers;
    }
    check(ask(server, {{"type", "step"}, {"moves", wrong}}).find("refused") != nullptr,
          "a move of a wrong form must be refused, and change nothing");
    request = {{"type", "step"}, {"moves", moves}};
  }
  check(false,
        "a match is not over after " + std::to_string(most) + " turns (max_turns): count turns, and end it");
  return answers;
}

int main() {
  std::ifstream file("game.json");
  facts = Json::read(std::string(std::istreambuf_iterator<char>(file), {}));
  for (int seed = 0; seed < 100; ++seed) {
    const List answers = play(seed);
    check(answers == play(seed), "the same seed and moves must give the same match");
    // Below: what is true of your game only.
    const Json& seats = answers.front()["views"]["seats"];
    check(seats[0]["hands"][1].is_null() && seats[1]["hands"][0].is_null(), "only its owner sees a hand");
    const Json& scores = answers.back()["scores"];
    check(scores[0].integer() + scores[1].integer() == facts["options"]["rounds"]["default"].integer(),
          "each round has a winner");
  }
  std::cout << "100 matches are well\n";
}
