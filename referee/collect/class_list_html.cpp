#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.h"
#include "referee/base/text.h"
#include "referee/collect/class_list.h"
#include "referee/report/html_parts.h"

namespace referee::collect {
namespace {

/// Text of several lines and of any length, which html::escaped() would cut.
std::string long_text(const std::string& text) {
  constexpr std::size_t kPiece = 150;  // bytes
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string line = printable(rest.substr(0, end));
    while (!line.empty()) {
      const std::string piece = fields::brief_text(line, kPiece);
      out += html::escaped(piece);
      line.erase(0, piece.size());
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
    out += rest.empty() ? "" : "\n";
  }
  return out;
}

std::string members_of(const CollectedEntrant& entrant) {
  std::string names;
  for (const std::string& member : entrant.members) {
    names.append(names.empty() ? "" : ", ").append(html::foreign(member));
  }
  return names + (entrant.group.empty() ? "" : "<small>group " + html::foreign(entrant.group) + "</small>");
}

/// The heads of columns of text; the first one is that of names.
std::string heads_of(const std::vector<std::string_view>& titles) {
  std::string row;
  for (const std::string_view title : titles) {
    row += html::column(title, row.empty() ? " class=\"name\"" : " class=\"text\"");
  }
  return row;
}

std::string part(const std::string& title, const std::string& content) {
  return content.empty() ? "" : "<section class=\"part\"><h2>" + title + "</h2>\n" + content + "</section>\n";
}

std::string texts_of(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    all += "<small>" + html::foreign(text) + "</small>";
  }
  return all;
}

/// Those that are not in, each with what it can be told.
std::string failed_table(const ClassList& list) {
  std::string rows;
  for (const CollectedEntrant& entrant : list.entrants) {
    if (entrant.is_in()) {
      continue;
    }
    const prepare::Report& prepared = entrant.prepared;
    std::string why = "<bdi>" + long_text(prepared.problem) + "</bdi>" + texts_of(entrant.notes) +
                      texts_of(prepared.left_out);
    if (!prepared.output.empty()) {
      why += "<pre dir=\"ltr\">" + long_text(prepared.output) + "</pre>";
    }
    rows += "<tr><th scope=\"row\" class=\"name\">" + members_of(entrant) + "</th>" +
            html::cell(html::foreign(entrant.hand_in), "text") +
            html::cell(html::escaped(verdict_of(prepared.stage)), "text fault") + html::cell(why, "text") +
            "</tr>\n";
  }
  for (const ListedHandIn& listed : list.listed) {
    rows += "<tr><th scope=\"row\" class=\"name\">" +
            html::foreign(listed.whose.empty() ? "?" : listed.whose) + "</th>" +
            html::cell(html::foreign(listed.hand_in), "text") + html::cell("not tried", "text fault") +
            html::cell("<bdi>" + long_text(listed.why) + "</bdi>", "text") + "</tr>\n";
  }
  return rows.empty()
             ? ""
             : html::table_of(
                   {.css_class = "hand-ins",
                    .label = "Cannot play",
                    .caption = "Send the students what is under \u201cWhy\u201d: it says what to mend.",
                    .head = heads_of({"Who", "Submission", "Problem", "Why"}),
                    .rows = rows});
}

/// "0.4 ms"; of a bot that sleeps "0.4 ms in 2000 ms".
std::string first_turn_of(const prepare::Report& report) {
  return report.turn_ms ? fixed_text(*report.turn_ms, 1) + " ms" +
                              (report.sleeps() ? " in " + fixed_text(*report.turn_wall_ms, 0) + " ms" : "")
                        : "";
}

std::string in_table(const ClassList& list) {
  std::string rows;
  for (const CollectedEntrant& entrant : list.entrants) {
    if (!entrant.is_in()) {
      continue;
    }
    const prepare::Report& prepared = entrant.prepared;
    std::string command;
    for (const std::string& word : prepared.command) {
      command.append(command.empty() ? "" : " ").append(shell_quoted(word));
    }
    rows += "<tr><th scope=\"row\" class=\"name\">" + members_of(entrant) + "</th>" +
            html::cell(html::escaped(entrant.name), "text") +
            html::cell(html::foreign(entrant.hand_in) + texts_of(entrant.notes) + texts_of(prepared.left_out),
                       "text") +
            html::cell("<code>" + html::escaped(printable(command)) + "</code>", "text") +
            html::cell(prepared.build_seconds > 0 ? fixed_text(prepared.build_seconds, 1) + " s" : "") +
            html::cell(first_turn_of(prepared)) + "</tr>\n";
  }
  return rows.empty()
             ? ""
             : html::table_of(
                   {.css_class = "hand-ins",
                    .label = "Can play",
                    .caption = "Command starts the bot. Build and first turn say how long they took.",
                    .head = heads_of({"Who", "Entrant", "Submission", "Command"}) + html::column("Build") +
                            html::column("First turn"),
                    .rows = rows});
}

std::string bullets(const std::vector<std::string>& texts) {
  std::string items;
  for (const std::string& text : texts) {
    items += "<li>" + html::foreign(text) + "</li>\n";
  }
  return items.empty() ? "" : "<ul class=\"plain\">\n" + items + "</ul>\n";
}

}  // namespace

std::string class_list_html(const ClassList& list) {
  const std::string title = "Submissions for " + list.tournament;
  return html::page(title,
                    "<div class=\"title\"><h1>" + html::foreign(title) + "</h1><p class=\"facts\"><strong>" +
                        std::to_string(list.in()) + " can play, " + std::to_string(list.not_in()) +
                        " cannot</strong> &middot; " + html::foreign(list.download) + ", " +
                        html::escaped(list.form) +
                        " &middot; for the instructor only: it names students</p></div>",
                    part("Cannot play", failed_table(list)) + part("Can play", in_table(list)) +
                        part("Nothing submitted", bullets(list.absent)) + part("Notes", bullets(list.notes)));
}

}  // namespace referee::collect
