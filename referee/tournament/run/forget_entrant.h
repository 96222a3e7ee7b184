#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/store/store.h"

namespace referee {

/// What forget_entrant() has done.
struct ForgottenEntrant {
  std::string was;                   ///< the name that it had, as the store wrote it
  std::string name;                  ///< its new name
  std::vector<std::string> matches;  ///< whose records named it, in the order in which they began
};

/// Erases who an entrant is and keeps its results: its name becomes forgotten-N, and its display name, its
/// token, its row of the class's export and its name in requests, notes and records go. It plays no more.
/// Records get new digests and seals, so that they still verify. What its bot has written (moves and answers
/// that were no moves) stays as it was.
///
/// If the program ends in between, the same call finishes the work. When it returns, the files of the store
/// hold the name no more. Throws std::invalid_argument if no entrant has that name, or if one of its matches
/// is not over; StoreError; fields::Exception for a damaged store. REQUIRES: `store` was opened to write.
ForgottenEntrant forget_entrant(Store& store, const std::string& name);

/// The record of a match in which a player is called `to` instead of `from`: in the header and in why the
/// match is void. Digest and seal are those of the new text. The same text if no player has
/// that name. REQUIRES: a whole record.
std::string with_renamed_player(const std::string& record, const std::string& from, const std::string& to);

/// `text` with each word `from` replaced by `to`, upper and lower case being the same. A word ends where no
/// letter, digit,
/// '.', '_' or '-' of a name goes on.
std::string with_renamed_word(const std::string& text, const std::string& from, const std::string& to);

}  // namespace referee
