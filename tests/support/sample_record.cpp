#include "tests/support/sample_record.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "engines/registry.h"
#include "referee/record/record.h"
#include "referee/record/refused_answers.h"
#include "referee/record/replay.h"

namespace test_support {
namespace {

using referee::MatchSpec;
using referee::Record;
using referee::SeatAnswer;

constexpr int kEveryFifth = 5;

Record::Header header_of(const MatchSpec& spec, const engines::Game& game) {
  Record::Header header{spec, game.options(), {}, {}, {}, {}, {}, {}};
  for (std::size_t seat = 0; seat < game.seats(); ++seat) {
    header.players.push_back("bot" + std::to_string(seat));
    header.measure.push_back(referee::Measure::wall);
    header.stamp.push_back(referee::StampSource::kernel);
    header.sandbox.emplace_back("none");
    header.cpu_by.emplace_back();
  }
  return header;
}

/// What the bot of a seat sends in place of a move: a move of another position, or no move at all.
void offer(engines::Game& game, engines::Seat seat, const nlohmann::json& other, SeatAnswer& answer) {
  const nlohmann::json odd{{"odd", 1}};
  const bool odd_first = answer.spent.count() % 2 == 0;
  for (const nlohmann::json& offered : {odd_first ? odd : other, odd}) {
    const auto submitted = game.clone()->submit(seat, offered);
    if (const auto* refusal = std::get_if<engines::Refusal>(&submitted)) {
      answer.verdict = referee::verdict_of(*refusal);
      answer.fault = refusal->why;
      answer.offered = offered.dump();
      return;
    }
  }
}

/// An answer that is no move, as the record has it.
void miss(engines::Game& game, engines::Seat seat, Missed missed, const nlohmann::json& other,
          engines::Rng& rng, SeatAnswer& answer) {
  answer.verdict = protocol::Verdict::late;
  answer.fault = "no answer in 1 ms: did you flush?";
  if (missed == Missed::refused) {
    offer(game, seat, other, answer);
  } else if (missed != Missed::late) {
    answer.verdict =
        missed == Missed::called_illegal ? protocol::Verdict::illegal : protocol::Verdict::malformed;
    answer.offered = game.sample(seat, rng).dump();
  }
}

SeatAnswer answer_of(engines::Game& game, engines::Seat seat, Missed missed, const nlohmann::json& other,
                     engines::Rng& rng) {
  SeatAnswer answer;
  answer.seat = seat;
  answer.spent = referee::Microseconds(rng() % 1000);
  if (rng() % kEveryFifth == 0) {
    miss(game, seat, missed, other, rng, answer);
  } else {
    answer.move = std::get<std::string>(game.submit(seat, game.sample(seat, rng)));
  }
  game.settle(seat, answer.spent, false);
  return answer;
}

}  // namespace

std::string sample_record(std::string_view name, const nlohmann::json& options, unsigned seed,
                          Missed missed) {
  MatchSpec spec;
  spec.id = "sample";
  spec.game = engines::find_game(name);
  spec.seed = {seed, "5a17"};
  const auto game = spec.game->make(options, spec.seed);
  Record record(header_of(spec, *game));
  engines::Rng rng(seed);
  std::int64_t turn = 0;
  engines::Rng other_rng(seed);
  const nlohmann::json other = game->sample(game->to_move().front(), other_rng);
  for (auto movers = game->to_move(); !movers.empty(); movers = game->to_move()) {
    std::vector<SeatAnswer> answers;
    for (const engines::Seat seat : movers) {
      answers.push_back(answer_of(*game, seat, missed, other, rng));
    }
    std::string events;
    game->step(events);
    record.turn(turn++, answers, events);
  }
  referee::MatchResult result;
  result.scores = game->scores();
  result.rank = referee::ranks_of(result.scores);
  result.outcome = game->outcome();
  std::string view;
  game->write_view(engines::Observer::everybody(), view);
  record.done(result, view, referee::SystemTime{});
  return record.text();
}

const std::string& walls_record() {
  static const std::string record = sample_record("walls", {{"n", 3}}, 11);
  return record;
}

std::vector<std::string> lines_of(const std::string& record) {
  std::vector<std::string> lines;
  std::istringstream text(record);
  for (std::string line; std::getline(text, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text.append(line).append("\n");
  }
  return text;
}

nlohmann::json head_of(const std::string& record) { return nlohmann::json::parse(lines_of(record).at(0)); }

nlohmann::json last_of(const std::string& record) { return nlohmann::json::parse(lines_of(record).back()); }

std::size_t line_with(const std::string& record, const std::string& text) {
  const auto lines = lines_of(record);
  const auto at = std::ranges::find_if(
      lines, [&](const std::string& line) { return line.find(text) != std::string::npos; });
  return static_cast<std::size_t>(at - lines.begin()) + 1;
}

std::string found_in(const std::string& record) {
  const referee::Verified verified = referee::verify_record(record);
  return verified.difference ? verified.difference->text() : "";
}

std::string with_line(const std::string& record, std::size_t number,
                      const std::function<void(nlohmann::ordered_json&)>& change) {
  std::vector<std::string> lines = lines_of(record);
  auto json = nlohmann::ordered_json::parse(lines.at(number - 1));
  change(json);
  lines[number - 1] = json.dump();
  return joined(lines);
}

std::string with_given(std::string record, std::size_t turns) {
  constexpr std::size_t kHexDigits = 64;
  record = with_line(record, 1, [&](nlohmann::ordered_json& header) {
    header["given_turns"] = turns;
    header["from"] = {
        {"match", "m0"}, {"attempt", 1}, {"turn", turns}, {"seal", std::string(kHexDigits, 'a')}};
  });
  for (std::size_t turn = 0; turn < turns; ++turn) {
    record = with_line(record, turn + 2, [](nlohmann::ordered_json& line) { line["given"] = true; });
  }
  return with_new_digest(record);
}

std::string told_record() {
  static const std::vector<std::string> kLines{
      R"({"record":1,"match":"m","attempt":1,"tournament":null,"round":null,"table":null,"game_no":null,)"
      R"("game":"arena","options":{},"seed":7,)"
      R"("salt":"00112233445566778899aabbccddeeff",)"
      R"("commitment":"67a2d6f58235c6c4e604ba449b2af8b938dc0249652651bc324e70403ad8db4a",)"
      R"("players":["ada","bob"],"clock":null,"match_program":1,"sandbox":["full","full"],"launched":[true,true],)"
      R"("engine":"arena/1","server":"referee 0","started":"2026-11-28T09:21:19.438Z"})",
      R"({"turn":0,"answers":[],"events":{"laid":3}})",
      R"({"turn":1,"answers":[{"seat":1,"verdict":"late","fault":"it slept","spent_us":0}],"events":{}})",
      R"({"status":"done","result":{"scores":[2,1.5],"rank":[1,2],"outcome":null,"turns":9},)"
      R"("replay":{"file":"m.replay","bytes":12,)"
      R"("sha256":"67a2d6f58235c6c4e604ba449b2af8b938dc0249652651bc324e70403ad8db4a"},)"
      R"("digest":"","ended":"2026-11-28T09:21:21.512Z"})"};
  return with_new_digest(joined(kLines));
}

std::string with_new_digest(const std::string& record) {
  std::vector<std::string> lines = lines_of(record);
  protocol::Sha256 digest;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    digest.add(lines[i] + "\n");
  }
  const std::string changed =
      with_line(record, lines.size(), [&](nlohmann::ordered_json& last) { last["digest"] = digest.hex(); });
  return referee::with_seal(changed);
}

}  // namespace test_support
