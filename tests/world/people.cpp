#include "tests/world/people.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "protocol/limits.h"
#include "protocol/messages.h"
#include "protocol/sha256.h"
#include "tests/world/simulated_process.h"

namespace world {

using namespace std::chrono_literals;
using referee::Nanoseconds;

namespace {

constexpr std::uint64_t kMostRulings = 12;
constexpr std::uint64_t kMostStrangers = 12;
constexpr std::uint64_t kMostClocks = 5;
constexpr std::uint64_t kMostHandIns = 12;
constexpr std::size_t kDigest = 64;        // hex digits
constexpr Nanoseconds kFurthest = 48h;     // that a clock is set
constexpr std::uint64_t kClockHaste = 20;  // it is set by that, half of it, a quarter ...
constexpr std::uint64_t kMostRoundsSet = 9;
constexpr std::size_t kMostIn = 4;  // strangers at one time

/// Another token, whose digest begins as that of `token` does.
std::string near_token(const std::string& token) {
  const auto first = [](const std::string& text) { return protocol::Sha256::hex_of(text).substr(0, 2); };
  const std::string other = "token of somebody else ";
  int number = 0;
  while (first(other + std::to_string(number)) != first(token)) {
    ++number;
  }
  return other + std::to_string(number);
}

}  // namespace

std::set<std::string> PeoplePast::subjects(const std::vector<std::string_view>& commands) const {
  std::set<std::string> subjects;
  for (const Ruling& ruling : rulings) {
    if (ruling.done && ruling.words.size() > 1 && std::ranges::count(commands, ruling.words[0]) > 0) {
      subjects.insert(ruling.words[1]);
    }
  }
  return subjects;
}

std::set<std::string> PeoplePast::disturbed() const {
  return subjects({"withdraw", "add", "kick", "token", "approve"});
}

/// Whoever dials in and is no entrant.
class People::Stranger final : public SocketOwner {
 public:
  /// It says `words` and nothing else; "": nothing at all.
  Stranger(const Surroundings& around, std::uint32_t address, const std::string& words) {
    SimulatedNetwork::Pair pair = around.loop.network().connect({}, *this, address);
    socket_ = std::move(pair.socket);
    socket_->send(words);
    around.running.parts().connections.lobby().accept(referee::Connection(std::move(pair.link)));
  }

 private:
  void on_bytes(std::string_view /*bytes*/) override {}  // they are in the log
  void on_end() override { socket_ = nullptr; }

