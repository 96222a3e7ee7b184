#include "referee/score/score_pages.h"

#include <spdlog/spdlog.h>

#include <string>

#include "engines/game.h"
#include "referee/base/files.h"
#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/pages/assets.h"
#include "referee/pages/match_data.h"
#include "referee/pages/match_page.h"
#include "referee/pages/match_script.h"
#include "referee/pages/page_template.h"
#include "referee/record/record_lines.h"
#include "referee/report/html_parts.h"
#include "referee/score/score_parts.h"
#include "referee/score/score_text.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostReplays = 200;  // a folder that a course keeps for each student stays small
constexpr std::size_t kMaxWhy = 8000;      // bytes: shares against some bots, with what is promised
constexpr const char* kTextColumn = " class=\"text\"";

std::string replay_file(const score::ScoredGame& game) {
  return std::string(kReplayFolder) + "/" + game.id + ".html";
}

/// The pages of a report while they are written.
class ScorePages {
 public:
  ScorePages(const fs::path& folder, const score::ScoreReport& report) : folder_(folder), report_(report) {}

  void write() {
    std::string body = head() + "<main>\n" + html::search_field() + criteria();
    for (const score::ScoredItem& item : report_.items) {
      body += details(item);
    }
    pages::PageParts parts;
    parts.title = report_.rubric + ": " + report_.submission;
    parts.source = "single";
    const std::string style = pages::all_styles();
    const std::string& script = pages::find_asset("entrant.js")->text;
    parts.policy = "default-src 'none'; script-src " + pages::source_of(script) + "; style-src " +
                   pages::source_of(style) + "; img-src data:; base-uri 'none'; form-action 'none'";
    parts.styles_html = "<style>" + style + "</style>";
    parts.data_html = body + "</main>";
    parts.scripts_html = "<script>" + script + "</script>";
    write_file_atomically(folder_ / "index.html", pages::page_of("entrant", parts), Sync::none);
  }

 private:
  std::string head() const {
    const std::string threshold =
        report_.threshold > 0 ? std::string(" &middot; ") + (report_.met() ? "enough" : "not enough") + ": " +
                                    decimal_text(report_.threshold) + " were asked"
                              : "";
    return "<header class=\"top\"><div class=\"title\"><h1>" +
           html::escaped(score::points_text(report_.points, report_.max_points)) +
           "</h1><p class=\"facts\">" + html::foreign(report_.submission) + " &middot; " +
           html::escaped(report_.rubric) + " &middot; " + html::escaped(report_.game) + threshold +
           (report_.finished ? "" : " &middot; not finished") + "</p></div></header>\n";
  }

  std::string criteria() const {
    std::string rows;
    if (report_.build && !report_.build->ok) {
      rows += "<tr><th scope=\"row\" class=\"name\">Build</th>" + html::cell("") +
              html::cell(html::escaped(report_.build->problem), "text") + "</tr>\n";
    }
    for (const score::ScoredItem& item : report_.items) {
      const bool played = item.status != score::ItemStatus::not_played;
      const std::string name = html::escaped(item.number + ". " + item.name);
      rows +=
          "<tr><th scope=\"row\" class=\"name\">" +
          (has_details(item) ? "<a href=\"#item-" + html::escaped(item.number) + "\">" + name + "</a>"
                             : name) +
          "</th>" +
          html::cell((played ? decimal_text(item.points) : "-") + " of " + decimal_text(item.max_points)) +
          html::cell(markup(why(item), kMaxWhy), "text reason") + "</tr>\n";
    }
    return section("criteria", "Points by criterion",
                   table("criteria", "A criterion with points missing leads to its games.",
                         html::column("Criterion", " class=\"name\"") + html::column("Points") +
                             html::column("Why", kTextColumn),
                         rows));
  }

  static std::string why(const score::ScoredItem& item) {
    const bool is_unplayed = item.status == score::ItemStatus::not_played && !item.withheld;
    return is_unplayed ? item.why_not : score::explained(item);
  }

  static bool has_details(const score::ScoredItem& item) {
    return item.status != score::ItemStatus::full && !item.withheld && !item.games.empty();
  }

  std::string details(const score::ScoredItem& item) {
    if (!has_details(item)) {
      return "";
    }
    std::string rows;
    for (const score::ScoredGame& game : item.games) {
      rows += "<tr><th scope=\"row\" class=\"text\">" + replay_link(game) + "<small>" +
              html::escaped(game.instance) + "</small></th>" +
              html::cell(html::escaped(game.scores.empty() ? "not played" : game.result), "text result") +
              html::cell(faults_html(game), "text reason") + "</tr>\n";
    }
    return section("item-" + item.number, html::escaped(item.number + ". " + item.name),
                   table("games-of-" + html::escaped(item.number),
                         "The number of a game leads to its replay, at its first fault or at its end.",
                         html::column("Game", kTextColumn) + html::column("Result", kTextColumn) +
                             html::column("Faults", kTextColumn),
                         rows));
  }

  /// How many, and the first of them. Turns of pages are played ones: turn 0 of a fault is the first.
  static std::string faults_html(const score::ScoredGame& game) {
    const std::string count = game.faults == 0 ? "none" : std::to_string(game.faults);
    if (!game.fault) {
      return count + (game.how_bot_ended.empty() ? "" : "; " + html::escaped(game.how_bot_ended));
    }
    return count + (game.faults > 1 ? ", the first: " : ": ") + html::escaped(game.fault->verdict) +
           " in turn " + std::to_string(game.fault->turn + 1) + ": " + html::foreign(game.fault->message);
  }

  std::string replay_link(const score::ScoredGame& game) {
    if (!write_replay(game)) {
      return html::escaped(game.id);
    }
    const std::string turn = game.fault ? "#t=" + std::to_string(game.fault->turn + 1) : "";
    return "<a href=\"" + replay_file(game) + turn + "\">" + html::escaped(game.id) + "</a>";
  }

  /// False without a record that can be shown.
  bool write_replay(const score::ScoredGame& game) {
    if (game.record.empty() || replays_ >= kMostReplays) {
      return false;
    }
    const auto record = read_own_file(game.record);
    if (!record) {
      spdlog::warn("{} cannot be read: the page of game {} is left out", referee::escaped(game.record),
                   game.id);
      return false;
    }
    std::string why;
    try {
      const std::string data = pages::match_data(*record, {.secret_seed = !report_.seed.has_value()});
      write_file_atomically(folder_ / replay_file(game), pages::match_page(data), Sync::none);
    } catch (const Difference& difference) {
      why = difference.text();
    } catch (const engines::RulesFailure& failure) {
      why = failure.what();
    }
    if (!why.empty()) {
      spdlog::warn("{}: {}: the page of game {} is left out", referee::escaped(game.record), why, game.id);
      return false;
    }
    ++replays_;
    return true;
  }

  static std::string section(const std::string& id, const std::string& title, const std::string& content) {
    return "<section class=\"part\" id=\"" + html::escaped(id) + "\"><h2>" + title + "</h2>\n" + content +
           "</section>\n";
  }

  static std::string table(const std::string& css_class, const std::string& caption, const std::string& heads,
                           const std::string& rows) {
    return html::table_of(
        {.css_class = css_class, .label = css_class, .caption = caption, .head = heads, .rows = rows});
  }

  const fs::path& folder_;
  const score::ScoreReport& report_;
  std::size_t replays_ = 0;
};

}  // namespace

void write_score_pages(const fs::path& folder, const score::ScoreReport& report) {
  ScorePages(folder, report).write();
}

}  // namespace referee
