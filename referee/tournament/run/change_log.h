#pragma once

#include <string>
#include <vector>

#include "referee/store/store_writer.h"

namespace referee {

/// What was changed by hand or by a rule in mid-tournament: kept in the store, shown in the standings.
class ChangeLog {
 public:
  ChangeLog(StoreWriter& store, std::vector<StoredChange> before) : store_(store), all_(std::move(before)) {}

  /// The round that is running, for what comes; 0 before the first.
  void set_round(int round) { round_ = round; }
  /// Notes `text`; the result is to be written to the store.
  StoreWrite note(const std::string& text);
  /// Notes `text`, and writes it together with `writes`, in one commit.
  void add(const std::string& text, std::vector<StoreWrite> writes = {});
  const std::vector<StoredChange>& all() const { return all_; }

 private:
  StoreWriter& store_;
  std::vector<StoredChange> all_;
  int round_ = 0;
};

/// `text` with the arbiter's reason behind it, if one was given.
std::string because(std::string text, const std::string& reason);

}  // namespace referee
