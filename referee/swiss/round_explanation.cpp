#include "referee/swiss/round_explanation.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/swiss/criteria.h"
#include "referee/swiss/pool.h"

namespace referee::swiss {
namespace {

/// Two positions in a bracket, the higher ranked first.
using VertexPair = std::pair<std::size_t, std::size_t>;

/// What people call each criterion, in the order of Criterion.
constexpr std::array<std::string_view, kCriteria> kMeanings = {
    "C4, C5: all are paired but one who may get the bye",
    "C6: pairs",
    "C7: paired of those who were moved down, the highest scores first",
    "C8: pairs in the next bracket",
    "C8: paired there of those who were moved down, the highest scores first",
    "C9: unplayed games of those who do not get the bye",
    "C10: topscorers and their opponents without a colour difference over 2",
    "C11: topscorers and their opponents without the same colour a third time",
    "C12: pairs with both colour preferences granted",
    "C13: pairs with both strong colour preferences granted",
    "C14: paired of those who floated down in the last round",
    "C15: pairs without one who floated up in the last round",
    "C16: paired of those who floated down two rounds ago",
    "C17: pairs without one who floated up two rounds ago",
    "C18: paired of those who were moved down again after the last round, the highest scores first",
    "C19: paired with nobody who floated up in the last round, the highest scores first",
    "C20: paired of those who were moved down again after two rounds, the highest scores first",
    "C21: paired with nobody who floated up two rounds ago, the highest scores first"};

/// Criteria that count by score: a higher score outweighs any number of lower ones.
bool by_score(std::size_t criterion) {
  switch (static_cast<Criterion>(criterion)) {
    case Criterion::scores:
    case Criterion::next_scores:
    case Criterion::downfloat_scores_last:
    case Criterion::upfloat_scores_last:
    case Criterion::downfloat_scores_before:
    case Criterion::upfloat_scores_before:
      return true;
    case Criterion::completion:
    case Criterion::pairs:
    case Criterion::next_pairs:
    case Criterion::bye_games:
    case Criterion::colour_difference:
    case Criterion::colour_run:
    case Criterion::preference:
    case Criterion::strong_preference:
    case Criterion::downfloat_last:
    case Criterion::upfloat_last:
    case Criterion::downfloat_before:
    case Criterion::upfloat_before:
      break;
  }
  return false;
}

/// How well some pairs fulfil a criterion: a sum, or numbers by score, the highest first.
using Fulfilment = std::map<std::uint16_t, int, std::greater<>>;

Fulfilment fulfilment(const Criteria& criteria, const std::vector<VertexPair>& pairs, std::size_t criterion) {
  Fulfilment counts;
  for (const auto& [higher, lower] : pairs) {
    const std::uint16_t amount = criteria.merit(higher, lower).amount[criterion];
    if (amount > 0) {
      counts[by_score(criterion) ? amount : std::uint16_t{0}] += by_score(criterion) ? 1 : amount;
    }
  }
  return counts;
}

/// Whether one fulfils more than the other: compares the numbers of the highest score first.
int compared(const Fulfilment& one, const Fulfilment& other) {
  Fulfilment all = one;
  all.insert(other.begin(), other.end());
  const auto of = [](const Fulfilment& counts, std::uint16_t score) {
    const auto found = counts.find(score);
    return found == counts.end() ? 0 : found->second;
  };
  for (const auto& [score, unused] : all) {
    if (const int difference = of(one, score) - of(other, score); difference != 0) {
      return difference;
    }
  }
  return 0;
}

std::string points_text(Tenths points) {
  return std::to_string(points / 10) + (points % 10 == 0 ? "" : "." + std::to_string(points % 10));
}

class RoundExplanation {
 public:
  RoundExplanation(const Tournament& tournament, const RoundPairing& pairing)
      : pool_(tournament), pairing_(pairing), opponent_(pool_.size(), pool_.size()) {
    std::vector<std::size_t> place(tournament.players.size());
    for (std::size_t at = 0; at < pool_.size(); ++at) {
      place[pool_[at].player] = at;
    }
    for (const Board& board : pairing.boards) {
      opponent_[place[board.white]] = place[board.black];
      opponent_[place[board.black]] = place[board.white];
      white_.push_back(place[board.white]);
    }
    std::ranges::sort(white_);
  }

  std::string text() {
    std::vector<std::size_t> moved_down;
    for (std::size_t begin = 0; begin < pool_.size();) {
      std::size_t end = begin;
      while (end < pool_.size() && pool_[end].score == pool_[begin].score) {
        ++end;
      }
      moved_down = explain(bracket_of(moved_down, begin, end), pool_[begin].score);
      begin = end;
    }
    if (pairing_.bye) {
      text_ += "The bye: " + std::to_string(*pairing_.bye + 1) + "\n";
    }
    return std::move(text_);
  }

 private:
  static Bracket bracket_of(const std::vector<std::size_t>& moved_down, std::size_t begin, std::size_t end) {
    Bracket bracket;
    bracket.players = moved_down;
    bracket.moved_down = moved_down.size();
    for (std::size_t place = begin; place < end; ++place) {
      bracket.players.push_back(place);
    }
    bracket.own = bracket.next_end = bracket.players.size();
    return bracket;
  }

