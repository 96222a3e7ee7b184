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

constexpr std::string_view kListStyle = R"css(
td.text { white-space: normal; min-width: 14rem; overflow-wrap: anywhere; }
pre { margin: .4rem 0 0; padding: .5rem .7rem; max-height: 20rem; overflow: auto; background: var(--page);
  border: 1px solid var(--line); border-radius: .4rem; font-size: .82rem; white-space: pre-wrap; }
td details { margin: .3rem 0 0; border: 0; }
td summary { padding: 0; font-weight: 400; color: var(--soft); }
)css";

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

std::string head_row(const std::vector<std::string_view>& titles) {
  std::string row = "<thead><tr>";
  for (const std::string_view title : titles) {
    row += html::column(title, " class=\"text\"");
  }
  return row + "</tr></thead>\n";
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
    rows += "<tr><th scope=\"row\">" + members_of(entrant) + "</th>" +
            html::cell(html::foreign(entrant.hand_in), "text") +
            html::cell(html::escaped(verdict_of(prepared.stage)), "text fault") + html::cell(why, "text") +
            "</tr>\n";
  }
  for (const ListedHandIn& listed : list.listed) {
    rows += "<tr><th scope=\"row\">" + html::foreign(listed.whose.empty() ? "?" : listed.whose) + "</th>" +
            html::cell(html::foreign(listed.hand_in), "text") + html::cell("not tried", "text fault") +
            html::cell("<bdi>" + long_text(listed.why) + "</bdi>", "text") + "</tr>\n";
  }
  return rows.empty() ? ""
                      : "<h2>Cannot play</h2>\n" +
                            html::table_of("", "Send the students what is under “Why”: it says what to mend.",
                                           head_row({"Who", "Submission", "Problem", "Why"}) + "<tbody>\n" +
                                               rows + "</tbody>\n");
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
    rows += "<tr><th scope=\"row\">" + members_of(entrant) + "</th>" +
            html::cell(html::escaped(entrant.name), "text") +
            html::cell(html::foreign(entrant.hand_in) + texts_of(entrant.notes) + texts_of(prepared.left_out),
                       "text") +
            html::cell("<code>" + html::escaped(printable(command)) + "</code>", "text") +
            html::cell(prepared.build_seconds > 0 ? fixed_text(prepared.build_seconds, 1) + " s" : "") +
            html::cell(prepared.turn_ms ? fixed_text(*prepared.turn_ms, 1) + " ms" : "") + "</tr>\n";
  }
  return rows.empty()
             ? ""
             : "<h2>Can play</h2>\n" +
                   html::table_of("", "Command starts the bot. Build and first turn say how long they took.",
                                  "<thead><tr>" + html::column("Who", " class=\"text\"") +
                                      html::column("Entrant", " class=\"text\"") +
                                      html::column("Submission", " class=\"text\"") +
                                      html::column("Command", " class=\"text\"") + html::column("Build") +
                                      html::column("First turn") + "</tr></thead>\n<tbody>\n" + rows +
                                      "</tbody>\n");
}

std::string bullets(std::string_view title, const std::vector<std::string>& texts) {
  if (texts.empty()) {
    return "";
  }
  std::string items;
  for (const std::string& text : texts) {
    items += "<li>" + html::foreign(text) + "</li>\n";
  }
  return "<h2>" + std::string(title) + "</h2>\n<ul>\n" + items + "</ul>\n";
}

}  // namespace

std::string class_list_html(const ClassList& list) {
  const std::string title = "Submissions for " + list.tournament;
  std::string body = "<body>\n<main>\n<h1>" + html::foreign(title) +
                     "</h1>\n<p class=\"facts\"><span class=\"progress\">" + std::to_string(list.in()) +
                     " can play, " + std::to_string(list.not_in()) + " cannot</span><span>" +
                     html::foreign(list.download) + ", " + html::escaped(list.form) +
                     "</span><span>for the instructor only: it names students</span></p>\n";
  body += failed_table(list) + in_table(list) + bullets("Nothing submitted", list.absent) +
          bullets("Notes", list.notes);
  return html::page(html::escaped(title), body, kListStyle);
}

}  // namespace referee::collect
