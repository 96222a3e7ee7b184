#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "protocol/sha256.h"
#include "tests/world/checks.h"
#include "tests/world/telling_game.h"

// What is secret until when, by Tournaments 2.7, 9.3, 13.10, 13.11, PROTOCOL.md ("What a bot may know"),
// SECURITY.md
// ("A spectator") and docs/reference/spectators.md ("What spectators do not see").
namespace world {
namespace {

using Stage = ToldLog::Stage;

constexpr Stage kNever = std::numeric_limits<Stage>::max();
constexpr std::uint64_t kLeastSeed = 1'000'000'000;  // smaller numbers may stand for anything
constexpr std::ptrdiff_t kShortestWord = 10;         // of those that are secret
constexpr const char* kTokens = "token of ";         // how those of the tournament file begin

/// A word that not everybody may read.
struct Secret {
  std::string what;
  Stage public_from = 0;                     // for everybody from then on
  referee::SystemTime public_utc{};          // and not before
  std::map<std::string, Stage> known{};      // from when on to these entrants
  std::map<std::string, std::string> own{};  // the page that shows it to them once the store has the match
  Stage shown_from = 0;                      // on pages to others than `players`, if that is later
  std::set<std::string> players{};
};

class Secrets {
 public:
  explicit Secrets(const TournamentWorld& world) : world_(world) {
    for (const auto& bot : world.bots()) {
      by_address_[bot->person().address] = bot->person().name;
      add_tokens(*bot);
      add_printed(*bot);
    }
    find_frozen();
    secrets_[std::to_string(world.seeds().seed)] = {"the seed of the tournament", kNever};
    secrets_[world.seeds().salt] = {"the salt of the tournament", kNever};
    for (const auto& [key, attempt] : world.told().attempts()) {
      by_seed_[attempt.seed.number].emplace_back(key, &attempt);
    }
    for (auto& [seed, attempts] : by_seed_) {
      std::ranges::sort(attempts, {}, [](const auto& one) { return one.second->began; });
      add_seed(attempts);
      add_words(attempts);
    }
  }

  void check(const ToldLog::Stream& stream, std::vector<std::string>& faults) const {
    const auto owner = by_address_.find(stream.address);
    const std::string reader = owner == by_address_.end() ? stream.reader : owner->second;
    const auto is_part = [](char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0; };
    for (auto begin = stream.bytes.begin(); begin != stream.bytes.end();) {
      begin = std::find_if(begin, stream.bytes.end(), is_part);
      const auto end = std::find_if_not(begin, stream.bytes.end(), is_part);
      const auto found =
          end - begin < kShortestWord ? secrets_.end() : secrets_.find(std::string(begin, end));
      if (found != secrets_.end() &&
          !may_read(found->second, reader, stream, static_cast<std::size_t>(end - stream.bytes.begin()))) {
        faults.push_back(found->second.what + " was told by " + stream.source + " to " +
                         (reader.empty() ? "everybody" : reader));
        return;
      }
      begin = end;
    }
    if (stream.bytes.find(kTokens) != std::string::npos) {
      faults.push_back("a token was told by " + stream.source);
    }
  }

 private:
  /// Attempts of one seed in the order of their beginnings: several entrants play it, or it is played again.
  using OfSeed = std::vector<std::pair<ToldLog::Attempts::key_type, const ToldLog::Attempt*>>;

  static bool may_read(const Secret& secret, const std::string& reader, const ToldLog::Stream& stream,
                       std::size_t end) {
    const ToldLog::Stream::Piece& piece = stream.piece_of(end - 1);
    const auto known = secret.known.find(reader);
    const auto own = secret.own.find(reader);
    if ((own != secret.own.end() && own->second == stream.source) ||
        (known != secret.known.end() && piece.stage >= known->second)) {
      return true;
    }
    const bool is_page = !is_for_arbiter(stream) && !secret.players.contains(reader);
    return piece.stage >= secret.public_from && piece.utc >= secret.public_utc &&
           (!is_page || piece.stage >= secret.shown_from);
  }

  /// Files of reports, which have what pages keep back (docs/reference/spectators.md).
  static bool is_for_arbiter(const ToldLog::Stream& stream) {
    return stream.address == 0 && !stream.source.starts_with("/") && !stream.source.starts_with("site/");
  }

