#include "referee/pages/verify_page.h"

#include <algorithm>

#include "engines/registry.h"

namespace referee::pages {

bool can_verify(const TournamentSnapshot& snapshot) {
  const std::string& game = snapshot.game();
  return snapshot.terms().rules && std::ranges::any_of(engines::games(), [&](const engines::Entry& entry) {
           return entry.name == game;
         });
}

std::string verify_link(std::string_view page, std::string_view record) {
  return std::string(page).append("#").append(record);
}

std::string policy_with_rules(std::string_view policy) {
  constexpr std::string_view kScripts = "script-src 'self'";
  std::string text(policy);
  text.insert(text.find(kScripts) + kScripts.size(), " 'wasm-unsafe-eval'");
  return text + "; connect-src 'self'; worker-src blob:";
}

std::string verify_page(PageParts frame, std::string_view home) {
  frame.title = "Verify a record";
  frame.more_html["home"] = home;
  return page_of("verify", frame);
}

}  // namespace referee::pages
