#include "referee/pages/verify_page.h"

#include "referee/pages/match_script.h"

namespace referee::pages {

bool can_verify(const TournamentSnapshot& snapshot) {
  return snapshot.terms().rules && browsers_play(snapshot.game());
}

std::string verify_link(std::string_view page, std::string_view record) {
  return std::string(page).append("#").append(record);
}

std::string verify_page(PageParts frame, std::string_view home) {
  frame.title = "Verify a record";
  frame.more_html["home"] = home;
  return page_of("verify", frame);
}

}  // namespace referee::pages