  /// Its owner is told one that the referee has made; nobody is told what the store has of it.
  void add_tokens(const DialledBot& bot) {
    const std::string& token = bot.person().token;
    secrets_[token] = {"the token of " + bot.person().name, kNever, {}, {{bot.person().name, 0}}};
    secrets_[protocol::Sha256::hex_of(token)] = {"the digest of a token", kNever};
  }
  void add_printed(const DialledBot& bot) {
    for (const auto& [match, words] : bot.printed()) {
      for (std::size_t at = words.find(", "); at != std::string::npos; at = words.find(", ", at + 1)) {
        const std::string word = words.substr(at + 2, words.find('\n', at) - at - 2);
        secrets_[word] = {"standard error of " + bot.person().name, kNever, {}, {{bot.person().name, 0}}};
      }
    }
  }

  bool is_played_by_all() const {
    const referee::TournamentConfig& config = world_.config();
    return config.seats == 1 && !config.format->traits().open_practice;
  }
  static Stage last_of(const OfSeed& attempts) {
    return std::ranges::max(attempts, {}, [](const auto& one) { return one.second->latest; }).second->latest;
  }
  static Stage first_end_of(const OfSeed& attempts) {
    return std::ranges::min(attempts, {}, [](const auto& one) { return one.second->latest; }).second->latest;
  }
  Stage end_of_tournament() const {
    Stage end = 0;
    for (const auto& [key, attempt] : world_.told().attempts()) {
      end = std::max(end, attempt.latest);
    }
    return end;
  }

  /// From which round on results wait until when; of a Swiss whose number of rounds stays.
  void find_frozen() {
    const referee::TournamentConfig& config = world_.config();
    const std::set<std::string> changed = world_.people().subjects({"rounds"});
    if (config.web.freeze_rounds == 0 || !config.format->own_rounds() ||
        config.format->json().contains("final") || !changed.empty()) {
      return;
    }
    first_frozen_ = std::max(1, *config.format->own_rounds() - config.web.freeze_rounds + 1);
    for (const PeoplePast::Ruling& ruling : world_.people().rulings) {
      if (ruling.done && ruling.words[0] == "reveal") {
        revealed_ = std::min(revealed_, ruling.asked);  // the first place reveals all, too
      }
    }
  }
  /// From when on spectators may see what was played with a seed; entrants see their own matches.
  Stage shown_from(const OfSeed& attempts) const {
    if (world_.config().web.matches == referee::WebSpec::Matches::own) {
      return kNever;
    }
    const auto is_frozen = [&](const auto& one) {
      return first_frozen_ && round_of(one.first.first) >= *first_frozen_;
    };
    return std::ranges::all_of(attempts, is_frozen) ? revealed_ : 0;
  }
  /// "r12t3g1" is of round 12.
  static int round_of(const std::string& match) { return std::stoi(match.substr(1)); }

  /// Keeps it from spectators until then, and from nobody who has played with that seed.
  static void keep_back(Secret& secret, const OfSeed& attempts, Stage until) {
    secret.shown_from = until;
    for (const auto& [key, attempt] : attempts) {
      secret.players.insert(attempt->players.begin(), attempt->players.end());
    }
  }

  /// In blocks: when the block that is open at `begun` closes, which the last one does with the ladder.
  referee::SystemTime closing_after(referee::SystemTime begun) const {
    const referee::LadderTerms* const ladder = world_.config().format->ladder();
    if (ladder == nullptr || !ladder->blocks) {
      return {};
    }
    referee::SystemTime closes = *referee::read_utc(ladder->blocks->first_closes);
    while (closes <= begun) {
      closes += std::chrono::seconds(ladder->blocks->every_s);
    }
    return std::min(closes, world_.config().until.value_or(closes));
  }

  /// When the block of these attempts closes: where the clock was set meanwhile, the earliest that it may be.
  referee::SystemTime closing_of(const OfSeed& attempts) const {
    referee::SystemTime closes = referee::SystemTime::max();
    for (const auto& [key, attempt] : attempts) {
      closes = std::min(closes, closing_after(attempt->began_utc));
    }
    return closes;
  }