  std::string id(std::size_t place) const { return std::to_string(pool_[place].player + 1); }

  /// The pairs of the bracket, by position.
  std::vector<VertexPair> pairs_of(const Bracket& bracket) const {
    std::vector<VertexPair> pairs;
    for (std::size_t v = 0; v < bracket.own; ++v) {
      const auto other = std::ranges::find(bracket.players, opponent_[bracket.players[v]]);
      const auto w = static_cast<std::size_t>(other - bracket.players.begin());
      if (v < w && w < bracket.own) {
        pairs.emplace_back(v, w);
      }
    }
    return pairs;
  }

  std::string pairs_text(const Bracket& bracket, const std::vector<VertexPair>& pairs) const {
    std::string text;
    for (const auto& [v, w] : pairs) {
      text += (text.empty() ? "" : " ") + id(bracket.players[v]) + "-" + id(bracket.players[w]);
    }
    return text.empty() ? "no pair" : text;
  }

  /// The text of pairs whose colours are known, white first: "3-7 5-1"; "no pair" if there is none.
  std::string boards_text(const Bracket& bracket, std::vector<VertexPair> pairs) const {
    for (auto& [v, w] : pairs) {
      if (std::ranges::binary_search(white_, bracket.players[w])) {
        std::swap(v, w);
      }
    }
    return pairs_text(bracket, pairs);
  }

  /// Writes about a bracket. Returns its downfloaters.
  std::vector<std::size_t> explain(const Bracket& bracket, Tenths score) {
    text_ += "Bracket of " + points_text(score) + (score == 10 ? " point:" : " points:");
    for (std::size_t v = 0; v < bracket.own; ++v) {
      text_ += " " + id(bracket.players[v]) + (bracket.is_moved_down(v) ? " (moved down)" : "");
    }
    const std::vector<VertexPair> pairs = pairs_of(bracket);
    text_ += "\n  pairs: " + boards_text(bracket, pairs) + "\n";
    std::vector<std::size_t> floaters;
    for (std::size_t v = 0; v < bracket.own; ++v) {
      if (std::ranges::none_of(pairs,
                               [&](const auto& pair) { return pair.first == v || pair.second == v; })) {
        floaters.push_back(bracket.players[v]);
      }
    }
    if (!floaters.empty()) {
      text_ += "  float down:";
      for (const std::size_t place : floaters) {
        text_ += " " + id(place);
      }
      text_ += "\n";
    }
    if (bracket.own > 1) {
      text_ += "  " + decided_by(bracket, pairs) + "\n";
    }
    return floaters;
  }

  /// C.04.3, 4.2: those who were moved down meet the first residents; of the rest the upper half meets the
  /// lower one. Nothing if more were moved down than there are residents.
  static std::optional<std::vector<VertexPair>> first_candidate(const Bracket& bracket) {
    const std::size_t moved = bracket.moved_down;
    if (2 * moved > bracket.own) {
      return std::nullopt;
    }
    std::vector<VertexPair> pairs;
    for (std::size_t v = 0; v < moved; ++v) {
      pairs.emplace_back(v, moved + v);
    }
    const std::size_t half = (bracket.own - 2 * moved) / 2;
    for (std::size_t v = 2 * moved; v < 2 * moved + half; ++v) {
      pairs.emplace_back(v, v + half);
    }
    return pairs;
  }

  std::string decided_by(const Bracket& bracket, const std::vector<VertexPair>& pairs) const {
    const auto first = first_candidate(bracket);
    if (!first) {
      return "More were moved down than can be paired here.";
    }
    if (*first == pairs) {
      return "It is the first candidate.";
    }
    const std::string begin = "The first candidate, " + pairs_text(bracket, *first) + ", ";
    for (const auto& [v, w] : *first) {
      if (!pool_.compatible(bracket.players[v], bracket.players[w])) {
        return begin + "is not allowed: " + id(bracket.players[v]) + " and " + id(bracket.players[w]) +
               " may not meet (C1, C3, or forbidden).";
      }
    }
    constexpr Tenths kNoBye = -1;
    const Criteria criteria(pool_, bracket, Scope::bracket, kNoBye, false);
    for (std::size_t i = 0; i < kCriteria; ++i) {
      const int better = compared(fulfilment(criteria, pairs, i), fulfilment(criteria, *first, i));
      if (better > 0) {
        return begin + "fulfils less of " + std::string(kMeanings[i]) + ".";
      }
      if (better < 0) {
        break;
      }
    }
    return begin + "does not suit the players below (C4, C5, C8, C9).";
  }

  Pool pool_;
  const RoundPairing& pairing_;
  std::vector<std::size_t> opponent_;  // by place; the size of the pool: none
  std::vector<std::size_t> white_;     // places, ascending
  std::string text_;
};

}  // namespace

std::string round_explanation(const Tournament& tournament, const RoundPairing& pairing) {
  return RoundExplanation(tournament, pairing).text();
}

}  // namespace referee::swiss
