#include "referee/tournament/serve/tournament_web.h"

#include <spdlog/spdlog.h>

#include <exception>
#include <stdexcept>
#include <utility>

#include <boost/asio/post.hpp>

#include "protocol/sha256.h"
#include "referee/base/secrets.h"
#include "referee/net/own_address.h"
#include "referee/pages/built_beside.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

web::WebServer::Tournament shown(const TournamentConfig& config, const RecordFiles& files) {
  web::WebServer::Tournament tournament;
  tournament.store = config.store;
  tournament.terms = {.names = config.web.names,
                      .entering = config.registration.open ? pages::Entering::open : pages::Entering::closed,
                      .live = true,
                      .submissions = config.submissions.has_value(),
                      .workers = config.workers.has_value(),
                      .rules = rules_of_pages(),
                      .scripts = play_scripts_of_pages()};
  tournament.terms.lab = config.web.lab && tournament.terms.rules;
  if (tournament.terms.lab) {
    tournament.terms.scripts = lab_scripts_of_pages();
  }
  if (config.web.lab && !tournament.terms.lab) {
    spdlog::warn("web.lab: there is no lab: {}", kNoRulesOfPages);
  }
  tournament.workers = config.workers.has_value();
  tournament.turns = turns_folder(config.store);
  tournament.stderr_path = [&files](const std::string& name) { return files.stderr_path(name); };
  return tournament;
}

/// Has the versions keep what has arrived, on the loop of matches.
Task<> receive(versions::Versions& versions, std::shared_ptr<versions::HandIn> hand_in,
               web::SubmissionTerms::Told told) {
  versions::HandInAnswer answer;
  try {
    answer = co_await versions.receive(std::move(hand_in));
  } catch (const StoreError& failure) {
    spdlog::error("a submission cannot be kept: {}", failure.what());
    answer.refused =
        versions::HandInRefusal{503, "the referee cannot keep your submission: tell your instructor"};
  }
  told(answer);
}

/// Begins the tournament, and tells what the arbiter is told.
Task<> tell(TournamentWeb::Begin begin, web::BeginTerms::Told told) {
  const ControlReply reply = co_await begin();
  told(reply);
}

web::SubmissionTerms submission_terms(Tasks& tasks, versions::Versions& versions) {
  auto deliver = [&tasks, &versions](std::shared_ptr<versions::HandIn> hand_in,
                                     web::SubmissionTerms::Told told) {
    boost::asio::post(tasks.io(), [&tasks, &versions, hand_in = std::move(hand_in), told = std::move(told)] {
      tasks.start("hand-in", receive(versions, hand_in, told));
    });
  };
  return {versions.desk(), versions.folder(), std::move(deliver)};
}

/// The address of pages at every address of this machine, as others in the room can open it.
std::string for_others(std::string url) {
  const std::string every = "//0.0.0.0:";
  if (const std::size_t at = url.find(every); at != std::string::npos) {
    url.replace(at + 2, every.size() - 3, host_for_others("0.0.0.0"));
  }
  return url;
}

/// The names of a class, if they are not made up, are on pages that other machines can open.
void warn_of_names(const ClassExport& roster, const std::string& url) {
  spdlog::warn(
      "web: other machines can open {}, and the entrants are students of the roster {}: their names are "
      "shown there ('referee token --roster FILE --alias' makes names up)",
      url, roster.file);
}

}  // namespace

