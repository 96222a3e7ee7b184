#include "sample_bots/cpp/snake/beam.h"

#include <algorithm>
#include <limits>

#include "sample_bots/cpp/snake/ways.h"

namespace snake {
namespace {

constexpr std::size_t kSeen = 1U << 21U;
constexpr std::size_t kPlaces = 1U << 16U;
constexpr std::uint64_t kNodesPerLook = 64;  // at the clock
constexpr std::size_t kStepsPerWord = 32;

std::size_t words_for(int bits, std::size_t per_word) {
  return std::max<std::size_t>(1, (static_cast<std::size_t>(bits) + per_word - 1) / per_word);
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b) { return scramble(a ^ (b * 0x9E3779B97F4A7C15U)); }

}  // namespace

Beam::Beam(const Snake& root, const Terrain& terrain, int max_steps)
    : root_(root),
      terrain_(terrain),
      max_steps_(max_steps),
      hope_(terrain, terrain.in_steps()),
      outlook_(terrain, terrain.with_care()),
      gone_words_(words_for(terrain.slots(), 64)),
      body_words_(words_for(root.has_body ? root.coins + terrain.coins() : 1, kStepsPerWord)),
      stride_(gone_words_ + body_words_),
      seen_(kSeen),
      places_(kPlaces) {
  for (int slot = 0; slot < terrain.slots(); ++slot) {
    slot_keys_.push_back(scramble(static_cast<std::uint64_t>(slot) + 1));
  }
}

void Beam::run(const Manner& manner, const std::function<bool(std::uint64_t)>& stop, Path& best) {
  start();
  while (!now_.states.empty() && steps_ < max_steps_) {
    candidates_.clear();
    for (std::size_t parent = 0; parent < now_.states.size(); ++parent) {
      if (nodes_ % kNodesPerLook == 0 && stop(nodes_)) {
        left_out_ = true;
        return;
      }
      ++nodes_;
      expand(parent, manner, best);
    }
    keep(manner);
    ++steps_;
  }
}

void Beam::start() {
  nodes_ = 0;
  left_out_ = false;
  steps_ = root_.steps;
  std::ranges::fill(seen_, 0);
  seen_count_ = 0;
  std::ranges::fill(places_, Place{});
  trail_.assign(1, Trail{0, 0});
  now_.states.assign(
      1, State{0, 0, 0, static_cast<std::int16_t>(root_.head), static_cast<std::int16_t>(root_.coins),
               static_cast<std::int16_t>(root_.drill)});
  now_.words.assign(stride_, 0);
  std::uint64_t* body = now_.words.data() + gone_words_;
  int nearer = root_.head;
  for (std::size_t i = 0; i < root_.body.size(); ++i) {
    const auto step = std::ranges::find(terrain_.offsets(), nearer - root_.body[i]);
    body[i / kStepsPerWord] |= static_cast<std::uint64_t>(step - terrain_.offsets().begin())
                               << 2 * (i % kStepsPerWord);
    nearer = root_.body[i];
  }
}

/// By step: how many segments are left if the snake bites itself; -1 if it does not.
std::array<int, 4> Beam::bites(const State& state, const std::uint64_t* body) const {
  std::array<int, 4> left = {-1, -1, -1, -1};
  if (!root_.has_body) {
    return left;
  }
  int at = state.head;
  // The tail moves on before the head can bite it.
  for (int i = 0; i + 1 < state.coins; ++i) {
    const auto place = static_cast<std::size_t>(i);
    at -= terrain_.offsets()[body[place / kStepsPerWord] >> 2 * (place % kStepsPerWord) & 3U];
    for (std::size_t step = 0; step < left.size(); ++step) {
      if (at == state.head + terrain_.offsets()[step]) {
        left[step] = i + 1;
      }
    }
  }
  return left;
}

void Beam::expand(std::size_t parent, const Manner& manner, Path& best) {
  const State state = now_.states[parent];
  const std::uint64_t* gone = words_of(parent);
  const auto bitten = bites(state, gone + gone_words_);
  for (std::size_t step = 0; step < kSteps.size(); ++step) {
    const int target = state.head + terrain_.offsets()[step];
    const int slot = terrain_.slot(target);
    const bool is_gone = slot >= 0 && (gone[slot / 64] >> (static_cast<unsigned>(slot) % 64U) & 1U) != 0;
    const char met = is_gone ? kSpace : terrain_.mark(target);
    if (met == kEdge || (met == kWall && state.drill == 0)) {
      continue;
    }
    Candidate child = {0,
                       state.gone_key,
                       state.coin_key,
                       static_cast<std::uint32_t>(parent),
                       static_cast<std::int16_t>(target),
                       state.coins,
                       state.drill,
                       static_cast<std::int16_t>(is_gone ? -1 : slot),
                       static_cast<std::uint8_t>(step)};
    if (met == kCoin) {
      ++child.coins;
      child.coin_key ^= slot_key(slot);
    } else if (bitten[step] >= 0) {
      child.coins = static_cast<std::int16_t>(bitten[step]);
    }
    if (met == kMishap) {
      child.coins = static_cast<std::int16_t>(child.coins / 2);
    } else if (met == kDrill) {
      child.drill = static_cast<std::int16_t>(child.drill + kUsesOfADrill);
    } else if (met == kWall) {
      --child.drill;
    }
    if (child.slot >= 0) {
      child.gone_key ^= slot_key(slot);
    }
    if (met == kExit) {
      finish(child, best);
    } else {
      propose(child, met == kCoin, manner, best.exits ? best.points : std::numeric_limits<int>::min());
    }
  }
}

void Beam::finish(const Candidate& child, Path& best) const {
  const int points = kPointsAtTheStart + kPointsOfACoin * child.coins - (steps_ + 1);
  if (best.exits && points <= best.points) {
    return;
  }
  best = {{kSteps[child.step]}, points, true};
  for (std::uint32_t at = now_.states[child.parent].trail; at != 0; at = trail_[at].before) {
    best.steps += kSteps[trail_[at].step];
  }
  std::ranges::reverse(best.steps);
}

void Beam::propose(Candidate child, bool grows, const Manner& manner, int best_points) {
  if (terrain_.in_steps().to_exit(child.head) >= kNoWay) {
    return;
  }
  std::span<const std::uint64_t> taken(words_of(child.parent), gone_words_);
  if (grows) {
    taken_.assign(taken.begin(), taken.end());
    taken_[static_cast<std::size_t>(child.slot) / 64] |= std::uint64_t{1}
                                                         << static_cast<unsigned>(child.slot) % 64U;
    taken = taken_;
  }
  const bool has_coins = root_.has_body && child.coins > 0;
  const int now = kPointsAtTheStart + kPointsOfACoin * child.coins - (steps_ + 1);
  const int hope = hope_.gain(child.head, taken, child.coin_key, has_coins);
  const int uncharted = kPointsOfACoin * (terrain_.coins() - terrain_.charted());
  if (now + hope + uncharted <= best_points) {
    return;
  }
  const std::uint64_t counters = static_cast<std::uint64_t>(child.coins) << 32U |
                                 static_cast<std::uint64_t>(child.drill) << 16U |
                                 static_cast<std::uint64_t>(child.head);
  const std::uint64_t place = mix(child.gone_key, counters);
  if (!is_new(mix(place, body_key(child)))) {
    return;
  }
  if (!has_room(place, manner.shapes)) {
    left_out_ = true;
    return;
  }
  const int promise =
      now + (terrain_.needs_care() ? outlook_.gain(child.head, taken, child.coin_key, has_coins) : hope);
  child.rank = static_cast<std::int64_t>(promise) * 65536 + static_cast<std::int64_t>(place % 65536);
  candidates_.push_back(child);
}

/// A hash of the steps along which the body lies, the newest included.
std::uint64_t Beam::body_key(const Candidate& child) const {
  if (!root_.has_body || child.coins == 0) {
    return 0;
  }
  const std::uint64_t* body = words_of(child.parent) + gone_words_;
  std::uint64_t key = 1;
  std::uint64_t carry = child.step;
  auto left = static_cast<std::size_t>(child.coins);
  for (std::size_t word = 0; left > 0; ++word) {
    const std::uint64_t shifted = body[word] << 2U | carry;
    carry = body[word] >> 62U;
    const std::size_t here = std::min(left, kStepsPerWord);
    key = mix(key, here == kStepsPerWord ? shifted : shifted & ((std::uint64_t{1} << 2 * here) - 1));
    left -= here;
  }
  return key;
}

/// Adds the key to the table. When the table is full, every key that is not in it counts as new.
bool Beam::is_new(std::uint64_t key) {
  key |= 1U;
  std::size_t at = (key >> 1U) % kSeen;
  for (; seen_[at] != 0; at = (at + 1) % kSeen) {
    if (seen_[at] == key) {
      return false;
    }
  }
  if (2 * seen_count_ < kSeen) {
    seen_[at] = key;
    ++seen_count_;
  }
  return true;
}

/// Counts the states of this number of steps that differ only in the shape of the body. Two places may share
/// an entry of the table: then the newer place replaces the older one.
bool Beam::has_room(std::uint64_t place_key, std::size_t shapes) {
  Place& place = places_[place_key % kPlaces];
  if (place.key != place_key || place.steps != steps_) {
    place = {place_key, steps_, 0};
  }
  return ++place.shapes <= shapes;
}

/// Keeps the best `width` candidates.
void Beam::choose_best(std::size_t width) {
  const auto end = candidates_.begin() + static_cast<std::ptrdiff_t>(width);
  std::ranges::nth_element(candidates_, end, std::greater<>{}, &Candidate::rank);
  candidates_.erase(end, candidates_.end());
}

/// Keeps about `width` candidates: equally many best ones for each number of coins, where there are enough.
void Beam::choose_of_each(std::size_t width) {
  std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
    return a.coins != b.coins ? a.coins < b.coins : a.rank > b.rank;
  });
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (i == 0 || candidates_[i].coins != candidates_[i - 1].coins) {
      sizes.push_back(0);
    }
    ++sizes.back();
  }
  std::ranges::sort(sizes);
  std::size_t share = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    share = width / (sizes.size() - i);
    if (sizes[i] >= share) {
      break;
    }
    width -= sizes[i];
  }
  std::size_t place = 0;
  std::int16_t coins = -1;
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    place = candidate.coins == coins ? place + 1 : 0;
    coins = candidate.coins;
    return place >= share;
  });
}

