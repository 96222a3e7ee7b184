#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "referee/loop/clock.h"
#include "referee/match/attempt.h"
#include "referee/match/lobby.h"
#include "referee/store/store_writer.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/run/registration.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// Changes that the arbiter or a rule made during a tournament: kept in the store, shown in the standings.
class ChangeLog {
 public:
  ChangeLog(const Clock& clock, StoreWriter& store, std::vector<StoredChange> before)
      : clock_(clock), store_(store), all_(std::move(before)) {}

  /// Sets the running round, for the notes that follow; 0 before the first.
  void set_round(int round) { round_ = round; }
  /// Notes `text`; the result is to be written to the store.
  StoreWrite note(const std::string& text);
  /// Notes `text`, and writes it together with `writes`, in one commit.
  void add(const std::string& text, std::vector<StoreWrite> writes = {});
  const std::vector<StoredChange>& all() const { return all_; }

 private:
  const Clock& clock_;
  StoreWriter& store_;
  std::vector<StoredChange> all_;
  int round_ = 0;
};

/// `text` with the arbiter's reason behind it, if one was given.
std::string because(std::string text, const std::string& reason);

/// What a player waits for while its entrant awaits_approval().
inline constexpr const char* kAwaitsApproval =
    "your registration waits for the arbiter: you play as soon as it is approved";

/// A version of an entrant's bot that was handed in, and is ready to play.
struct PlayableVersion {
  int number = 1;      ///< StoredVersion::number
  std::string sha256;  ///< hex: of what was handed in
  BotCommand bot;
};

/// The entrants of a tournament: their names, whether they play, and whether they are connected. The store
/// owns the list: an entrant that has entered stays, in the order of the pairing numbers. Who hands in bots
/// (versions/) tells it which version plays.
class Roster final : public EntrantDirectory {
 public:
  /// What the roster asks and tells the rest of the tournament; nobody listens at first.
  struct Events {
    /// See EntrantDirectory.
    std::function<std::string(const Player&)> waiting_for = [](const Player& /*player*/) { return ""; };
    /// An entrant has a connection now.
    std::function<void()> arrived = [] {};
    /// There is a new entrant.
    std::function<void(Entrant)> enlisted = [](Entrant /*entrant*/) {};
  };

  /// Entrants of the store first, then those of the config that are new; these are written to the store.
  /// Throws std::invalid_argument if a launched entrant of the store has no command any more, and what
  /// Registration throws.
  Roster(const Clock& clock, const TournamentConfig& config, const StoreContent& content, StoreWriter& store,
         ChangeLog& changes);
  /// Whom it asks and tells from now on. To be called before anybody connects.
  void on_events(Events events) { events_ = std::move(events); }

  std::size_t size() const { return entries_.size(); }
  const std::string& name(Entrant entrant) const { return entries_[entrant].stored.name; }
  /// Whether the referee starts its bot for the next match: by the file's command, or a version of it.
  bool launched(Entrant entrant) const { return entries_[entrant].bot.has_value(); }
  /// The player of an entrant that has a token to dial in with; nullptr if it has a command in the file. One
  /// that is launched() as well plays a version that was handed in: its connection plays nothing.
  const std::shared_ptr<Player>& player(Entrant entrant) const { return entries_[entrant].player; }
  bool withdrawn(Entrant entrant) const { return !entries_[entrant].stored.withdrawn.empty(); }
  bool withdrawn_for_absence(Entrant entrant) const { return entries_[entrant].stored.by_no_show; }
  /// Registered, and to be approved by the arbiter; withdrawn() as long as that is so.
  bool awaits_approval(Entrant entrant) const { return entries_[entrant].awaits_approval; }
  /// Whether an entrant is connected; launched bots always are.
  bool here(Entrant entrant) const;
  /// Why it is withdrawn, for people; "": it is not.
  const std::string& why_withdrawn(Entrant entrant) const { return entries_[entrant].stored.withdrawn; }
  /// How the entrant's bot is started; nothing: it dials in.
  const std::optional<BotCommand>& bot(Entrant entrant) const { return entries_[entrant].bot; }
  SeatSpec seat_spec(Entrant entrant) const;
  /// Which version of its bot the entrant plays, StoredVersion::number; 0: none that was handed in.
  int version(Entrant entrant) const { return played_version(entrant).number; }
  MatchSpec::Version played_version(Entrant entrant) const;
  /// The entrant of that name; upper and lower case are the same.
  std::optional<Entrant> entrant(const std::string& name) const;
  /// The entrants whose names match a pattern of the shell, as "ghost*"; upper and lower case are the same.
  std::vector<Entrant> matching(const std::string& pattern) const;
  std::vector<History::EntrantInfo> entrant_infos() const;
  const Registration& registration() const { return registration_; }

