#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace referee::pages {

/// A file that pages load, embedded in the program.
struct Asset {
  std::string_view name;          ///< "match.js": its address is assets/match.js
  std::string_view content_type;  ///< "text/javascript; charset=utf-8"
  std::string text;
};

/// The scripts and styles that pages load. They are put together once, of the files in scripts/ and styles/
/// and the painters of all games.
const std::vector<Asset>& assets();
/// The one of this name; nullptr if there is none.
const Asset* find_asset(std::string_view name);

/// The script of a match's page that has no server, with the painter of `game` alone; "": of all games.
std::string match_script(std::string_view game = "");
/// What verifies the record that a page has in it, to be run after match_script().
std::string own_record_script();
/// The source, in a Content-Security-Policy, that is just this script or style: "'sha256-...'".
std::string source_of(std::string_view text);
/// What starts a painter that is not trusted: loaded by pages of matches of a game that has one, before
/// "match.js" and "me.js".
std::string painter_script();
/// By name, the files with which `node try_painter.js` tries a painter, in a folder with them, painter.js and
/// match.json, the match data of a match.
std::map<std::string, std::string> painter_trial();
/// The source, in a policy, of the script in a painter's frame. The frame inherits the policy of its page.
const std::string& painter_source();
/// A policy that has "script-src ", with what a painter's frame needs: its script, and workers.
std::string policy_with_painter(std::string_view policy);
/// Whether browsers can play and verify matches of that game, by kRulesScript: it is one of ours.
bool browsers_play(std::string_view game);
/// A policy that has "script-src ", with what such a page needs: WebAssembly and workers.
std::string policy_with_rules(std::string_view policy);
/// The style of all pages, as "pages.css" has it.
std::string all_styles();
/// The style of a match's page alone.
std::string match_style();

}  // namespace referee::pages
