#include "referee/swiss/criteria.h"

#include <algorithm>
#include <bit>
#include <set>

#include "referee/swiss/colours.h"

namespace referee::swiss {

Criteria::Criteria(const Pool& pool, const Bracket& bracket, Scope scope, Tenths bye_score,
                   bool bye_from_here)
    : pool_(pool),
      bracket_(bracket),
      scope_(scope),
      bye_score_(bye_score),
      bye_from_here_(bye_from_here),
      class_(size(), 1),
      unplayed_rank_(size()) {
  for (std::size_t v = size(); v-- > 1;) {
    class_[v - 1] = static_cast<std::uint16_t>(class_[v] + (card(v - 1).score != card(v).score ? 1 : 0));
  }
  std::set<int> unplayed;
  for (std::size_t v = 0; v < size(); ++v) {
    if (bye_candidate(v)) {
      unplayed.insert(card(v).unplayed);
    }
  }
  for (std::size_t v = 0; v < size(); ++v) {
    if (bye_candidate(v)) {
      const auto rank = std::distance(unplayed.begin(), unplayed.find(card(v).unplayed));
      unplayed_rank_[v] = static_cast<std::uint16_t>(rank);
    }
  }
}

bool Criteria::bye_candidate(std::size_t vertex) const {
  return card(vertex).may_get_bye && card(vertex).score <= bye_score_;
}

Merit Criteria::merit(std::size_t higher, std::size_t lower) const {
  Merit merit;
  if (scope_ == Scope::all) {
    // A pair is worth 1, and 1 more for each player who may not be left over: so these players are paired.
    merit[Criterion::completion] =
        static_cast<std::uint16_t>(1 + (bye_candidate(higher) ? 0 : 1) + (bye_candidate(lower) ? 0 : 1));
  }
  if (bye_from_here_) {
    merit[Criterion::bye_games] = static_cast<std::uint16_t>(unplayed_rank_[higher] + unplayed_rank_[lower]);
  }
  if (bracket_.is_own_pair(higher, lower)) {
    add_own(higher, lower, merit);
  } else if (bracket_.is_next(lower)) {
    merit[Criterion::next_pairs] = 1;
    merit[Criterion::next_scores] = class_[higher];
  }
  return merit;
}

/// C6, C7 and C10 to C21.
void Criteria::add_own(std::size_t higher, std::size_t lower, Merit& merit) const {
  const bool moved_down = bracket_.is_moved_down(higher);
  merit[Criterion::pairs] = 1;
  merit[Criterion::scores] = class_[higher];
  const ColourBreaches colours = colour_breaches(card(higher), card(lower));
  const bool topscorers = card(higher).topscorer || card(lower).topscorer;
  const auto spared = [](int players, int breaches) {
    return static_cast<std::uint16_t>(players - breaches);
  };
  merit[Criterion::colour_difference] = spared(2, topscorers ? colours.difference : 0);
  merit[Criterion::colour_run] = spared(2, topscorers ? colours.run : 0);
  merit[Criterion::preference] = spared(1, colours.preference);
  merit[Criterion::strong_preference] = spared(1, colours.strong);

  constexpr Criterion kDownfloat[] = {Criterion::downfloat_last, Criterion::downfloat_before};
  constexpr Criterion kUpfloat[] = {Criterion::upfloat_last, Criterion::upfloat_before};
  constexpr Criterion kDownfloatScores[] = {Criterion::downfloat_scores_last,
                                            Criterion::downfloat_scores_before};
  constexpr Criterion kUpfloatScores[] = {Criterion::upfloat_scores_last, Criterion::upfloat_scores_before};
  for (std::size_t back = 0; back < 2; ++back) {
    const bool higher_went_down = card(higher).floats[back] == Float::down;
    const bool lower_went_down = card(lower).floats[back] == Float::down;
    const bool up_again = moved_down && card(lower).floats[back] == Float::up;
    merit[kDownfloat[back]] =
        static_cast<std::uint16_t>((lower_went_down ? 1 : 0) + (higher_went_down && !moved_down ? 1 : 0));
    merit[kUpfloat[back]] = up_again ? 0 : 1;
    merit[kDownfloatScores[back]] = moved_down && higher_went_down ? class_[higher] : std::uint16_t{0};
    merit[kUpfloatScores[back]] = up_again ? std::uint16_t{0} : class_[higher];
  }
}

bool Criteria::any_float(std::size_t back, Float kind, std::size_t begin, std::size_t end) const {
  for (std::size_t v = begin; v < end; ++v) {
    if (card(v).floats[back] == kind) {
      return true;
    }
  }
  return false;
}

CriterionWidth Criteria::count_width(std::size_t greatest_sum) const {
  return {static_cast<std::size_t>(std::bit_width(greatest_sum)), {}};
}

/// The width of a criterion that counts pairs by the score of the higher ranked player, one of the first
/// `end` vertices.
CriterionWidth Criteria::score_width(std::size_t end) const {
  CriterionWidth width;
  width.classes.resize(class_.front());
  std::vector<std::size_t> players(class_.front());
  for (std::size_t v = 0; v < end; ++v) {
    ++players[class_[v] - 1U];
  }
  for (std::size_t i = 0; i < players.size(); ++i) {
    width.classes[i] = static_cast<std::size_t>(std::bit_width(players[i]));
    width.bits += width.classes[i];
  }
  return width;
}

CriterionWidth Criteria::width(Criterion criterion) const {
  const std::size_t own = bracket_.own;
  const std::size_t mdps = bracket_.moved_down;
  const bool topscorers =
      std::ranges::any_of(bracket_.players, [&](std::size_t p) { return pool_[p].topscorer; });
  const bool before = criterion == Criterion::downfloat_before || criterion == Criterion::upfloat_before ||
                      criterion == Criterion::downfloat_scores_before ||
                      criterion == Criterion::upfloat_scores_before;
  const std::size_t back = before ? 1 : 0;
  const CriterionWidth none;
  switch (criterion) {
    case Criterion::completion:
      return scope_ == Scope::all ? count_width(3 * (size() / 2)) : none;
    case Criterion::pairs:
      return count_width(own / 2);
    case Criterion::scores:
      return mdps > 0 ? score_width(own) : none;
    case Criterion::next_pairs:
      return bracket_.next_end > own ? count_width(bracket_.next_end / 2) : none;
    case Criterion::next_scores:
      return bracket_.next_end > own ? score_width(bracket_.next_end) : none;
    case Criterion::bye_games:
      return bye_from_here_ ? count_width(size() * (1U + *std::ranges::max_element(unplayed_rank_))) : none;
    case Criterion::colour_difference:
    case Criterion::colour_run:
      return topscorers ? count_width(own) : none;
    case Criterion::preference:
    case Criterion::strong_preference:
      return count_width(own / 2);
    case Criterion::downfloat_last:
    case Criterion::downfloat_before:
      return any_float(back, Float::down, mdps, own) ? count_width(own) : none;
    case Criterion::upfloat_last:
    case Criterion::upfloat_before:
      return mdps > 0 && any_float(back, Float::up, mdps, own) ? count_width(own / 2) : none;
    case Criterion::downfloat_scores_last:
    case Criterion::downfloat_scores_before:
      return any_float(back, Float::down, 0, mdps) ? score_width(own) : none;
    case Criterion::upfloat_scores_last:
    case Criterion::upfloat_scores_before:
      return mdps > 0 && any_float(back, Float::up, mdps, own) ? score_width(own) : none;
  }
  return none;
}

WeightLayout::WeightLayout(const Criteria& criteria, const Bracket& bracket) {
  std::size_t at = 1;
  const auto take = [&](std::size_t greatest_sum) {
    const std::size_t begin = at;
    at += static_cast<std::size_t>(std::bit_width(greatest_sum));
    return begin;
  };
  const std::size_t own = bracket.own;
  step_ = take(own * 4);  // of one vertex at most own + 1 at a time, or 3 for each of many
  numbers_ = take(own * own);
  originals_ = take(own);
  chosen_ = take(bracket.moved_down * 2);
  for (std::size_t i = kCriteria; i-- > 0;) {
    Field& field = fields_[i];
    field.width = criteria.width(static_cast<Criterion>(i));
    field.at = at;
    for (std::size_t bits = 0; const std::size_t width : field.width.classes) {
      field.class_at.push_back(at + bits);
      bits += width;
    }
    at += field.width.bits;
  }
  bits_ = at;
}

}  // namespace referee::swiss