  /// Whether a match had that salt that was interrupted before it began: it is over, and its record tells the
  /// seed.
  bool is_in_unplayed_record(const std::string& salt) const {
    return std::ranges::any_of(world_.content().games, [&](const referee::StoredAttempt& one) {
      return !world_.told().attempts().contains({one.match, one.attempt}) &&
             world_.record(one.match, one.attempt).find(salt) != std::string::npos;
    });
  }

  /// Seed and salt: those that are played again are secret until the tournament or their block is over.
  void add_seed(const OfSeed& attempts) {
    const auto& [key, first] = attempts.front();
    const referee::TournamentConfig& config = world_.config();
    bool again = is_played_by_all();
    for (std::size_t i = 0; i < config.instances.size() && config.format->ladder() == nullptr; ++i) {
      again = again || config.instances.at(i).seed == first->seed.number;
    }
    Secret secret{"the seed of " + key.first, first_end_of(attempts)};
    if (config.format->ladder() != nullptr && is_in_unplayed_record(first->seed.salt)) {
      secret.public_from = 0;
    } else if (config.format->ladder() != nullptr && is_played_by_all()) {
      secret.public_from = last_of(attempts);
      secret.public_utc = closing_of(attempts);
    } else if (again) {
      secret.public_from = end_of_tournament();
    }
    keep_back(secret, attempts, shown_from(attempts));
    if (first->seed.number >= kLeastSeed) {
      secrets_[std::to_string(first->seed.number)] = secret;
    }
    Secret& salt = secrets_.try_emplace(first->seed.salt, secret).first->second;
    salt.public_from = again ? std::max(salt.public_from, secret.public_from)
                             : std::min(salt.public_from, secret.public_from);
  }

  /// What one seat alone sees is public when its game is over. What all play, when the last has played it;
  /// who enters after that, or comes back, plays what is known.
  void add_words(const OfSeed& attempts) {
    for (const auto& [key, attempt] : attempts) {
      for (std::size_t seat = 0; seat < attempt->players.size() && (attempt->hides || is_played_by_all());
           ++seat) {
        const auto [at, is_new] = secrets_.try_emplace(word_of_seat(attempt->seed, seat));
        Secret& secret = at->second;
        secret.what = "what seat " + std::to_string(seat) + " of " + key.first + " sees";
        secret.known.try_emplace(attempt->players[seat], attempt->began);
        secret.own.try_emplace(attempt->players[seat], "/api/me/matches/" + key.first);
        if (is_new || attempt->hides) {
          secret.public_from = is_new ? attempt->latest : std::min(secret.public_from, attempt->latest);
          secret.public_utc = closing_of(attempts);
        } else if (!was_played_before(key) &&
                   (attempt->began <= secret.public_from || !comes_late(attempt->players[seat]))) {
          secret.public_from = std::max(secret.public_from, attempt->latest);
        }
      }
    }
    for (std::size_t seat = 0; seat < attempts.front().second->players.size(); ++seat) {
      const auto word = secrets_.find(word_of_seat(attempts.front().second->seed, seat));
      if (word != secrets_.end()) {
        keep_back(word->second, attempts, shown_from(attempts));
      }
    }
  }
  bool comes_late(const std::string& name) const {
    const auto& entrants = world_.config().entrants;
    return std::ranges::count(entrants, name, &referee::EntrantSpec::name) == 0 || world_.is_back(name);
  }
  /// The arbiter has a finished game played again: all have seen it.
  bool was_played_before(const ToldLog::Attempts::key_type& key) const {
    const ToldLog::Attempts& all = world_.told().attempts();
    return std::any_of(all.lower_bound({key.first, 0}), all.find(key),
                       [](const auto& one) { return one.second.counted; });
  }

  const TournamentWorld& world_;
  std::optional<int> first_frozen_;  // a round
  Stage revealed_ = kNever;
  std::map<std::uint64_t, OfSeed> by_seed_;
  std::map<std::uint32_t, std::string> by_address_;
  std::unordered_map<std::string, Secret> secrets_;
};

}  // namespace

void check_secrets(const TournamentWorld& world, std::vector<std::string>& faults) {
  const Secrets secrets(world);
  for (const ToldLog::Stream& stream : world.told().streams()) {
    secrets.check(stream, faults);
  }
}

}  // namespace world
