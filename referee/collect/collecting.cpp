#include "referee/collect/collecting.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/messages.h"
#include "protocol/sha256.h"
#include "referee/base/content_hash.h"
#include "referee/base/files.h"
#include "referee/collect/class_tournament.h"
#include "referee/collect/lay_out.h"
#include "referee/loop/run_some.h"
#include "referee/prepare/archive.h"

namespace referee::collect {
namespace {

namespace fs = std::filesystem;
using prepare::Stage;

/// Where a bot is built before it takes the place of an earlier one: no entrant's name begins with a dot.
fs::path draft_folder(const fs::path& bot) {
  return bot.parent_path() / ("." + bot.filename().string() + ".new");
}

}  // namespace

Collecting::Collecting(Tasks& tasks, prepare::Preparer& preparer, const Download& download,
                       const std::vector<Candidate>& candidates, const std::vector<CollectedEntrant>& earlier,
                       CollectingTerms terms, ClassList& list, OnDone on_done)
    : tasks_(tasks),
      preparer_(preparer),
      download_(download),
      candidates_(candidates),
      earlier_(earlier),
      terms_(std::move(terms)),
      list_(list),
      on_done_(std::move(on_done)) {
  terms_.order.opens_archive = true;
  for (const Candidate& candidate : candidates_) {
    CollectedEntrant entrant;
    entrant.name = candidate.name;
    entrant.display = candidate.display;
    entrant.group = candidate.group;
    entrant.members = candidate.members;
    entrant.hand_in = download_.hand_ins[candidate.hand_in].label;
    entrant.notes = download_.hand_ins[candidate.hand_in].notes;
    entrant.terms = terms_of(candidate);
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
  co_await run_some(tasks_, "prepare submissions", terms_.jobs,
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
  const CollectedEntrant* const before = earlier_of(entrant);
  entrant.content.clear();
  entrant.terms = terms_of(candidates_[index]);
  entrant.built.clear();
  entrant.prepared = {};
  const ScratchFolder files;
  try {
    std::ranges::move(lay_out(download_.hand_ins[candidates_[index].hand_in], files.path()),
                      std::back_inserter(entrant.notes));
    entrant.content = content_hash(files.path());
  } catch (const prepare::BadSubmission& bad) {
    entrant.prepared.problem = bad.what();
  }
  if (before != nullptr && is_still_good(entrant, *before)) {
    entrant.built = before->built;
    entrant.prepared = before->prepared;
    entrant.reused = true;
    ++reused_;
  } else {
    co_await prepare_files(entrant, candidates_[index], files.path());
  }
  list_.entrants[index] = std::move(entrant);
}

/// An entrant without content could not be laid out; one whose preparation was brought down has none either,
/// so that the next run tries it again.
Task<> Collecting::prepare_files(CollectedEntrant& entrant, const Candidate& candidate, fs::path files) {
  const fs::path bot = bot_folder(terms_.out, entrant.name);
  prepare::Order order = terms_.order;
  order.submission = std::move(files);
  if (!candidate.command.empty()) {
    order.command = candidate.command;
  }
  order.destination = draft_folder(bot);
  const fs::path draft = order.destination;
  fs::remove_all(draft);
  if (!entrant.content.empty()) {
    entrant.prepared = co_await preparer_.prepare(entrant.name, std::move(order));
  }
  if (entrant.prepared.stage == Stage::machine) {
    entrant.content.clear();
  }
  fs::remove_all(bot);
  if (entrant.is_in()) {
    fs::rename(draft, bot);
    entrant.built = content_hash(bot);
  }
}

/// What decides what becomes of this hand-in: what is said of all, and its own command.
std::string Collecting::terms_of(const Candidate& candidate) const {
  std::string all = terms_.fingerprint;
  for (const std::string& word : candidate.command) {
    all.append("\n").append(std::to_string(word.size())).append(" ").append(word);
  }
  return candidate.command.empty() ? all : protocol::Sha256::hex_of(all);
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
  return earlier.is_in() ? fs::is_directory(bot) && content_hash(bot) == earlier.built : !terms_.retry;
}

std::string content_of(const HandIn& hand_in) {
  const ScratchFolder scratch;
  try {
    (void)lay_out(hand_in, scratch.path());
    return content_hash(scratch.path());
  } catch (const prepare::BadSubmission&) {
    return "";  // whoever prepares it says why
  }
}

}  // namespace referee::collect
