#include "referee/web/tournament_reader.h"

#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

#include "referee/base/failure_text.h"
#include "referee/tournament/run/resume_terms.h"

namespace referee::web {
namespace {

/// When a file was changed last, and its size; "" if it is not there.
std::string stamp_of(const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    return "";
  }
  return std::to_string(status.st_mtim.tv_sec) + "." + std::to_string(status.st_mtim.tv_nsec) + "/" +
         std::to_string(status.st_size);
}

std::string_view first_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

}  // namespace

TournamentReader::TournamentReader(const Clock& clock, const StoreUri& store, pages::PageTerms terms,
                                   const std::filesystem::path& turns)
    : clock_(clock),
      file_(store.file().value_or("")),
      marks_(store),
      store_(open_store(store, StoreAccess::read_only)),
      terms_(std::move(terms)),
      turns_(turns.empty() ? nullptr : std::make_unique<TurnFiles>(turns)),
      stamp_(stamp()) {
  read();
}

std::string TournamentReader::stamp() const {
  return stamp_of(file_.string()) + " " + stamp_of(file_.string() + "-wal");
}

void TournamentReader::look_for_changes() {
  std::string now = stamp();
  if (file_.empty() || now != stamp_) {  // a database shows no stamp
    stamp_ = std::move(now);
    changed();
  }
}

bool TournamentReader::refresh(TimePoint now) { return is_due(now) && refresh_now(); }

bool TournamentReader::refresh_now() {
  changed_.store(false, std::memory_order_relaxed);  // first: a change from here on counts anew
  const TimePoint begun = clock_.now();
  bool done = false;
  try {
    read();
    done = true;
  } catch (const std::exception& error) {
    if (!failing_) {
      spdlog::warn("web: the pages stay as they were: {}", failure_text(error));
    }
    changed();
  }
  failing_ = !done;
  const auto took = clock_.now() - begun;
  due_ = begun + took + std::max<TimePoint::duration>(kPause, kRest * took);
  return done;
}

void TournamentReader::read() {
  snapshot_ = pages::read_snapshot(*store_, terms_);
  ++version_;
}

std::string TournamentReader::record(const std::string& match, int attempt) {
  return store_->record(match, attempt);
}

std::string TournamentReader::journal(const std::string& match, int attempt) {
  std::string stored = store_->record(match, attempt);
  const std::optional<std::string> turns = turns_ ? turns_->read(match, attempt) : std::nullopt;
  if (!turns) {
    return stored;
  }
  std::string text(first_line(stored));
  return text.empty() ? text : text + KeptTurns::read(*turns).lines;
}

}  // namespace referee::web
