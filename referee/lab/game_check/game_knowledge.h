#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace referee {

/// What one seat has been told in a match so far, and what it is told now. Courses are digests: two matches
/// with equal ones went the same.
struct SeatTold {
  std::string known;  ///< course of its own views and moves
  std::string heard;  ///< course of these, of setup and of events
  std::string world;  ///< course of the whole match: the views of all readers, and the moves of all seats
  std::string others = {};                       ///< course of the views of the other seats
  std::map<std::string, std::string> by_public;  ///< what all are told now, by what tells it
  std::map<std::string, std::string> by_seat;    ///< what only this seat is told now
};

/// Two texts that tell a seat apart what its views do not.
struct SecretLeak {
  std::string teller;  ///< "events", "legal"
  std::string one;
  std::string other;
};

/// All that one seat was told in many matches. Where two matches were the same for it, it must be told the
/// same: otherwise it learns what it may not know.
class SeatKnowledge {
 public:
  void note(const SeatTold& told);
  std::optional<SecretLeak> leak() const;
  /// How many positions looked to the seat like one of a match that went another way.
  std::size_t alike() const { return alike_; }
  /// In how many of them another seat saw something else: what the seat does not know, and somebody does.
  std::size_t blind() const { return blind_; }

 private:
  using Key = std::pair<std::string, std::string>;  // course, and what tells
  struct Others {
    std::string world;
    std::string others;
  };

  void compare(std::map<Key, std::string>& before, const std::string& course, const std::string& teller,
               const std::string& text);

  std::map<Key, std::string> seat_;
  std::map<Key, std::string> public_;
  std::map<Key, std::string> determined_;  // by the whole match
  std::map<std::string, Others> first_;    // by course of the seat
  std::set<std::string> free_;             // what tells chance that is in no view at all: no secret of a seat
  std::vector<SecretLeak> found_;
  std::size_t alike_ = 0;
  std::size_t blind_ = 0;
};

}  // namespace referee
