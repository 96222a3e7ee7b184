#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/report/record_link.h"
#include "referee/report/standings_page.h"

// Pieces of HTML. What is somebody's text is escaped; what is called content or caption is HTML already.
namespace referee::html {

/// Text that stands between tags or in an attribute.
std::string escaped(std::string_view text);
/// Somebody's text: <bdi> keeps marks that turn the direction of writing inside.
std::string foreign(std::string_view text);
/// `content` is HTML.
std::string cell(std::string_view content, std::string_view css_class = "");
/// `content`, and each of `records` as a link: `content` itself if there is one, small numbers behind it if
/// there are more.
std::string linked(std::string_view content, const std::vector<RecordLink>& records);
/// The head of a column; `attributes` begin with a space.
std::string column(std::string_view name, std::string_view attributes = "");
/// A table that scrolls sideways on a narrow screen, by keyboard too.
std::string table_of(std::string_view css_class, std::string_view caption, const std::string& content);
/// The head of an entrant's row, without its end.
std::string name_head(const std::string& name, const std::string& display);
/// The beginning of an entrant's row in the standings: its rank, its name, and what is to be said of it.
std::string ranked_row(const StandingsRow& row);
/// How many faults, and of which kinds.
std::string faults_cell(const GameTally& tally);
/// The whole page, in our style; `body` begins with <body> and <main>, which are closed here.
std::string page(std::string_view title, std::string_view body);

}  // namespace referee::html
