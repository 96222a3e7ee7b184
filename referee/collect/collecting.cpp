#include "referee/collect/collecting.h"

#include <algorithm>
#include <utility>

#include "protocol/messages.h"
#include "referee/base/files.h"
#include "referee/collect/class_tournament.h"
#include "referee/collect/lay_out.h"
#include "referee/net/run_some.h"
#include "referee/prepare/archive.h"
#include "referee/prepare/content_hash.h"

namespace referee::collect {
namespace {

namespace fs = std::filesystem;
using prepare::Stage;

/// Where a bot is built before it takes the place of an earlier one: no entrant's name begins with a dot.
fs::path draft_folder(const fs::path& bot) {
  return bot.parent_path() / ("." + bot.filename().string() + ".new");
}

}  // namespace

Collecting::Collecting(Tasks& tasks, PrepareHandIn prepare, const Download& download,
                       const std::vector<Candidate>& candidates, const std::vector<CollectedEntrant>& earlier,
                       CollectingTerms terms, ClassList& list, OnDone on_done)
    : tasks_(tasks),
      prepare_(std::move(prepare)),
      download_(download),
      candidates_(candidates),
      earlier_(earlier),
      terms_(std::move(terms)),
      list_(list),
      on_done_(std::move(on_done)) {
  for (const Candidate& candidate : candidates_) {
    CollectedEntrant entrant;
    entrant.name = candidate.name;
    entrant.display = candidate.display;
    entrant.group = candidate.group;
    entrant.members = candidate.members;
    entrant.hand_in = download_.hand_ins[candidate.hand_in].label;
    entrant.notes = download_.hand_ins[candidate.hand_in].notes;
    entrant.terms = terms_.fingerprint;
    entrant.prepared.problem = "not prepared yet";
    if (const CollectedEntrant* const before = earlier_of(entrant)) {
      entrant.content = before->content;  // what is interrupted goes on from there
      entrant.terms = before->terms;
      entrant.built = before->built;
      entrant.prepared = before->prepared;
    }
    list_.entrants.push_back(std::move(entrant));
  }
}

Task<> Collecting::run() {
  for (const CollectedEntrant& entrant : earlier_) {
    if (std::ranges::find(candidates_, entrant.name, &Candidate::name) == candidates_.end()) {
      fs::remove_all(bot_folder(terms_.out, entrant.name));
    }
  }
  co_await run_some(tasks_, "prepare hand-ins", terms_.jobs,
                    [this, next = std::size_t{0}]() mutable -> std::optional<Task<>> {
                      return next == candidates_.size() ? std::nullopt : std::optional(count_one(next++));
                    });
}

Task<> Collecting::count_one(std::size_t index) {
  ++running_;
  try {
    co_await prepare_one(index);
  } catch (const std::exception&) {
    --running_;
    throw;
  }
  --running_;
  ++done_;
  on_done_();
}

Task<> Collecting::prepare_one(std::size_t index) {
  CollectedEntrant entrant = list_.entrants[index];
  const HandIn& hand_in = download_.hand_ins[candidates_[index].hand_in];
  const fs::path bot = bot_folder(terms_.out, entrant.name);
  const fs::path draft = draft_folder(bot);
  const CollectedEntrant* const before = earlier_of(entrant);
  entrant.content.clear();
  entrant.terms = terms_.fingerprint;
  entrant.built.clear();
  entrant.prepared = {};
  ScratchFolder scratch;
  bool laid_out = true;
  try {
    const bool keeps = terms_.order.build && terms_.order.build->archive;
    prepare::PreparationOrder order = terms_.order;
    order.submission = lay_out(hand_in, scratch.path(), keeps ? Archives::keep : Archives::unpack);
    entrant.content = prepare::content_hash(order.submission);
    if (before != nullptr && is_still_good(entrant, *before)) {
      entrant.built = before->built;
      entrant.prepared = before->prepared;
      entrant.reused = true;
      ++reused_;
      list_.entrants[index] = std::move(entrant);
      co_return;
    }
    fs::remove_all(draft);
    order.destination = draft;
    Task<prepare::Prepared> preparing = prepare_(entrant.name, std::move(order));
    entrant.prepared = co_await std::move(preparing);
  } catch (const prepare::BadSubmission& bad) {
    laid_out = false;
    entrant.prepared.problem = bad.what();
  }
  fs::remove_all(bot);
  if (laid_out && entrant.is_in()) {
    fs::rename(draft, bot);
    entrant.built = prepare::content_hash(bot);
  }
  list_.entrants[index] = std::move(entrant);
}

const CollectedEntrant* Collecting::earlier_of(const CollectedEntrant& entrant) const {
  const auto found = std::ranges::find(earlier_, entrant.name, &CollectedEntrant::name);
  return found == earlier_.end() ? nullptr : &*found;
}

/// Whether an earlier run's result is that of these files on these terms, and the bot is still there.
bool Collecting::is_still_good(const CollectedEntrant& entrant, const CollectedEntrant& earlier) const {
  if (earlier.content != entrant.content || earlier.terms != entrant.terms || earlier.content.empty()) {
    return false;
  }
  const fs::path bot = bot_folder(terms_.out, entrant.name);
  return earlier.is_in() ? fs::is_directory(bot) && prepare::content_hash(bot) == earlier.built
                         : !terms_.retry;
}

std::string content_of(const HandIn& hand_in) {
  const ScratchFolder scratch;
  try {
    return prepare::content_hash(lay_out(hand_in, scratch.path(), Archives::keep));
  } catch (const prepare::BadSubmission&) {
    return "";  // whoever prepares it says why
  }
}

}  // namespace referee::collect
