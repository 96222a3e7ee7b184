#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/framing.h"
#include "referee/clocks/clock_spec.h"
#include "referee/loop/timer.h"
#include "referee/match/lobby.h"
#include "tests/world/draw.h"
#include "tests/world/network_loop.h"
#include "tests/world/turn_times.h"

namespace world {

using Json = nlohmann::json;

/// What a bot does with one turn.
enum class Deed {
  answers,       ///< in time
  answers_late,  ///< 1 us after its time
  stays_silent,
  garbage,       ///< a line that is no JSON, then nothing
  wrong_turn,    ///< a move for a turn that is not asked, then the right one in time
  illegal,       ///< a move that the rules refuse
  floods,        ///< lines without end
  leaves,        ///< closes its connection, and dials in again
  is_cut,        ///< its connection is reset, and it dials in again
  vanishes,      ///< its machine is gone without a word; it dials in again
  dials_twice,   ///< dials in again, and its older connection stays; a launched one closes its connection
  repeats,       ///< answers in time, and again a little later; a launched one does not
  stops_reading  ///< answers in time, and reads nothing for a while; a launched one reads on
};
constexpr std::size_t kDeeds = 13;

/// How often a bot does what, as weights by Deed.
using Habits = std::array<unsigned, kDeeds>;

/// What a bot knows of one turn that it was asked.
struct AskedTurn {
  std::string match;
  std::string commitment;  ///< of this attempt of the match
  std::int64_t turn = 0;
  Deed deed = Deed::answers;
  /// Nothing that it has said before, and no earlier sending of this turn, can count for this turn.
  bool plain = true;
  referee::TimePoint read_at;      ///< it had the whole line
  referee::Nanoseconds unread{0};  ///< at most so long it had waited for the bot to read
  /// When its last answers before left, the latest first; where there are none, it had not been asked yet.
  std::array<referee::TimePoint, 2> answered{};
  referee::Nanoseconds extra{0};  ///< that this turn has on top of its limits
  referee::Microseconds left{0};  ///< what it was told of its clock
  referee::Microseconds used{0};
  double score = 0;
  std::optional<referee::TimePoint> wrote_at;     ///< its answer left; nothing: it gave none
  std::optional<referee::TimePoint> repeated_at;  ///< it left again
  /// Processor time from its read to its answer, and from the answer before to its read. Nothing: nobody
  /// knows.
  std::optional<referee::Nanoseconds> computed;
  std::optional<referee::Nanoseconds> pondered;
};

/// How the program of a launched bot starts.
enum class Start {
  runs,
  is_missing,     ///< the program is not there
  is_no_program,  ///< which bubblewrap tells late
  ends_at_once,   ///< before its hello
  hangs,          ///< says no hello
  machine_fails   ///< the referee cannot start it, which is not the fault of the program
};
constexpr std::size_t kStarts = 6;

/// What a program goes on in spite of.
enum class Stubbornness { none, ignores_end_of_input, ignores_sigterm };

/// The program of a launched bot.
struct Program {
  std::array<unsigned, kStarts> starts{1};  ///< how often it starts in which way, as weights by Start
  Stubbornness stays = Stubbornness::none;
  bool prints = false;  ///< a line to standard error for each turn
};

/// Which program of an entrant has played an attempt.
struct PlayedVersion {
  std::string match;
  std::string commitment;  ///< of this attempt of the match
  std::string version;     ///< the digest of one that was handed in; "": none was
};

/// What a bot has that is a process of the referee's machine.
class BotBody {
 public:
  virtual ~BotBody() = default;
  /// It uses processor time for a turn, `thinks` if it answers in time; returns how long that takes.
  virtual referee::Nanoseconds think(AskedTurn& asked, referee::Nanoseconds thinks) = 0;
  /// It has said something.
  virtual void said() = 0;
  /// It has heard that a match begins.
  virtual void begun() = 0;
  /// `by`: the bot's own deed; nothing: the referee has ended the connection.
  virtual void connection_gone(std::optional<Deed> by) = 0;
};

/// A program that plays a telling_game() over the simulated network. It dials in, or a body has connected it.
class DialledBot final : public SocketOwner {
 public:
  struct Person {
    std::string name;
    std::string token;              ///< "": it has none yet, and registers
    std::string registration_code;  ///< that it shows then
    std::uint32_t address = 0;
    Path path;
    bool stamped = true;  ///< else its bytes are read from pipes (PROTOCOL.md, "Clocks")
    Habits habits{1};
    referee::ClockSpec clock;
    Json refused;                           ///< a move that the rules refuse
    bool takes_new_match = false;           ///< it has the feature `new_match`
    referee::Nanoseconds comes_after{0};    ///< it dials in for the first time
    referee::Nanoseconds longest_away{0};   ///< once it has left: none, or more
    referee::Nanoseconds longest_pause{1};  ///< once it has stopped reading
    std::optional<Program> program;         ///< it is launched
    referee::Nanoseconds most_thinking{0};  ///< of a launched bot, in processor time: of an answer in time
    referee::Nanoseconds late_after{0};     ///< likewise: an answer that has taken more is late
    referee::Nanoseconds most_wall{0};      ///< of an answer of a launched bot
  };

  /// `lobby` is asked for at each dial: a referee that was started again has another. Null: nobody listens.
  /// `body`: of a bot that does not dial in; may be null. `version`: see PlayedVersion.
  DialledBot(NetworkLoop& loop, Person person, std::function<referee::Lobby*()> lobby, std::uint64_t seed,
             BotBody* body = nullptr, std::string version = "");
  ~DialledBot() override;
  DialledBot(const DialledBot&) = delete;
  DialledBot& operator=(const DialledBot&) = delete;

