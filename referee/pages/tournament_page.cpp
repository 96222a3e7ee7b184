#include "referee/pages/tournament_page.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/pages/prize_giving.h"
#include "referee/pages/shown_rounds.h"
#include "referee/pages/tournament_data.h"
#include "referee/pages/tournament_progress.h"
#include "referee/report/bracket_rounds.h"
#include "referee/report/html_parts.h"
#include "referee/report/html_sections.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kShownInstances = 20;

std::string format_text(const std::string& kind) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kKinds{
      {{"swiss", "Swiss system"},
       {"round_robin", "round robin"},
       {"field", "field"},
       {"double_elimination", "double elimination"},
       {"ladder", "ladder"},
       {"practice", "open practice"}}};
  const auto found = std::ranges::find(kKinds, kind, [](const auto& one) { return one.first; });
  return found == kKinds.end() ? html::escaped(kind) : std::string(found->second);
}

/// "Swiss system · round 3 of 5"
std::string facts_html(const TournamentSnapshot& snapshot, const StandingsPage& page) {
  const std::size_t round = snapshot.is_ladder() ? 0 : snapshot.content().rounds.size();
  std::string facts = format_text(snapshot.kind());
  if (round > 0) {
    const std::string name = BracketRounds(page).name_of(static_cast<int>(round));
    facts +=
        " &middot; " + (name.empty() ? "" : name + ", ") + "round " + std::to_string(round) +
        (page.rounds > 0 && !snapshot.finished() ? " of " + std::to_string(page.rounds) : std::string()) +
        (is_between_rounds(snapshot) ? " is over" : "");
  }
  if (snapshot.finished()) {
    facts += " &middot; finished " + html::time_element(snapshot.finished_at());
  } else if (snapshot.content().rounds.empty() && snapshot.content().games.empty()) {
    facts += " &middot; has not begun";
  }
  return facts;
}

std::string progress_html(const Json& matches) {
  const std::int64_t done = matches.at("done");
  if (matches.at("total").is_null()) {
    return "<span id=\"progress-text\">" + counted(done, "game") + "</span>";
  }
  const std::int64_t total = matches.at("total");
  return "<progress aria-labelledby=\"progress-text\" max=\"" +
         std::to_string(std::max<std::int64_t>(1, total)) + "\" value=\"" + std::to_string(done) +
         "\"></progress><span id=\"progress-text\">" + std::to_string(done) + " of " +
         counted(total, "game") + "</span>";
}

/// What is played, where that is more than one instance.
std::string instances_html(const std::vector<std::string>& instances) {
  if (instances.size() < 2) {
    return "";
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(kShownInstances, instances.size()); ++i) {
    text += (i == 0 ? "" : ", ") + html::foreign(instances[i]);
  }
  const std::size_t more = instances.size() - std::min(kShownInstances, instances.size());
  return "Instances (the maps, mazes or deals that all play): " + text +
         (more == 0 ? "" : " and " + std::to_string(more) + " more");
}

/// The prize giving, the standings and all else of the report; with links to each.
void add_sections(const TournamentSnapshot& snapshot, const StandingsPage& page, PageParts& frame) {
  std::vector<html::Section> all = prize_giving(snapshot, page);
  const std::size_t prizes = all.size();
  std::ranges::move(html::sections_of(page, shown_rounds(snapshot, page)), std::back_inserter(all));
  const std::span sections(all);
  frame.more_html["contents"] = html::contents_html(all);
  frame.more_html["prize_giving"] = html::sections_html(sections.first(prizes));
  frame.more_html["standings"] = html::sections_html(sections.subspan(prizes, 1));
  frame.more_html["others"] = html::sections_html(sections.subspan(prizes + 1));
}

}  // namespace

std::string tournament_page(const TournamentSnapshot& snapshot, PageParts frame, std::int64_t version) {
  const std::string ending = frame.source == "server" ? "" : ".html";
  const StandingsPage page = shown_page(snapshot, ending);
  const std::string& frozen = snapshot.visibility().frozen_text();
  auto& parts = frame.more_html;
  frame.title = snapshot.name();
  parts.try_emplace("lobby");
  const Json data = page_data(snapshot, page, version);
  frame.data_html = data_element("data", protocol::dump(data));
  parts["heading"] = html::heading_html(page, facts_html(snapshot, page)) +
                     "<div id=\"progress\" class=\"progress\">" + progress_html(data.at("matches")) +
                     "</div>";
  parts["notice"] =
      frozen.empty() ? "" : "<p id=\"frozen\" class=\"banner\">" + html::escaped(frozen) + "</p>";
  add_sections(snapshot, page, frame);
  parts["footer"] = instances_html(page.instances);
  return page_of("tournament", frame);
}

}  // namespace referee::pages
