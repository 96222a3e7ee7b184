#pragma once

#include <array>
#include <cstddef>

namespace world {

/// What a worker does with a job that it has claimed.
enum class WorkerDeed {
  plays,
  plays_slowly,     ///< for longer than a lease, which it renews
  loses_renewals,   ///< it believes that it renews its lease
  is_cut_off,       ///< cannot reach the database for a while
  vanishes,         ///< ends without a word, and begins anew later
  forgets,          ///< plays, and hands nothing in
  loses_reply,      ///< hands in, and does not hear that it was taken
  other_attempt,    ///< plays the attempt that follows
  other_seed,       ///< plays the attempt with another seed
  earlier_outcome,  ///< hands in what it has handed in for another job
  damages,          ///< hands in text of which a part is gone or changed
  changes_result,   ///< gives a seat a point more, with a seal that fits
  damages_bundle,   ///< what it fetches of a bot is changed on its way
  says_no_program,  ///< says that the program of a bot is missing
  says_no_machine,  ///< says that its machine cannot start a bot
  says_void         ///< hands in a record that ends as void
};
constexpr std::size_t kWorkerDeeds = 16;

/// How often a worker does what, as weights by WorkerDeed.
using WorkerHabits = std::array<unsigned, kWorkerDeeds>;

}  // namespace world
