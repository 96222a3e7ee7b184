#include "tests/world/spectators.h"

#include <algorithm>
#include <utility>

#include "referee/tournament/run/opened_store.h"

namespace world {

using referee::web::Event;
using referee::web::EventTopic;

namespace {

constexpr std::uint64_t kMostVisits = 40;
constexpr std::size_t kMostReaders = 3;
constexpr const char* kWrongToken = "not a token";

referee::web::ShownTournament shown(const referee::TournamentConfig& config,
                                    const referee::RecordFiles& files) {
  referee::web::ShownTournament tournament;
  tournament.store = config.store;
  tournament.terms.entering =
      config.registration.open ? referee::pages::Entering::open : referee::pages::Entering::closed;
  tournament.terms.live = true;
  tournament.terms.names = config.web.names;
  tournament.turns = referee::turns_folder(config.store);
  tournament.stderr_path = [&files](const std::string& name) { return files.stderr_path(name); };
  return tournament;
}

}  // namespace

class Spectators::Reader final : public referee::web::EventReader {
 public:
  Reader(ToldLog& log, std::size_t stream, const std::shared_ptr<EventTopic>& topic)
      : log_(log), stream_(stream), topic_(topic) {
    topic->subscribe(*this);
  }
  ~Reader() override {
    if (const auto topic = topic_.lock()) {
      topic->unsubscribe(*this);
    }
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

 private:
  void on_event(const Event& event, const Event& /*reset*/) override { log_.add(stream_, *event.text); }
  void on_end() override {}

  ToldLog& log_;
  std::size_t stream_;
  std::weak_ptr<EventTopic> topic_;
};

Spectators::Spectators(NetworkLoop& loop, const referee::TournamentConfig& config,
                       test_support::RunningTournament& running, const Bots& bots, ToldLog& log,
                       std::uint64_t seed)
    : config_(config),
      store_(running.parts().store),
      bots_(bots),
      log_(log),
      random_(seed),
      pages_(loop.tasks(), config.web, shown(config, running.parts().records.files()),
             [this] { pages_.tick_soon(); }, {}),
      next_(loop.io()) {
  running.parts().match_scheduler.observe(pages_.feed());
  store_.on_commit([this](const referee::StoreWriter::Commit& commit) {
    if (!commit.only_turns) {
      pages_.changed();
      pages_.tick_soon();
    }
  });
  pages_.changed();
  visit();
}

Spectators::~Spectators() { readers_.clear(); }

void Spectators::close() {
  next_.cancel();
  store_.on_commit({});
  readers_.clear();
  pages_.close();
}

void Spectators::visit() {
  if (visits_++ < kMostVisits) {
    next_.set_after(draw_pause(random_), [this] {
      ask();
      visit();
    });
  }
}

/// What is open to a few matches that have begun, and to nobody who does not know their names.
referee::web::HttpRequest Spectators::draw_request() {
  std::vector<std::string> matches;
  for (const auto& [key, attempt] : log_.attempts()) {
    matches.push_back(key.first);
  }
  const std::string match = matches.empty() ? "r1t1g1" : matches[draw(random_, matches.size())];
  const std::vector<std::vector<std::string>> paths{
      {},
      {"api", "tournament"},
      {"api", "events"},
      {"api", "matches", match},
      {"api", "matches", match, "events"},
      {"api", "matches", match, "record"},
      {"api", "matches", match, "context"},
      {"matches", match},
      {"entrants", std::to_string(1 + draw(random_, config_.entrants.size()))},
      {"api", "me"},
      {"api", "me", "matches", match},
      {"api", "me", "matches", match, "record"},
      {"api", "me", "matches", match, "printed"}};
  referee::web::HttpRequest request;
  request.path = paths[draw(random_, paths.size())];
  return request;
}

void Spectators::ask() {
  if (draw(random_, 4) == 0) {
    log_.add_reports(config_.reports);
    return;
  }
  referee::web::HttpRequest request = draw_request();
  std::string reader;
  if (request.path.size() > 1 && request.path[1] == "me") {
    const std::size_t owner = draw(random_, bots_.size() + 1);
    request.bearer = owner < bots_.size() ? bots_[owner]->person().token : kWrongToken;
    reader = owner < bots_.size() ? bots_[owner]->person().name : "";
  }
  std::string address;
  for (const std::string& part : request.path) {
    address += "/" + part;
  }
  ++pages_read_;
  const referee::web::HttpResponse response = pages_.answer(request);
  const std::size_t stream = log_.begin(address, 0, reader);
  if (response.body != nullptr) {
    log_.add(stream, *response.body->bytes());
  }
  for (const Event& event : response.first_events) {
    log_.add(stream, *event.text);
  }
  if (response.topic != nullptr) {
    readers_.push_back(std::make_unique<Reader>(log_, stream, response.topic));
  }
  if (readers_.size() > draw(random_, kMostReaders + 1)) {
    readers_.pop_front();
  }
}

}  // namespace world
