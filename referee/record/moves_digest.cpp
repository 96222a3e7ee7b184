#include "referee/record/moves_digest.h"

namespace referee {
namespace {

constexpr std::size_t kPiece = 16 * 1024;  // a hash costs as much for a short text as for a long one

}  // namespace

void MovesDigest::add_players(const nlohmann::json& players) { waiting_.append(players.dump()).append("\n"); }

void MovesDigest::add_answer(std::string_view verdict, std::string_view move) {
  waiting_.append(verdict).append(" ").append(move.empty() ? "null" : move).append("\n");
  if (waiting_.size() >= kPiece) {
    digest_.add(waiting_);
    waiting_.clear();
  }
}

void MovesDigest::add_turn(const nlohmann::json& line) {
  for (const nlohmann::json& answer : line.at("answers")) {
    const auto move = answer.find("move");
    add_answer(answer.at("verdict").get_ref<const std::string&>(), move == answer.end() ? "" : move->dump());
  }
}

void MovesDigest::add_told(const std::vector<double>& scores, const nlohmann::json& outcome,
                           std::string_view replay) {
  add_answer(replay, nlohmann::json({{"scores", scores}, {"outcome", outcome}}).dump());
}

void MovesDigest::add_told(const nlohmann::json& last) {
  const auto result = last.find("result");
  if (result == last.end() || !result->contains("turns")) {
    return;
  }
  const auto replay = last.find("replay");
  add_told(result->at("scores").get<std::vector<double>>(), result->at("outcome"),
           replay == last.end() ? "" : replay->at("sha256").get<std::string>());
}

std::string MovesDigest::hex() {
  digest_.add(waiting_);
  waiting_.clear();
  return digest_.hex();
}

}  // namespace referee
