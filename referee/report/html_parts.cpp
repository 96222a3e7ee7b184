#include "referee/report/html_parts.h"

#include <algorithm>
#include <utility>

#include "engines/registry.h"
#include "referee/base/text.h"
#include "referee/report/standings_page.h"
#include "referee/report/stylesheet.h"

namespace referee::html {

std::string cell(std::string_view content, std::string_view css_class) {
  std::string out = "<td";
  if (!css_class.empty()) {
    out.append(" class=\"").append(css_class).append("\"");
  }
  out.append(">").append(content).append("</td>");
  return out;  // what append() returns would be copied
}

std::string linked(std::string_view content, const std::vector<RecordLink>& records) {
  const auto link = [](const RecordLink& to, std::string_view text) {
    return "<a href=\"" + escaped(to.href) + "\">" + std::string(text) + "</a>";
  };
  if (records.size() == 1 && !content.empty()) {
    return link(records.front(), content);
  }
  std::string links;
  for (const RecordLink& record : records) {
    links.append(links.empty() ? "" : " ").append(link(record, record.label));
  }
  return std::string(content) + (links.empty() ? "" : "<sup class=\"links\">" + links + "</sup>");
}

std::string column(std::string_view name, std::string_view attributes) {
  return std::string("<th scope=\"col\"").append(attributes).append(">").append(name).append("</th>");
}

std::string table_of(Table table) {
  std::string begin =
      table.folds ? "<label class=\"all-columns\"><input type=\"checkbox\"> All columns</label>\n" : "";
  begin.append("<div class=\"scroll\" role=\"group\" tabindex=\"0\"");
  begin.append(attribute("aria-label", table.label)).append(">\n<table");
  begin.append(table.css_class.empty() ? "" : attribute("class", table.css_class)).append(">\n");
  if (!table.caption.empty()) {
    begin.append("<caption><span>").append(table.caption).append("</span></caption>\n");
  }
  begin.append("<thead><tr>").append(table.head).append("</tr></thead>\n<tbody>\n");
  // Rows may be megabytes: they are not copied.
  table.rows.insert(0, begin).append("</tbody>\n</table>\n</div>\n");
  return std::move(table.rows);
}

std::string search_field() {
  return "<div class=\"tools\" id=\"table-search\" role=\"search\" hidden><span class=\"tool\">"
         "<label for=\"table-words\">Search</label><input type=\"search\" id=\"table-words\" "
         "autocomplete=\"off\"></span><span class=\"note\" role=\"status\"></span></div>\n";
}

std::string attribute(std::string_view name, std::string_view value) {
  std::string out = " ";
  out.append(name).append("=\"").append(escaped(value)).append("\"");
  return out;
}

std::string lines_attribute(std::string_view name, const std::vector<std::string>& lines) {
  std::string out = " ";
  out.append(name).append("=\"");
  for (const std::string& line : lines) {
    out.append(&line == &lines.front() ? "" : "&#10;").append(markup(line));
  }
  out += "\"";
  return out;
}

std::string link(const std::string& href, const std::string& content) {
  return href.empty() ? content : "<a" + attribute("href", href) + ">" + content + "</a>";
}

std::string name_cell(const std::string& name, const std::string& display, const std::string& href,
                      const std::string& more) {
  const bool both = !display.empty() && display != name;
  return "<th scope=\"row\" class=\"name\">" + link(href, foreign(both ? display : name)) +
         (both ? "<small>" + foreign(name) + "</small>" : "") + more + "</th>";
}

std::string verdict_text(const std::string& verdict) {
  return verdict == "no_show" ? "absent" : verdict == "referee_error" ? "referee's error" : verdict;
}

std::string faults_cell(const GameTally& tally) {
  std::vector<std::string> kinds;
  for (const auto& [name, count] : faults_by_kind(tally)) {
    kinds.push_back(verdict_text(name) + " " + std::to_string(count));
  }
  const std::string total = std::to_string(faults_of(tally));
  return kinds.empty() ? cell(total)
                       : "<td class=\"fault\"" + lines_attribute("title", kinds) + ">" + total + "</td>";
}

std::string game_text(const std::string& game) {
  if (const engines::Entry* const entry = engines::find_game(game);
      entry != nullptr && !entry->title.empty()) {
    return std::string(entry->title);
  }
  if (game == "lightcycle") {
    return "Light Cycle";
  }
  if (game == "snake") {
    return "Snake Labyrinth";
  }
  std::string text = game;
  std::ranges::replace(text, '_', ' ');
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  return text;
}

std::string time_element(std::string_view utc) {
  constexpr std::size_t kMinutes = 16;  // bytes of a time up to its minutes
  std::string shown(utc.substr(0, kMinutes));
  std::ranges::replace(shown, 'T', ' ');
  return "<time" + attribute("datetime", utc) + ">" + escaped(shown) + " UTC</time>";
}

std::string details(const std::string& summary, bool open, std::string_view attributes) {
  std::string out = "<details class=\"more\" data-begins=\"";
  out.append(open ? "open\" open" : "closed\"").append(attributes).append("><summary>");
  out.append(summary).append("</summary>\n");
  return out;
}

std::string page(std::string_view title, std::string_view head, std::string_view main) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      // A second protection besides the escaping: the browser runs no script and loads no file here.
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; img-src data:\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n";
  out.append("<title>").append(escaped(title)).append("</title>\n");
  out.append("<style>")
      .append(page_style())
      .append(report_style())
      .append("</style>\n</head>\n<body>\n<header class=\"top\">");
  out.append(head).append("</header>\n<main>\n").append(main);
  out += "</main>\n</body>\n</html>\n";
  return out;
}

}  // namespace referee::html