  std::unique_ptr<SimulatedSocket> socket_;
};

People::People(const Surroundings& around, const PeopleWho& who, PeoplePast& past, std::uint64_t seed)
    : around_(around),
      past_(past),
      random_(seed),
      rules_(around.loop.io(), who.arbiter ? kMostRulings : 0),
      strangers_(around.loop.io(), who.strangers ? kMostStrangers : 0),
      clocks_(around.loop.io(), who.sets_clocks ? kMostClocks : 0),
      hand_ins_(around.loop.io(), who.hand_ins ? kMostHandIns : 0) {
  begin(rules_, &People::rule);
  begin(strangers_, &People::send_stranger);
  begin(clocks_, &People::set_clock);
  begin(hand_ins_, &People::hand_in);
}

People::~People() = default;

void People::begin(Doer& doer, void (People::*deed)()) {
  if (doer.left-- > 0) {
    doer.next.set_after(draw_pause(random_), [this, &doer, deed] {
      (this->*deed)();
      begin(doer, deed);
    });
  } else {
    doer.left = 0;
  }
}

void People::ask_too_late() {
  past_.over = around_.log.mark();
  ask({"rerun", draw_match(), "too late"});
}

void People::stop() {
  for (Doer* const doer : {&rules_, &strangers_, &clocks_, &hand_ins_}) {
    doer->next.cancel();
  }
  in_.clear();
}

// ---- the arbiter ----

/// The name of an entrant; bots of a tournament with workers are theirs.
std::string People::draw_name() {
  const auto& bots = around_.bots;
  const auto& entrants = around_.config.entrants;
  return bots.empty() ? entrants[draw(random_, entrants.size())].name
                      : bots[draw(random_, bots.size())]->person().name;
}

std::string People::draw_match() {
  const ToldLog::Attempts& begun = around_.log.attempts();
  return begun.empty() ? "r1t1g1"
                       : std::next(begun.begin(), static_cast<std::ptrdiff_t>(draw(random_, begun.size())))
                             ->first.first;
}

/// Its last word is a reason that no other ruling has, where it may have one.
std::vector<std::string> People::draw_command() {
  const std::string reason = "reason" + std::to_string(past_.rulings.size());
  const std::string round = std::to_string(1 + draw(random_, kMostRoundsSet));
  const std::string name = draw_name();
  // Games of who dials in are the referee's own: programs of the others are at the workers only.
  const std::string guest = around_.config.workers ? name : "guest" + std::to_string(past_.rulings.size());
  const std::string match = draw_match();
  // Its next round, at the earliest.
  const std::string coming = std::to_string(std::stoi(match.substr(1)) + 1);
  const std::array<const char*, 3> byes{"half", "zero", "none"};
  const std::string bye = byes[draw(random_, byes.size())];
  const std::vector<std::vector<std::string>> commands{{"status"},
                                                       {"status", "json"},
                                                       {"add", name},
                                                       {"add", guest},
                                                       {"token", name},
                                                       {"kick", name, reason},
                                                       {"withdraw", name, reason},
                                                       {"withdraw", name, reason},
                                                       {"withdraw_matching", "nobody*", reason},
                                                       {"approve", name},
                                                       {"approve_matching", "*"},
                                                       {"reload"},
                                                       {"start"},
                                                       {"pause"},
                                                       {"resume"},
                                                       {"bye", name, round, bye, reason},
                                                       {"bye", name, coming, bye, reason},
                                                       {"bye", name, coming, bye, reason},
                                                       {"rounds", round, reason},
                                                       {"void", match, reason},
                                                       {"void", match, reason},
                                                       {"rerun", match, reason},
                                                       {"rerun", match, reason},
                                                       {"reveal"},
                                                       {"reveal", "next"},
                                                       {"no command"}};
  return commands[draw(random_, commands.size())];
}

void People::rule() { ask(draw_command()); }

void People::ask(std::vector<std::string> words) {
  around_.loop.tasks().start("arbiter", carry_out(std::move(words)));
}

referee::Task<> People::carry_out(std::vector<std::string> words) {
  const std::size_t index = past_.rulings.size();
  const ToldLog::Stage asked = around_.log.mark();
  past_.rulings.push_back({words, asked, asked, false});
  const referee::ControlReply reply =
      co_await around_.running.arbiter().handle({words.front(), {words.begin() + 1, words.end()}});
  past_.rulings[index].answered = around_.log.mark();
  past_.rulings[index].done = reply.ok;
  if (reply.ok) {
    follow(words, reply.text);
  }
  if (reply.ok && words[0] == "withdraw" && around_.config.format->ladder() != nullptr) {
    co_await referee::sleep(around_.loop.io(), draw_time(random_, 1min));
    if (!around_.running.over()) {
      co_await carry_out({"add", words[1]});  // else it might never have enough games
    }
  }
}

/// What people do once the arbiter has it done.
void People::follow(const std::vector<std::string>& words, const std::string& reply) {
  const std::string last_word = reply.substr(reply.rfind(' ') + 1);
  if (words[0] == "token") {
    const auto bot =
        std::ranges::find(around_.bots, words[1], [](const auto& one) { return one->person().name; });
    if (bot != around_.bots.end()) {
      past_.old_tokens.push_back((*bot)->take_token(last_word));
    }
  } else if (words[0] == "add" && reply.find("Its token") != std::string::npos) {
    around_.let_in(words[1], last_word);
  }
}

// ---- the others ----

void People::send_stranger() {
  protocol::Hello hello;
  hello.name = around_.config.entrants[draw(random_, around_.config.entrants.size())].name;
  hello.token = past_.old_tokens.empty() || draw(random_, 2) == 0
                    ? near_token("token of " + hello.name)
                    : past_.old_tokens[draw(random_, past_.old_tokens.size())];
  protocol::Hello nameless = hello;
  nameless.name = "no name";
  protocol::Hello other_case = hello;
  other_case.name[0] = 'B';  // of a bot: who is known by another name
  other_case.token.clear();
  other_case.registration_code = around_.config.registration.code;
  protocol::Hello path = other_case;
  path.name = "../" + hello.name;
  protocol::Hello newer = hello;
  newer.role = "spectator";
  const std::vector<std::string> lines{"",
                                       line_of(hello) + "\n",
                                       line_of(hello) + "\n",
                                       line_of(nameless) + "\n",
                                       line_of(other_case) + "\n",
                                       line_of(path) + "\n",
                                       line_of(newer) + "\n",
                                       line_of(hello).substr(0, 9),
                                       "GET / HTTP/1.1\r\n\r\n",
                                       std::string("\0\xff\x80\n", 4),
                                       R"({"type":"move","match":"r1t1g1","turn":0,"move":[]})"
                                       "\n",
                                       std::string(protocol::kMaxLineFromBot + 1, '[')};
  const std::uint32_t address = kStrangers + static_cast<std::uint32_t>(draw(random_, kMostIn));
  ++past_.strangers;
  in_.push_back(std::make_unique<Stranger>(around_, address, lines[draw(random_, lines.size())]));
  if (in_.size() > draw(random_, kMostIn + 1)) {
    in_.erase(in_.begin());
  }
}

void People::set_clock() {
  const Nanoseconds by = draw_time(random_, Nanoseconds(kFurthest.count() >> draw(random_, kClockHaste)));
  const bool back = draw(random_, 2) == 0;
  ++past_.clocks_set;
  past_.set_back += back ? by : 0ns;
  around_.log.note_time();
  around_.loop.clock().set_ahead(back ? -by : by);
}

/// Another version of a launched bot is ready to play.
void People::hand_in() {
  const DialledBot::Person& person = around_.bots[draw(random_, around_.bots.size())]->person();
  referee::Roster& roster = around_.running.parts().roster;
  const auto entrant = roster.entrant(person.name);
  if (!person.program || !entrant) {
    return;
  }
  const auto number = static_cast<int>(past_.hand_ins.size()) + 1;
  std::string version = std::to_string(number);
  version.insert(0, kDigest - version.size(), '0');
  past_.hand_ins.push_back({person.name, version, around_.log.now()});
  roster.play_version(*entrant, referee::PlayableVersion{number, version,
                                                         SimulatedStarter::command_of(person.name, version)});
}

}  // namespace world
