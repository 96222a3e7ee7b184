#include "referee/pages/site.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "protocol/sha256.h"
#include "referee/base/text.h"
#include "referee/pages/assets.h"
#include "referee/pages/entrant_page.h"
#include "referee/pages/game_painter.h"
#include "referee/pages/lab_page.h"
#include "referee/pages/match_context.h"
#include "referee/pages/match_data.h"
#include "referee/pages/match_page.h"
#include "referee/pages/match_script.h"
#include "referee/pages/page_template.h"
#include "referee/pages/replay_file.h"
#include "referee/pages/tournament_data.h"
#include "referee/pages/tournament_page.h"
#include "referee/pages/verify_page.h"
#include "referee/record/record_lines.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

constexpr const char* kVerifyFile = "verify.html";
constexpr const char* kPlayFile = "play.html";
constexpr const char* kRulesFile = "assets/rules.js";
constexpr const char* kSamplesFile = "assets/samples.js";
constexpr const char* kNoticesFile = "assets/NOTICES";

/// A finished match that has a page.
struct SitePage {
  const StoredAttempt* attempt = nullptr;
  bool has_record = false;
  std::string replay = {};   ///< the file that a match program has left; "": none, or only the referee's own
  std::string made_of = {};  ///< a digest of all that its files depend on

  std::string data_file() const { return "matches/" + attempt->match + ".js"; }
  std::string page_file() const { return "matches/" + attempt->match + ".html"; }
  std::string embed_file() const { return "embed/" + attempt->match + ".html"; }
  std::string record_file() const { return "records/" + attempt->match + ".jsonl"; }
  /// Whatever the replay is, a server of files does not take it for a page.
  std::string replay_file() const { return "records/" + replay + ".bin"; }
  std::vector<std::string> files() const {
    std::vector<std::string> files{data_file(), page_file(), embed_file()};
    if (has_record) {
      files.push_back(record_file());
    }
    if (!replay.empty()) {
      files.push_back(replay_file());
    }
    return files;
  }
};

std::string stylesheet(std::string_view folder) {
  return "<link rel=\"stylesheet\" href=\"" + std::string(folder) + "assets/pages.css\">";
}

std::string script(std::string_view source) {
  return "<script src=\"" + std::string(source) + "\"></script>";
}

/// A script that gives data to the page which loads it.
std::string data_script(std::string_view kind, std::string json) {
  json.insert(0, "referee.receive(\"" + std::string(kind) + "\", ").append(");\n");
  return escaped_json(std::move(json));
}

/// A script that says why it has no data.
std::string refusing_script(std::string_view kind, const std::string& why) {
  return "referee.refuse(\"" + std::string(kind) + "\", " + escaped_json(protocol::dump(Json(why))) + ");\n";
}

/// Scripts, styles and pages of this program: a site that another version has made is made again.
const std::string& program_digest() {
  static const std::string kDigest = [] {
    protocol::Sha256 digest;
    for (const Asset& asset : assets()) {
      digest.add(asset.name).add(asset.text);
    }
    return digest.add(page_of("match", {.title = "", .source = "files"})).hex();
  }();
  return kDigest;
}

MatchFacts facts_of(const TournamentSnapshot& snapshot, const SitePage& page) {
  const auto link_of = [&](const char* file) {
    return page.has_record && can_verify(snapshot)
               ? verify_link("../" + std::string(file), page.record_file())
               : "";
  };
  const MatchPlace place{page.attempt->round, page.attempt->table, page.attempt->game_no};
  return {.players = snapshot.players(place),
          .secret_seed = !snapshot.visibility().tells_seed(place),
          .has_rounds = !snapshot.is_ladder(),
          .record = page.has_record ? "../" + page.record_file() : "",
          .verify = link_of(kVerifyFile),
          .lab = link_of(kPlayFile),
          .replay = page.replay.empty() ? "" : "../" + page.replay_file(),
          .home = "../index.html"};
}

/// The last attempts of games that are over, those of an encounter in a row.
std::vector<const StoredAttempt*> finished_games(const TournamentSnapshot& snapshot) {
  std::vector<const StoredAttempt*> games;
  for (const StoredAttempt& attempt : snapshot.content().games) {
    const bool over =
        attempt.status == StoredAttempt::Status::done || attempt.status == StoredAttempt::Status::struck;
    if (over && &attempt == snapshot.attempt(attempt.match)) {
      games.push_back(&attempt);
    }
  }
  std::ranges::sort(games, {}, [](const StoredAttempt* game) {
    return std::tuple(game->round, game->table, game->game_no);
  });
  return games;
}

