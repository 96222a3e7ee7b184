#include "referee/score/tournament_marks.h"

#include <stdexcept>
#include <utility>

#include "protocol/fields.h"
#include "referee/base/strict_json.h"
#include "referee/score/item_reader.h"

namespace referee::score {
namespace {

constexpr fields::Range kAttempts{1, 1000};
constexpr int kSecretItem = 0;  // rounds of a tournament, and items of a rubric, count from 1

RubricItem read_marks(const TournamentConfig& config, const WrittenMarks& written, const MatchSeeds& secret) {
  fields::Object in(written.json, written.key);
  in.require();
  in.find("$schema");  // for editors
  const bool named = names_seed(written);
  const auto seed = static_cast<std::uint64_t>(in.integer_or("seed", kSeedRange, 0));
  (void)in.integer_or("attempts", kAttempts, 1);
  in.require();
  nlohmann::json bands = written.json;
  bands.erase("$schema");
  bands.erase("attempts");
  bands.erase("seed");
  RubricItem item;
  item.name = "Marks";
  item.clock = config.clock;
  item.seats = config.seats;
  Marks marks = Marks::read(bands, written.key, *config.game, config.instances.at(0).options, config.seats);
  plan_marks(item, std::move(marks), config.instances, named ? seeds_of(seed) : secret,
             named ? 1 : kSecretItem);
  for (RubricGame& game : item.games) {
    game.written = game.options;
  }
  return item;
}

}  // namespace

std::optional<WrittenMarks> WrittenMarks::of(const TournamentConfig& config) {
  return config.marks.is_null() ? std::nullopt
                                : std::optional(WrittenMarks{config.marks, config.file, "marks"});
}

bool names_seed(const WrittenMarks& written) {
  return written.json.is_object() && written.json.contains("seed");
}

std::optional<std::size_t> attempts_of(const WrittenMarks& written) {
  const auto found = written.json.find("attempts");
  return found == written.json.end() ? std::nullopt : std::optional(found->get<std::size_t>());
}

Rubric tournament_marks(const TournamentConfig& config, const WrittenMarks& written,
                        const MatchSeeds& secret) {
  Rubric rubric;
  rubric.name = config.name;
  rubric.game = config.game;
  try {
    rubric.items.push_back(read_marks(config, written, secret));
  } catch (const fields::Exception& wrong) {
    fields::Error error = wrong.error();
    error.path = path_in_file(written.file, error.path);
    throw fields::Exception(std::move(error));
  } catch (const std::invalid_argument& wrong) {  // for openings that the game does not have
    throw std::invalid_argument(written.file + ": " + wrong.what());
  }
  return rubric;
}

}  // namespace referee::score