/// Candidates become the states of the next number of steps.
void Beam::keep(const Manner& manner) {
  if (candidates_.size() > manner.width) {
    left_out_ = true;
    manner.of_each ? choose_of_each(manner.width) : choose_best(manner.width);
  }
  next_.states.clear();
  next_.words.resize(candidates_.size() * stride_);
  for (const Candidate& child : candidates_) {
    enter(child);
  }
  std::swap(now_, next_);
}

void Beam::enter(const Candidate& child) {
  const std::uint64_t* from = words_of(child.parent);
  std::uint64_t* to = next_.words.data() + next_.states.size() * stride_;
  std::copy_n(from, gone_words_, to);
  if (child.slot >= 0) {
    to[child.slot / 64] |= std::uint64_t{1} << static_cast<unsigned>(child.slot) % 64U;
  }
  std::uint64_t carry = child.step;
  for (std::size_t word = gone_words_; word < stride_; ++word) {
    to[word] = from[word] << 2U | carry;
    carry = from[word] >> 62U;
  }
  const auto trail = static_cast<std::uint32_t>(trail_.size());
  trail_.push_back({now_.states[child.parent].trail, child.step});
  next_.states.push_back({child.gone_key, child.coin_key, trail, child.head, child.coins, child.drill});
}

}  // namespace snake