TournamentWeb::TournamentWeb(const Surroundings& around, Begin begin) : around_(around) {
  open(begin);
  if (!server_) {
    return;
  }
  const TournamentConfig& config = around.config;
  if (!server_->url().empty()) {
    if (config.roster && !config.roster->aliases && !server_->is_loopback()) {
      warn_of_names(*config.roster, server_->url());
    }
    around.match_scheduler.observe(server_->feed());
  }
  web::Metrics& metrics = server_->metrics();
  match_metrics_.emplace(metrics);
  around.match_scheduler.observe(*match_metrics_);
  web::Histogram& commits = metrics.histogram(
      "referee_store_commit_seconds", "How long commits of the store have taken.", web::seconds_bounds());
  around.store.on_commit([this, &commits](const StoreWriter::Commit& commit) {
    commits.observe(commit.took.count());
    if (!commit.only_turns) {
      server_->changed();
    }
  });
  if (around.jobs != nullptr) {
    claims_.emplace(metrics);
    around.jobs->on_news([this](const std::vector<JobNews>& news) { claims_->show(news); });
  }
  server_->changed();  // whatever was written between the first look into the store and now
  lag_.emplace(around.tasks.io(),
               metrics.histogram("referee_loop_lag_seconds", "How late an event loop makes its calls.",
                                 web::seconds_bounds(), {{"loop", "matches"}}));
  address_ = for_others(server_->url());
  if (config.submissions && !server_->url().empty()) {
    submit_text_ = "submit: " + address_ + "submit\n";
    if (config.insecure && !config.tls && !server_->is_loopback()) {
      spdlog::warn(
          "submissions: tokens and programs travel to {} without TLS (--insecure): whoever listens can "
          "submit in another's name",
          server_->url());
    }
  }
}

/// No pages are a smaller loss than no tournament.
void TournamentWeb::open(const Begin& begin) {
  const TournamentConfig& config = around_.config;
  WebSpec web = config.web;
  while (!server_ && (web.listen || web.metrics)) {
    try {
      web::WebServer::Tournament tournament = shown(config, around_.records);
      if (config.submissions) {
        tournament.submissions = submission_terms(around_.tasks, around_.versions);
      }
      if (begin) {
        tournament.begin = begin_terms(begin);
      }
      server_.emplace(web, tournament, config.tls);
    } catch (const std::exception& wrong) {
      spdlog::warn("web: {}; {}", wrong.what(),
                   web.metrics ? "without metrics it is tried again" : "there are no pages");
      web.metrics ? web.metrics.reset() : web.listen.reset();
    }
  }
}

/// The token is good for this start only, and is nowhere but in the line that text() has.
web::BeginTerms TournamentWeb::begin_terms(const Begin& begin) {
  begin_token_ = random_hex();
  return {
      protocol::Sha256::hex_of(begin_token_), [&tasks = around_.tasks, begin](web::BeginTerms::Told told) {
        boost::asio::post(
            tasks.io(), [&tasks, begin, told = std::move(told)] { tasks.start("begin", tell(begin, told)); });
      }};
}

TournamentWeb::~TournamentWeb() { stop(); }

std::string TournamentWeb::text() const {
  if (!server_) {
    return "";
  }
  const std::string metrics = server_->metrics_url();
  const char* const who =
      !server_->url().empty() && address_for_others().empty() ? " (only this machine can open it)\n" : "\n";
  const std::string begin =
      begin_token_.empty() ? "" : "begin: " + address_ + "#begin=" + begin_token_ + "\n";
  return (server_->url().empty() ? "" : "watch: " + address_ + who + begin + submit_text_) +
         (metrics.empty() ? "" : "metrics: " + metrics + "\n");
}

std::string TournamentWeb::address_for_others() const {
  return server_ && !server_->url().empty() && !server_->is_loopback() ? address_ : "";
}

void TournamentWeb::start() {
  if (server_ && !loop_over_) {
    server_->start();
    lag_->begin();
  }
}

void TournamentWeb::show_lobby(const pages::Lobby& lobby) {
  if (!server_ || server_->url().empty()) {
    return;
  }
  std::string shown = pages::lobby_html(lobby);
  if (shown != lobby_) {
    lobby_ = shown;
    server_->show_lobby(std::move(shown));
  }
}

void TournamentWeb::end_lobby() {
  if (!std::exchange(lobby_, "").empty()) {
    server_->show_lobby("");
  }
}

void TournamentWeb::reload_tls() {
  if (server_) {
    server_->reload_tls();
  }
}

void TournamentWeb::loop_ends() {
  loop_over_ = true;
  if (lag_) {
    lag_->end();
  }
}

void TournamentWeb::show_end() {
  if (server_) {
    server_->show_end();
  }
}

void TournamentWeb::stop() {
  if (server_) {
    around_.store.on_commit({});
    if (around_.jobs != nullptr) {
      around_.jobs->on_news({});
    }
    server_->stop();
  }
}

}  // namespace referee
