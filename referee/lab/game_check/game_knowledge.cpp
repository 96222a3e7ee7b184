#include "referee/lab/game_check/game_knowledge.h"

#include "protocol/sha256.h"

namespace referee {
namespace {

constexpr std::size_t kKept = 400;  // bytes of a text

/// The text; a long one by its beginning and its digest.
std::string kept(const std::string& text) {
  return text.size() <= kKept ? text : text.substr(0, kKept) + "... " + protocol::Sha256::hex_of(text);
}

}  // namespace

void SeatKnowledge::note(const SeatTold& told) {
  for (const auto& [teller, text] : told.by_seat) {
    compare(seat_, told.heard, teller, kept(text));
  }
  for (const auto& [teller, text] : told.by_public) {
    compare(public_, told.known, teller, kept(text));
    const auto [at, is_new] = determined_.try_emplace({told.world, teller}, kept(text));
    if (!is_new && at->second != kept(text)) {
      free_.insert(teller);
    }
  }
  const auto [first, is_new] = first_.try_emplace(told.known, Others{told.world, told.others});
  alike_ += is_new || first->second.world == told.world ? 0 : 1;
  blind_ += is_new || first->second.others == told.others ? 0 : 1;
}

void SeatKnowledge::compare(std::map<Key, std::string>& before, const std::string& course,
                            const std::string& teller, const std::string& text) {
  const auto [at, is_new] = before.try_emplace({course, teller}, text);
  if (!is_new && at->second != text) {
    found_.push_back({teller, at->second, text});
  }
}

std::optional<SecretLeak> SeatKnowledge::leak() const {
  for (const SecretLeak& one : found_) {
    if (!free_.contains(one.teller)) {
      return one;
    }
  }
  return std::nullopt;
}

}  // namespace referee
