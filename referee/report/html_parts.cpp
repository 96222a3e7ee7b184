#include "referee/report/html_parts.h"

#include "referee/base/text.h"
#include "referee/report/standings_page.h"

namespace referee::html {

std::string escaped(std::string_view text) { return markup(text, kShownText); }

std::string foreign(std::string_view text) { return "<bdi>" + escaped(text) + "</bdi>"; }

std::string cell(std::string_view content, std::string_view css_class) {
  std::string out = "<td";
  if (!css_class.empty()) {
    out.append(" class=\"").append(css_class).append("\"");
  }
  return out.append(">").append(content).append("</td>");
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
  return std::string(content) + (links.empty() ? "" : "<sup>" + links + "</sup>");
}

std::string column(std::string_view name, std::string_view attributes) {
  return std::string("<th scope=\"col\"").append(attributes).append(">").append(name).append("</th>");
}

std::string table_of(std::string_view css_class, std::string_view caption, const std::string& content) {
  std::string out = "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"";
  out.append(css_class).append("\">\n<table class=\"").append(css_class).append("\">\n");
  out.append("<caption><span>").append(caption).append("</span></caption>\n");
  return out.append(content).append("</table>\n</div>\n");
}

std::string name_head(const std::string& name, const std::string& display) {
  const bool both = !display.empty() && display != name;
  return "<th scope=\"row\">" + foreign(both ? display : name) +
         (both ? "<small>" + foreign(name) + "</small>" : "");
}

std::string ranked_row(const StandingsRow& row) {
  const std::string mark = mark_text(row);
  const bool first = row.rank == 1 && !row.annulled;
  return (first          ? "<tr class=\"first\">"
          : mark.empty() ? "<tr>"
                         : "<tr class=\"gone\">") +
         cell(std::to_string(row.rank)) + name_head(row.name, row.display) +
         (mark.empty() ? "" : "<small class=\"mark\">" + mark + "</small>") + "</th>";
}

std::string faults_cell(const GameTally& tally) {
  std::string kinds;
  for (const auto& [name, count] : faults_by_kind(tally)) {
    kinds.append(kinds.empty() ? "" : ", ").append(name).append("&nbsp;").append(std::to_string(count));
  }
  const std::string total = std::to_string(faults_of(tally));
  return kinds.empty() ? cell(total) : cell(total + "<small>" + kinds + "</small>", "fault");
}

std::string page(std::string_view title, std::string_view body, std::string_view more_style) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      // A second protection besides the escaping: the browser runs no script and loads no file here.
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n";
  out.append("<title>").append(title).append("</title>\n");
  out.append("<style>").append(kStandingsStyle).append(more_style).append("</style>\n</head>\n");
  return out.append(body).append("</main>\n</body>\n</html>\n");
}

}  // namespace referee::html
