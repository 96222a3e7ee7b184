#include "referee/tournament/run/store_check.h"

#include <optional>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/kernel_time.h"
#include "referee/record/record.h"
#include "referee/record/replay.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/tournament/run/stored_game.h"
#include "referee/tournament/run/stored_page.h"
#include "referee/tournament/standings/history.h"

namespace referee {
namespace {

constexpr const char* kStillRunning = "it was running when the store was examined";

/// Collects what is wrong with one store.
class Examination {
 public:
  Examination(Store& store, CheckDepth depth) : store_(store), depth_(depth) {}

  StoreCheck run() {
    for (const std::string& line : store_.damage()) {
      report("storage", line);
    }
    const auto content = attempt("storage", [&] { return store_.load(); });
    if (content) {
      examine(*content);
    }
    return std::move(check_);
  }

 private:
  void report(const std::string& where, const std::string& what) {
    if (++check_.problem_count <= StoreCheck::kNamed) {
      check_.problems.push_back(where + ": " + what);
    }
  }

  /// What `read` returns; reports what a damaged store lets it throw.
  template <class Read>
  auto attempt(const std::string& where, Read read) -> std::optional<decltype(read())> {
    try {
      return read();
    } catch (const StoreError& error) {
      report(where, error.what());
    } catch (const fields::Exception& error) {
      report(where, error.what());
    } catch (const nlohmann::json::exception& error) {
      report(where, error.what());
    } catch (const std::logic_error& error) {  // invalid_argument and out_of_range: of values that do not fit
      report(where, error.what());
    }
    return std::nullopt;
  }

  /// Opens the game, or throws std::invalid_argument: that matches cannot be played again is no damage.
  void require_game(const StoreContent& content) {
    const auto frozen = content.meta.find(meta_key::kFrozen);
    if (depth_ != CheckDepth::replay || frozen == content.meta.end()) {
      return;
    }
    const auto game =
        attempt("game", [&] { return stored_game(content, nlohmann::json::parse(frozen->second)); });
    if (game && game->entry == nullptr) {
      throw std::invalid_argument("the records cannot be played again: " + game->problem);
    }
  }

  void examine(const StoreContent& content) {
    require_game(content);
    check_.entrants = content.entrants.size();
    check_.rounds = content.rounds.size();
    attempt("roster", [&] { return roster_of(content).has_value(); });
    const std::size_t before = check_.problem_count;
    for (const StoredRound& round : content.rounds) {
      attempt("round " + std::to_string(round.round) + ": pairing",
              [&] { return read_encounters(round.encounters); });
    }
    for (const StoredAttempt& game : content.games) {
      const bool is_running = game.status == StoredAttempt::Status::running;  // then it has ResumeTerms
      if (!is_running && !game.result.empty()) {
        attempt(name_of(game) + ": result", [&] { return read_game_result(game.result); });
      }
    }
    const bool has_matches = !content.rounds.empty() || content.meta.contains(meta_key::kLadder);
    if (has_matches && check_.problem_count == before) {
      attempt("standings", [&] { return page_of(content); });
    }
    for (const StoredAttempt& game : content.games) {
      const auto record = attempt(name_of(game) + ": record", [&] { return record_of(game); });
      if (record) {
        ++check_.records;
        examine_record(game, *record);
      }
    }
  }

  static std::string name_of(const StoredAttempt& game) {
    return game.match + ", attempt " + std::to_string(game.attempt);
  }

  /// A match that was running when the store was read may be over by now: then its record is whole.
  std::string record_of(const StoredAttempt& game) {
    std::string record = store_.record(game.match, game.attempt);
    const bool running =
        game.status == StoredAttempt::Status::running && !record.empty() && !is_closed(record);
    return running ? closed_as_void(record, kStillRunning, kernel_utc()) : record;
  }

  void examine_record(const StoredAttempt& game, const std::string& record) {
    const std::string where = name_of(game) + ": record";
    const Verified verified = depth_ == CheckDepth::replay ? verify_record(record) : read_record(record);
    if (verified.difference) {
      report(where, verified.difference->text());
      return;
    }
    check_.turns += verified.turns;
    const auto head = nlohmann::json::parse(record.substr(0, record.find('\n')));
    if (head.value("match", "") != game.match || head.value("attempt", 0) != game.attempt) {
      report(where, "it is one of " + fields::brief(head.value("match", nlohmann::json())) + ", attempt " +
                        fields::brief(head.value("attempt", nlohmann::json())));
    }
    if (game.status == StoredAttempt::Status::done && verified.is_void) {
      report(where, "it does not count (void), but its result is in the standings");
    }
  }

  Store& store_;
  CheckDepth depth_;
  StoreCheck check_;
};

}  // namespace

StoreCheck check_stored(Store& store, CheckDepth depth) { return Examination(store, depth).run(); }

}  // namespace referee
