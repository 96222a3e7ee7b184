#pragma once

#include <string>
#include <string_view>

namespace referee::pages {

/// The script of a match's page, with the painter of `game` alone; "": of all games.
std::string match_script(std::string_view game = "");
/// A script that shows matches, followed by the painter of `game`, or of all games if it is "".
std::string with_painters(std::string_view script, std::string_view game = "");
/// The source, in a Content-Security-Policy, that is just this script or style: "'sha256-...'".
std::string source_of(std::string_view text);
/// What starts a painter that is not trusted: loaded by pages of matches of a game that has one, before
/// "match.js" and "me.js".
std::string painter_script();
/// The source, in a policy, of the script in a painter's frame. The frame inherits the policy of its page.
const std::string& painter_source();
/// A policy that has "script-src ", with what a painter's frame needs: its script, and workers.
std::string policy_with_painter(std::string_view policy);
/// Whether browsers can play and verify matches of that game, by kRulesScript: it is one of ours.
bool browsers_play(std::string_view game);
/// A policy that has "script-src ", with what such a page needs: WebAssembly and workers.
std::string policy_with_rules(std::string_view policy);
/// The style of a match's page alone.
std::string match_style();

}  // namespace referee::pages
