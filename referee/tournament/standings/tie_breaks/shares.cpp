#include "referee/tournament/standings/tie_breaks/shares.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "referee/tournament/standings/tie_breaks/families.h"

namespace referee {
namespace {

using Shares = std::vector<Share>;

bool less_significant(const Share& a, const Share& b) {
  return std::pair(a.opposition, a.value) < std::pair(b.opposition, b.value);
}

/// Those that are not cut yet.
std::vector<Share*> left_of(Shares& shares) {
  std::vector<Share*> left;
  for (Share& share : shares) {
    if (share.cut == Share::Cut::none) {
      left.push_back(&share);
    }
  }
  return left;
}

void cut_low(Shares& shares) {
  const std::vector<Share*> left = left_of(shares);
  if (left.empty()) {
    return;
  }
  Share* chosen = *std::ranges::min_element(left, [](auto* a, auto* b) { return less_significant(*a, *b); });
  const Share* const least = chosen;
  Share* voluntary = nullptr;
  for (Share* share : left) {
    if (share->voluntary && (voluntary == nullptr || share->value < voluntary->value)) {
      voluntary = share;
    }
  }
  if (voluntary != nullptr && voluntary->value >= least->value) {
    chosen = voluntary;
  }
  chosen->cut = Share::Cut::low;
}

void cut_high(Shares& shares) {
  const std::vector<Share*> left = left_of(shares);
  if (!left.empty()) {
    (*std::ranges::max_element(left, [](auto* a, auto* b) { return less_significant(*a, *b); }))->cut =
        Share::Cut::high;
  }
}

}  // namespace

void cut(Shares& shares, int low, int high) {
  for (int i = 0; i < low; ++i) {
    cut_low(shares);
  }
  for (int i = 0; i < high; ++i) {
    cut_high(shares);
  }
}

Shares shares_of(const TieBreak& tie_break, Entrant entrant, const Opposition& opposition,
                 const Opposition& fore) {
  using Kind = TieBreak::Kind;
  switch (tie_break.kind) {
    case Kind::wins:
    case Kind::games_won:
    case Kind::second_seats:
    case Kind::second_seats_won:
      return own_results(tie_break.kind, opposition.card(entrant));
    case Kind::progressive:
      return progressive(tie_break, opposition.card(entrant));
    case Kind::buchholz:
      return buchholz(tie_break, entrant, opposition);
    case Kind::fore_buchholz:
      return buchholz(tie_break, entrant, fore);
    case Kind::opponents_buchholz:
      return opponents_buchholz(entrant, opposition);
    case Kind::sonneborn_berger:
      return sonneborn_berger(tie_break, entrant, opposition);
    case Kind::koya:
      return koya(entrant, opposition);
    case Kind::direct_encounter:
      break;
  }
  assert(false);
  return {};
}

TieBreakValue value_of(const TieBreak& tie_break, const Shares& shares) {
  TieBreakValue sum;
  for (const Share& share : shares) {
    if (share.cut == Share::Cut::none) {
      sum += share.value;
    }
  }
  const bool mean = tie_break.kind == TieBreak::Kind::opponents_buchholz && !shares.empty();
  return mean ? sum.over(static_cast<std::int64_t>(shares.size())) : sum;
}

}  // namespace referee