  /// Dials in, again and again until there is somebody who listens. No effect on one that is launched.
  void dial();
  void dial_after(referee::Nanoseconds time);
  /// Makes a connection, and returns the referee's end.
  std::unique_ptr<referee::Link> connect();
  void say_hello();
  /// The program of this entrant, in a process that has ended, has been asked this, too.
  void take_over(DialledBot& ended);
  /// In the match that has begun last.
  void note_printed(const std::string& words) { printed_.back().second += words; }
  /// The referee's process has ended: its connection is gone. It goes on in another loop, of the same time.
  void move_to(NetworkLoop& loop);
  /// Its token is another one from now on; returns the old one.
  std::string take_token(std::string token) { return std::exchange(person_.token, std::move(token)); }
  /// Closes its connection, and does not come back.
  void stop();
  const Person& person() const { return person_; }
  const std::vector<AskedTurn>& asked() const { return asked_; }
  /// How often its program has started, by Start.
  std::array<std::uint64_t, kStarts>& starts() { return starts_; }
  const std::array<std::uint64_t, kStarts>& starts() const { return starts_; }
  /// How often it was told new_match, and has said hello again.
  std::uint64_t kept() const { return kept_; }
  /// How many matches have begun before it was ready, or without new_match, or are those that it was told to
  /// forget.
  std::uint64_t begun_wrongly() const { return begun_wrongly_; }
  /// What the referee has done to it that it should not, a sentence each.
  const std::vector<std::string>& complaints() const { return complaints_; }
  /// How many of its programs run.
  int running = 0;
  /// All messages that it has received, for checks of what it may know.
  const std::vector<Json>& received() const { return received_; }
  /// Why the referee has ended older connections of this bot, in its own words.
  const std::vector<std::string>& older_ended() const { return older_ended_; }
  const std::vector<PlayedVersion>& versions() const { return versions_; }
  /// What its processes have written to standard error in a match.
  const std::multimap<std::string, std::string>& printed() const { return printed_by_all_; }

 private:
  class OlderConnection;

  void on_bytes(std::string_view bytes) override;
  void on_end() override;
  void on(const Json& message);
  std::string hello();
  void note_take_over();
  void on_welcome(const Json& welcome);
  void on_error(const Json& error);
  void begin(const Json& start);
  void get_ready();
  void answer(const Json& turn);
  AskedTurn asked_turn(const Json& turn);
  ChargeBounds thinking(const AskedTurn& asked) const;
  bool is_surely_in_time(const AskedTurn& asked, referee::Nanoseconds most) const;
  void stop_reading();
  /// After `time`, and after all that it is already to say; returns when.
  referee::TimePoint say_after(referee::Nanoseconds time, const std::string& line);
  referee::TimePoint send_after(referee::Nanoseconds time, std::string bytes);
  referee::TimePoint say_move(referee::Nanoseconds time, std::string line);
  void speak();
  void lose_connection();
  /// It has lost its connection.
  void gone(std::optional<Deed> by);

  NetworkLoop* loop_;
  Person person_;
  std::function<referee::Lobby*()> lobby_;
  Random random_;
  BotBody* body_;
  std::string version_;
  std::vector<PlayedVersion> versions_;  // of the entrant
  std::unique_ptr<SimulatedSocket> socket_;
  std::vector<std::unique_ptr<OlderConnection>> older_;
  std::vector<std::string> older_ended_;
  protocol::LineBuffer lines_;
  std::optional<referee::Timer> again_;
  std::optional<referee::Timer> speaks_;
  std::optional<referee::Timer> reads_;
  std::deque<std::pair<referee::TimePoint, std::string>> to_say_;
  std::vector<AskedTurn> asked_;
  std::vector<Json> received_;
  std::vector<std::pair<std::string, std::string>> printed_;  // by this process, for each attempt of a match
  std::multimap<std::string, std::string> printed_by_all_;    // by those that have ended
  std::array<std::uint64_t, kStarts> starts_{};
  std::string match_;                               // the newest
  std::string commitment_;                          // of its attempt
  std::array<referee::TimePoint, 2> answered_{};    // see AskedTurn
  referee::Nanoseconds extra_{0};                   // that its next turn has
  bool asked_here_ = false;                         // on this connection
  bool told_new_match_ = false;                     // since the newest match, likewise
  bool was_too_slow_ = false;                       // to say hello again, likewise
  referee::TimePoint read_at_{};                    // or connected
  referee::Nanoseconds unread_{0};                  // see AskedTurn, of what it reads now
  std::optional<referee::TimePoint> behind_since_;  // what it reads may have waited since then
  std::uint64_t kept_ = 0;                          // see kept()
  std::optional<referee::TimePoint> ready_at_;      // it was told new_match, and says hello again then
  std::uint64_t begun_wrongly_ = 0;
  std::optional<referee::TimePoint> awaited_until_;  // by a match that has told it new_match
  bool may_be_open_ = false;                         // its older connection, for the referee
  std::vector<referee::TimePoint> take_overs_;       // of the last minute, at most
  std::vector<std::string> complaints_;
  bool flooded_ = false;             // this connection: what it has said may count for any later turn
  referee::TimePoint garbage_at_{};  // it says its newest garbage then, likewise
  bool over_ = false;
};

/// It does nothing wrong, and neither does its program.
bool is_honest(const DialledBot::Person& person);
/// It is launched, and its program starts and says hello whenever the machine lets it.
bool always_comes(const DialledBot::Person& person);

}  // namespace world
