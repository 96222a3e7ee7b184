#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/framing.h"
#include "referee/loop/timer.h"
#include "referee/match/lobby.h"
#include "tests/world/network_loop.h"

namespace world {

using Json = nlohmann::json;

/// What a bot does with one turn.
enum class Deed {
  answers,       ///< in time
  answers_late,  ///< 1 us after its time
  stays_silent,
  garbage,     ///< a line that is no JSON, then nothing
  wrong_turn,  ///< a move for a turn that is not asked, then the right one in time
  illegal,     ///< a move that the rules refuse
  floods,      ///< lines without end
  leaves,      ///< closes its connection, and dials in again
  is_cut,      ///< its connection is reset, and it dials in again
  vanishes     ///< its machine is gone without a word; it dials in again
};
constexpr std::size_t kDeeds = 10;

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
  referee::TimePoint read_at;                  ///< it had the whole line
  referee::Nanoseconds silent{0};              ///< from its last answer before, in any match, to its read
  std::optional<referee::TimePoint> wrote_at;  ///< its answer left; nothing: it gave none
};

/// A program that dials in, over the simulated network, and plays Sums.
class DialledBot final : public SocketOwner {
 public:
  struct Person {
    std::string name;
    std::string token;
    std::uint32_t address = 0;
    Path path;
    Habits habits{1};
    referee::Nanoseconds most_thinking{0};  ///< of an answer in time
    referee::Nanoseconds late_after{0};     ///< from its read of a turn: an answer that leaves later is late
  };

  /// `lobby` is asked for at each dial: a referee that was started again has another. Null: nobody listens.
  DialledBot(NetworkLoop& loop, Person person, std::function<referee::Lobby*()> lobby, std::uint64_t seed);

  /// Dials in, again and again until there is somebody who listens.
  void dial();
  /// The referee's process has ended: its connection is gone. It goes on in another loop, of the same time.
  void move_to(NetworkLoop& loop);
  /// Closes its connection, and does not come back.
  void stop();
  const Person& person() const { return person_; }
  const std::vector<AskedTurn>& asked() const { return asked_; }
  /// All messages that it has received, for checks of what it may know.
  const std::vector<Json>& received() const { return received_; }

 private:
  void on_bytes(std::string_view bytes) override;
  void on_end() override;
  void on(const Json& message);
  void answer(const Json& turn);
  Deed draw_deed();
  /// After `time`, and after all that it is already to say; returns when.
  referee::TimePoint say_after(referee::Nanoseconds time, std::string line);
  void speak();
  void dial_after(referee::Nanoseconds time);
  void lose_connection();

  NetworkLoop* loop_;
  Person person_;
  std::function<referee::Lobby*()> lobby_;
  std::mt19937_64 random_;
  std::unique_ptr<SimulatedSocket> socket_;
  protocol::LineBuffer lines_;
  std::optional<referee::Timer> again_;
  std::optional<referee::Timer> speaks_;
  std::deque<std::pair<referee::TimePoint, std::string>> to_say_;
  std::vector<AskedTurn> asked_;
  std::vector<Json> received_;
  std::string commitment_;  // of its newest match
  referee::TimePoint answered_at_{};
  bool asked_here_ = false;  // on this connection
  bool flooded_ = false;     // this connection: what it has said may count for any later turn
  bool over_ = false;
};

}  // namespace world