std::vector<SitePage> pages_of(const TournamentSnapshot& snapshot, MatchContexts& contexts,
                               SiteCount& count) {
  std::vector<SitePage> pages;
  const std::vector<std::string> replays = replay_files(snapshot);
  for (const StoredAttempt* const game : finished_games(snapshot)) {
    const StoredAttempt& attempt = *game;
    if (!snapshot.is_shown(attempt.match)) {
      ++count.hidden;
      continue;
    }
    SitePage page{.attempt = &attempt, .has_record = snapshot.visibility().hands_out_record(attempt)};
    if (page.has_record) {
      page.replay = replay_among(replays, attempt.match, attempt.attempt);
    }
    const MatchFacts facts = facts_of(snapshot, page);
    page.made_of = protocol::Sha256::hex_of(
        protocol::dump({program_digest(), snapshot.name(), attempt.match, attempt.attempt,
                        static_cast<int>(attempt.status), attempt.result, facts.players, facts.secret_seed,
                        facts.record, facts.verify, facts.lab, facts.replay, contexts.of(attempt)}));
    pages.push_back(std::move(page));
  }
  return pages;
}

/// The page of a match, which another page may have in a frame, too: its scripts tell the two by their
/// folders.
std::string match_html(const TournamentSnapshot& snapshot, const SitePage& page) {
  const MatchPlace place{page.attempt->round, page.attempt->table, page.attempt->game_no};
  const Json heading = {
      {"match", page.attempt->match}, {"game", snapshot.game()}, {"players", snapshot.players(place)}};
  const bool has_painter = !game_painter(snapshot.game()).empty();
  return page_of("match",
                 {.title = match_title(heading),
                  .source = "files",
                  .policy = has_painter ? policy_with_painter(kFilesPolicy) : std::string(kFilesPolicy),
                  .styles_html = stylesheet("../"),
                  .scripts_html = (has_painter ? script("../assets/painter.js") + "\n" : "") +
                                  script("../assets/match.js") + "\n" + script("../" + page.data_file())});
}

/// The data of a match, or what its page says instead.
void write_data(const std::string& record, const TournamentSnapshot& snapshot, const SitePage& page,
                MatchContexts& contexts, SiteFolder& folder, SiteCount& count) {
  std::string why;
  try {
    return folder.write(page.data_file(),
                        data_script("match", match_data(record, facts_of(snapshot, page))) +
                            data_script("context", protocol::dump(contexts.of(*page.attempt))),
                        page.made_of);
  } catch (const Difference& difference) {
    why = difference.text();
  } catch (const engines::RulesFailure& failure) {
    why = failure.what();
  }
  folder.write(page.data_file(), refusing_script("match", "Its record cannot be shown."), "");
  if (++count.unshown == 1) {
    count.why_unshown = page.attempt->match + ": " + why;
  }
}

void write_replay(const std::string& record, const TournamentSnapshot& snapshot, const SitePage& page,
                  SiteFolder& folder) {
  const auto left = replay_of(record);
  const auto bytes = left && left->file == page.replay ? read_replay(snapshot, *left) : std::nullopt;
  if (bytes) {
    folder.write(page.replay_file(), *bytes, page.made_of);
  }
}

void write_match(Store& store, const TournamentSnapshot& snapshot, const SitePage& page,
                 MatchContexts& contexts, SiteFolder& folder, SiteCount& count) {
  const std::string record = store.record(page.attempt->match, page.attempt->attempt);
  if (record.empty()) {
    return;  // the referee has removed it since the snapshot: it is not kept any more
  }
  if (page.has_record) {
    folder.write(page.record_file(), record, page.made_of);
  }
  if (!page.replay.empty()) {
    write_replay(record, snapshot, page, folder);
  }
  write_data(record, snapshot, page, contexts, folder, count);
  const std::string html = match_html(snapshot, page);
  for (const std::string& file : {page.page_file(), page.embed_file()}) {
    folder.write(file, html, page.made_of);
  }
}

/// What the site tells of the tournament for programs, and the same for its own scripts.
void write_tournament_data(const TournamentSnapshot& snapshot, SiteFolder& folder) {
  std::string data = tournament_data(snapshot);  // megabytes, of a large tournament: never copied
  data += '\n';
  folder.write("tournament.json", data);
  folder.write("tournament.js", data_script("tournament", std::move(data)));
}

