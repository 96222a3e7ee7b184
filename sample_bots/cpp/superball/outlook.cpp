#include "sample_bots/cpp/superball/outlook.h"

#include <utility>

namespace superball {

Outlook::Outlook(const Shape& shape, const Weights& weights) : shape_(shape), weights_(weights) {
  for (int size = 1; size <= kMaxBits; ++size) {
    scaled_[static_cast<std::size_t>(size)] =
        static_cast<std::uint8_t>(std::clamp(size * 5 / shape.min_score_size, 1, Weights::kSizes - 1));
  }
  for (CellSet rest = shape.all; rest != 0;) {
    const int cell = take_first(rest);
    alone_reach_[static_cast<std::size_t>(cell)] = reach_of(only(cell));
  }
}

void Outlook::weigh_kinds(std::array<float, Weights::kKinds>& kinds, int total, int empty) const {
  for (int kind = 0; kind < Weights::kKinds; ++kind) {
    const int rest = std::max(total - kind % Weights::kSizes, 0);
    kinds[static_cast<std::size_t>(kind)] =
        weights_.rest[Weights::bucket_index(kind, rest)] +
        weights_.phase[Weights::bucket_index(kind, Weights::phase_of(empty))];
  }
}

Group Outlook::group_of(CellSet cells, int colour) const {
  Group group;
  group.cells = cells;
  group.border = shape_.around(cells) & ~cells;
  group.size = static_cast<std::uint8_t>(count(cells));
  group.reach = reach_of(cells);
  group.value = value_of(colour, group.size, group.reach, group.border, position_->empty);
  return group;
}

void Outlook::look(const Position& position) {
  position_ = &position;
  groups_used_ = 0;
  pieces_ = 0;
  base_ = 0;
  for (int colour = 0; colour < shape_.colours; ++colour) {
    const CellSet own = position.of[static_cast<std::size_t>(colour)];
    base_ += weights_.total[Weights::total_index(count(own))];
    weigh_kinds(by_kind_[static_cast<std::size_t>(colour)], count(own), count(position.empty));
    for (CellSet rest = own; rest != 0;) {
      Group& group = groups_[groups_used_];
      group = group_of(shape_.flood(rest & (~rest + 1), own), colour);
      rest &= ~group.cells;
      base_ += group.value;
      for (CellSet cells = group.cells; cells != 0;) {
        label_[static_cast<std::size_t>(take_first(cells))] = static_cast<std::uint8_t>(groups_used_);
      }
      ++groups_used_;
    }
  }
  const int left = count(position.empty) - 5;
  swap_ = left < 0 ? kLost : weights_.empties[Weights::empties_index(false, left)];
  for (CellSet rest = position.pieces(shape_); rest != 0;) {
    const int cell = take_first(rest);
    rank_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(pieces_);
    order_[pieces_++] = static_cast<std::uint8_t>(cell);
  }
  if (left >= 0) {
    fill_alone();
    fill_gains();
    fill_losses();
  }
}

void Outlook::fill_alone() {
  for (std::size_t piece = 0; piece < pieces_; ++piece) {
    const auto cell = static_cast<std::size_t>(order_[piece]);
    const CellSet near = shape_.near[cell];
    const int kind = Weights::kind_of(alone_reach_[cell], scaled_[1]);
    const int room = count(near & position_->empty);
    alone_[cell] = weights_.room[Weights::border_index(kind, room)] +
                   weights_.wall[Weights::border_index(kind, count(near) - room)];
  }
}

/// The gain of a piece on this cell, which joins groups beside it: `own` are cells of its colour that keep
/// their groups, `parts` the rest of the group that it left.
float Outlook::gain(int cell, int colour, CellSet own, std::span<const Group> parts) const {
  const CellSet near = shape_.near[static_cast<std::size_t>(cell)];
  Reach reach = alone_reach_[static_cast<std::size_t>(cell)];
  CellSet border = near;
  CellSet cells = only(cell);
  int size = 1;
  float before = 0;
  const auto join = [&](const Group& group) {
    size += group.size;
    border |= group.border;
    cells |= group.cells;
    reach = std::max(reach, group.reach);
    before += group.value;
  };
  for (CellSet beside = near & own; beside != 0;) {
    const Group& group = groups_[label_[static_cast<std::size_t>(first(beside))]];
    join(group);
    beside &= ~group.cells;
  }
  for (const Group& part : parts) {
    if ((part.cells & near) != 0) {
      join(part);
    }
  }
  if (size == 1) {
    return alone_[static_cast<std::size_t>(cell)] +
           by_kind_[static_cast<std::size_t>(colour)]
                   [static_cast<std::size_t>(Weights::kind_of(reach, scaled_[1]))];
  }
  return value_of(colour, size, reach, border & ~cells, position_->empty) - before;
}

void Outlook::fill_gains() {
  std::array<std::array<float, kMaxBits>, kMaxColours> gains;
  for (int colour = 0; colour < shape_.colours; ++colour) {
    const CellSet own = position_->of[static_cast<std::size_t>(colour)];
    auto& row = gains[static_cast<std::size_t>(colour)];
    for (std::size_t to = 0; to < pieces_; ++to) {
      row[to] = gain(order_[to], colour, own, {});
    }
  }
  for (std::size_t piece = 0; piece < pieces_; ++piece) {
    moved_[piece] = gains[static_cast<std::size_t>(position_->at[order_[piece]])];
  }
}

void Outlook::fill_losses() {
  for (std::size_t piece = 0; piece < pieces_; ++piece) {
    const int cell = order_[piece];
    const int colour = position_->at[static_cast<std::size_t>(cell)];
    const Group& group = groups_[label_[static_cast<std::size_t>(cell)]];
    std::array<Group, 4> parts;
    std::size_t used = 0;
    float loss = -group.value;
    const CellSet left = group.cells & ~only(cell);
    for (CellSet rest = left & shape_.near[static_cast<std::size_t>(cell)]; rest != 0; ++used) {
      parts[used] = group_of(shape_.flood(rest & (~rest + 1), left), colour);
      loss += parts[used].value;
      rest &= ~parts[used].cells;
    }
    loss_[piece] = loss;
    fill_exceptions(piece, colour, group, {parts.data(), used});
  }
}

/// A piece that moves to a cell beside its own group joins only the rest of that group.
void Outlook::fill_exceptions(std::size_t piece, int colour, const Group& group,
                              std::span<const Group> parts) {
  const CellSet own = position_->of[static_cast<std::size_t>(colour)];
  CellSet beside = group.border & ~position_->empty;
  while (beside != 0) {
    const int to = take_first(beside);
    moved_[piece][rank_[static_cast<std::size_t>(to)]] = gain(to, colour, own & ~group.cells, parts);
  }
}

/// Values all sets anew, as their values depend on the number of empty cells.
float Outlook::value_after_score(const Group& scored, int colour) {
  const CellSet empty = position_->empty | scored.cells;
  const int left = count(empty) - kScoreAdds;
  if (left < 0) {
    return kLost;
  }
  float value = weights_.empties[Weights::empties_index(true, left)];
  const auto by_kind = by_kind_;
  for (int c = 0; c < shape_.colours; ++c) {
    const int total = count(position_->of[static_cast<std::size_t>(c)]) - (c == colour ? scored.size : 0);
    value += weights_.total[Weights::total_index(total)];
    weigh_kinds(by_kind_[static_cast<std::size_t>(c)], total, count(empty));
  }
  for (const Group& other : groups()) {
    if (other.cells != scored.cells) {
      const int c = position_->at[static_cast<std::size_t>(first(other.cells))];
      value += value_of(c, other.size, other.reach, other.border, empty);
    }
  }
  by_kind_ = by_kind;
  return value;
}

template <class See>
void Outlook::each_move(See see) {
  if (swap_ > kLost) {
    const float base = base_ + swap_;
    for (std::size_t i = 0; i < pieces_; ++i) {
      const auto colour = position_->at[order_[i]];
      for (std::size_t j = i + 1; j < pieces_; ++j) {
        if (position_->at[order_[j]] != colour) {
          const float value = base + (loss_[i] + moved_[i][j]) + (loss_[j] + moved_[j][i]);
          see(Choice{value, static_cast<std::int16_t>(order_[i]), static_cast<std::int16_t>(order_[j])});
        }
      }
    }
  }
  for (const Group& group : groups()) {
    if (group.reach == kInside && group.size >= shape_.min_score_size) {
      const int goal = first(group.cells & shape_.goals);
      const float value = value_after_score(group, position_->at[static_cast<std::size_t>(goal)]);
      if (value > kLost) {
        see(Choice{value, static_cast<std::int16_t>(goal), -1});
      }
    }
  }
}

Choice Outlook::best() {
  Choice leader{kLost, 0, -1};
  each_move([&leader](const Choice& choice) {
    if (choice.value > leader.value) {
      leader = choice;
    }
  });
  return leader;
}

void Outlook::best(std::size_t limit, std::vector<Choice>& found) {
  found.clear();
  // Choices of equal value have an order, too: heaps of different C++ libraries leave them in different ones.
  const auto better = [](const Choice& left, const Choice& right) {
    return left.value != right.value ? left.value > right.value
                                     : std::pair(left.a, left.b) < std::pair(right.a, right.b);
  };
  each_move([&](const Choice& choice) {
    if (found.size() == limit && choice.value <= found.front().value) {
      return;
    }
    if (found.size() == limit) {
      std::ranges::pop_heap(found, better);
      found.pop_back();
    }
    found.push_back(choice);
    std::ranges::push_heap(found, better);
  });
  std::ranges::sort_heap(found, better);
}

}  // namespace superball
