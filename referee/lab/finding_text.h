#pragma once

#include <string>
#include <vector>

#include "referee/lab/examination.h"

namespace referee {

/// One line for people: name, standing, note. Empty for a check that was not reached without a reason of its
/// own: what has kept the bot from it was told before.
std::string line_of(const Finding& finding);
/// What to do about each violation: what the bot sent, what was expected and where PROTOCOL.md says so, how
/// to mend it. Empty if there are no violations.
std::string advice_on(const std::vector<Finding>& findings);
/// "2 violations, 1 advice, 20 ok, 3 not reached".
std::string summary_of(const std::vector<Finding>& findings);
/// The last lines of what a bot wrote to standard error, safe on a terminal; empty if it wrote nothing.
std::string last_lines(const std::string& stderr_text);
/// The whole report as JSON.
Json json_of(const std::vector<Finding>& findings);

}  // namespace referee