void write_index(const TournamentSnapshot& snapshot, SiteFolder& folder) {
  folder.write("index.html", tournament_page(snapshot, {.title = "",
                                                        .source = "files",
                                                        .policy = std::string(kFilesPolicy),
                                                        .styles_html = stylesheet(""),
                                                        .scripts_html = script("assets/tournament.js")}));
}

std::string entrant_file(Entrant entrant) { return "entrants/" + std::to_string(entrant + 1) + ".html"; }

/// Each entrant has a page.
void write_entrants(const TournamentSnapshot& snapshot, SiteFolder& folder) {
  const EntrantPages pages(snapshot);
  for (Entrant entrant = 0; entrant < pages.size(); ++entrant) {
    folder.write(entrant_file(entrant),
                 page_of("entrant", {.title = pages.title(entrant),
                                     .source = "files",
                                     .policy = std::string(kFilesPolicy),
                                     .styles_html = stylesheet("../"),
                                     .data_html = pages.body_html(entrant, PageLinks::files()),
                                     .scripts_html = script("../assets/entrant.js")}));
  }
}

/// The pages that have the rules, and what they load.
void write_rules_pages(const TournamentSnapshot& snapshot, SiteFolder& folder) {
  const std::string policy = policy_with_rules(kFilesPolicy).append(kFetches);
  const BuiltScripts& scripts = snapshot.terms().scripts;
  folder.write(kVerifyFile,
               verify_page({.title = "",
                            .source = "files",
                            .policy = policy,
                            .styles_html = stylesheet(""),
                            .scripts_html = script("assets/rules.js") + "\n" + script("assets/verify.js")},
                           "index.html"));
  if (can_verify(snapshot)) {
    folder.write(kPlayFile,
                 play_page({.title = "", .source = "files", .policy = policy, .styles_html = stylesheet("")},
                           {.home = "index.html", .game = snapshot.game(), .scripts = scripts}));
    if (const auto samples = scripts.find(kSamplesScript); samples != scripts.end()) {
      folder.write(kSamplesFile, *samples->second);
    }
  }
  if (const auto notices = scripts.find(kScriptNotices); notices != scripts.end()) {
    folder.write(kNoticesFile, *notices->second);
  }
  folder.write(kRulesFile, *snapshot.terms().rules);
}

/// The files of all pages, as a list for the folder.
std::set<std::string> files_of(const TournamentSnapshot& snapshot, const std::vector<SitePage>& pages) {
  std::set<std::string> files{"index.html", "tournament.json", "tournament.js"};
  for (const Asset& asset : assets()) {
    files.insert("assets/" + std::string(asset.name));
  }
  if (snapshot.terms().rules) {
    files.insert({std::string(kVerifyFile), std::string(kPlayFile), std::string(kRulesFile),
                  std::string(kSamplesFile), std::string(kNoticesFile)});
  }
  for (const SitePage& page : pages) {
    for (std::string& file : page.files()) {
      files.insert(std::move(file));
    }
  }
  for (Entrant entrant = 0; entrant < snapshot.content().entrants.size(); ++entrant) {
    files.insert(entrant_file(entrant));
  }
  return files;
}

}  // namespace

SiteCount write_site(Store& store, const PageTerms& terms, SiteFolder& folder) {
  PageTerms finished_only = terms;
  finished_only.live = false;
  const auto snapshot = read_snapshot(store, finished_only);
  SiteCount count;
  MatchContexts contexts(*snapshot, PageLinks::files());
  const std::vector<SitePage> pages = pages_of(*snapshot, contexts, count);
  count.matches = pages.size();
  folder.plan(files_of(*snapshot, pages));
  for (const Asset& asset : assets()) {
    folder.write("assets/" + std::string(asset.name), asset.text);
  }
  for (const SitePage& page : pages) {
    bool is_there = true;
    for (const std::string& file : page.files()) {
      is_there = is_there && folder.has(file, page.made_of);
    }
    if (is_there) {
      for (const std::string& file : page.files()) {
        folder.keep(file);
      }
    } else {
      write_match(store, *snapshot, page, contexts, folder, count);
      ++count.written;
    }
  }
  write_entrants(*snapshot, folder);
  if (terms.rules) {
    write_rules_pages(*snapshot, folder);
  }
  write_tournament_data(*snapshot, folder);
  write_index(*snapshot, folder);
  folder.finish();
  return count;
}

}  // namespace referee::pages