  /// From now on no new entrant enters, not even by the arbiter. `why`: "everybody meets everybody,
  /// and play has begun".
  void close_entry(const std::string& why) { entry_closed_ = why; }
  /// Notes whether the entrant came to a match that it was called to; the result is to be written together
  /// with the match's. "Two no-shows running = withdrawn until the entrant logs in again."
  /// `why`: why it did not come; "": nothing is known.
  std::vector<StoreWrite> note_attendance(Entrant entrant, bool came, const std::string& why = "");
  void withdraw(Entrant entrant, const std::string& why);
  /// Withdraws several entrants at once, with one note that names their `pattern` and says `why`: "3 entrants
  /// (ghost*) are withdrawn".
  void withdraw(const std::vector<Entrant>& entrants, const std::string& pattern, const std::string& why);
  /// Lets registered entrants play. REQUIRES: each awaits_approval().
  void approve(const std::vector<Entrant>& entrants);
  /// Lets an entrant play again after a withdrawal.
  void reinstate(Entrant entrant, const std::string& why);
  /// Registers a new entrant that dials in, for the arbiter; returns its token. Throws std::invalid_argument
  /// if the name is not free, or if entry is closed.
  std::string add(const std::string& name);
  /// Gives an entrant that dials in another token; the old one is no longer valid. Its connection stays. From
  /// then on the config's token of that entrant does not count, also after another start. REQUIRES: not
  /// launched().
  std::string renew_token(Entrant entrant);
  /// The entrant plays this version from its next match on, or from the next take_versions() on after
  /// hold_versions(); nothing: again as the file says. The store keeps the choice. An entrant that is
  /// withdrawn for its absences plays again. REQUIRES: the bot is confined as the tournament demands.
  void play_version(Entrant entrant, std::optional<PlayableVersion> version);
  /// The entrant plays the version that the store says it plays: nothing is written. REQUIRES: the bot is
  /// confined as the tournament demands.
  void restore_version(Entrant entrant, PlayableVersion version);
  /// From now on versions change only at take_versions(): between rounds.
  void hold_versions() { holds_versions_ = true; }
  /// Lets entrants play the versions chosen since the last call; what is to be written to the store together
  /// with the pairing of the round.
  std::vector<StoreWrite> take_versions();
  /// The version that the entrant will play from the next round on; nothing: the same as now.
  std::optional<int> next_version(Entrant entrant) const;
  /// Sends `bye` to all entrants that dial in; see Player::dismiss().
  void dismiss_all(std::string_view reason);

  std::optional<KnownEntrant> find(const std::string& name) const override;
  std::variant<NewEntrant, protocol::Error> enlist(const Applicant& applicant) override;
  Task<> keep() override { return store_.flush(); }
  std::string waiting_for(const Player& player) const override;
  std::optional<std::string> tournament() const override { return tournament_; }
  void arrived(Player& player) override;

 private:
  struct Entry {
    StoredEntrant stored;
    std::string folded;
    std::optional<BotCommand> bot;   // to be launched for the next match
    std::shared_ptr<Player> player;  // of an entrant that dials in
    bool configured = false;         // it is in the config
    bool awaits_approval = false;
    std::string page_token = {};                      // of a launched entrant: SHA-256, hex; "": it has none
    bool token_issued = false;                        // by the arbiter, in place of the config's
    std::optional<PeerAddress> registered_from = {};  // since this start of the referee
    std::optional<BotCommand> own_bot = {};           // the bot that the tournament file names
    std::string version_sha256 = {};                  // of the version that plays; "": none
    std::string why_absent = {};                      // from its newest game, if it was; "": not known
    /// What it plays from the next round on; an empty inner value: as the file says.
    std::optional<std::optional<PlayableVersion>> next = {};
  };

  void take(const EntrantSpec& spec);
  void take_page_token(Entry& entry, const std::string& token_sha256);
  void hide_from_each_other(const TournamentConfig& config);
  std::string why_not(const std::string& name) const;
  void set_version(Entry& entry, std::optional<PlayableVersion> version);
  std::vector<StoreWrite> withdrawals(const std::vector<Entrant>& entrants, const std::string& why);
  NewEntrant enter(const std::string& name, const std::optional<PeerAddress>& from);
  Registration::Counts counts(const PeerAddress& address) const;
  void set_withdrawn(Entry& entry, std::string why);
  void count(const Entry& entry, std::ptrdiff_t by);
  void set_awaits_approval(Entry& entry, bool awaits, std::vector<StoreWrite>& writes);
  Entry& append(StoredEntrant entrant);
  Entry* entry(const std::string& folded);
  const Entry* entry(const std::string& folded) const;
  StoreWrite write_of(const Entry& entry) const;

  const Clock& clock_;
  std::string tournament_;
  Registration registration_;
  std::string entry_closed_;  // why, once it is
  bool holds_versions_ = false;
  StoreWriter& store_;
  ChangeLog& changes_;
  Events events_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, Entrant> by_name_;  // folded
  // Entries that dial in, are not in the config and are not withdrawn, or await approval:
  std::size_t registered_ = 0;
  std::map<PeerAddress, std::size_t> registered_from_;
};

/// An entrant as pairings and standings see it.
History::EntrantInfo entrant_info_of(const StoredEntrant& entrant);

}  // namespace referee
