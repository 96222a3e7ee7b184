#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/report/html_text.h"
#include "referee/report/standings_page.h"

// Pieces of HTML. Text from outside is escaped; what is called content or caption is HTML already.
namespace referee::html {

/// `content` is HTML.
std::string cell(std::string_view content, std::string_view css_class = "");
/// `content` with a link to each of `records`: one record makes `content` itself the link, several have small
/// numbers behind it.
std::string linked(std::string_view content, const std::vector<RecordLink>& records);
/// The head of a column; `attributes` begin with a space.
std::string column(std::string_view name, std::string_view attributes = "");
/// A table that scrolls sideways on a narrow screen, by keyboard too. `label` says what it is; `head`: the
/// cells of its head; `rows`: elements. Cells of the class "extra" are folded away on a narrow screen, until
/// the reader asks for all columns.
struct Table {
  std::string_view css_class;
  std::string_view label;
  std::string caption = {};  ///< HTML; "": none
  std::string head = {};
  std::string rows = {};
  bool folds = false;  ///< it has cells of the class "extra"
};
std::string table_of(Table table);
/// The field of a search in the tables of a page. It is hidden until a script (table_search.js) searches.
std::string search_field();
/// An attribute with its value, after a space.
std::string attribute(std::string_view name, std::string_view value);
/// An attribute with a text of several lines.
std::string lines_attribute(std::string_view name, const std::vector<std::string>& lines);
/// `content` as a link; without an address `content` alone.
std::string link(const std::string& href, const std::string& content);
/// The attribute of a column that is folded away on a narrow screen.
constexpr std::string_view kExtraColumn = " class=\"extra\"";
/// The cell of a row with its entrant's name, and beside it the name for programs where both differ. `more`:
/// HTML behind it.
std::string name_cell(const std::string& name, const std::string& display, const std::string& href = "",
                      const std::string& more = "");
/// A verdict as people read it: "absent" for "no_show".
std::string verdict_text(const std::string& verdict);
/// The cell with the number of faults, and with their kinds as its title.
std::string faults_cell(const GameTally& tally);
/// The name of a game as people read it: "Light Cycle", "My game" for "my_game".
std::string game_text(const std::string& game);
/// "2026-11-20 07:31 UTC", of a time as stores have it.
std::string time_element(std::string_view utc);
/// Begins a part of a page that opens and closes by a click on `summary`, and is ended by </details>. Where
/// the page is made again, it stays as its reader has left it until `open` changes.
std::string details(const std::string& summary, bool open, std::string_view attributes = "");
/// A whole page that needs no script and no other file, with the stylesheet of all pages. `title` is text;
/// `head` and `main`: what is in <header> and <main>.
std::string page(std::string_view title, std::string_view head, std::string_view main);

}  // namespace referee::html
