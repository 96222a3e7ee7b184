#include <array>

#include "referee/lab/check.h"
#include "referee/lab/scripted_peer.h"

namespace referee {
namespace {

Task<> slow_start(ScriptedPeer& peer) {
  co_await peer.greet();
  co_await peer.quiet();
  peer.start();
  co_await peer.quiet();
  co_await peer.turns(2);
  co_await peer.part();
}

Task<> late_once(ScriptedPeer& peer) {
  co_await peer.greet();
  peer.start();
  peer.ask_in_vain();
  co_await peer.turns(3);
  co_await peer.part();
}

Task<> request_repeated(ScriptedPeer& peer) {
  co_await peer.greet();
  peer.start();
  co_await peer.turns(1);
  peer.repeat_request();
  co_await peer.turns(3);
  co_await peer.part();
}

Task<> unknown_fields(ScriptedPeer& peer) {
  peer.add_unknown_fields();
  co_await peer.greet();
  peer.start();
  co_await peer.turns(3);
  co_await peer.part();
}

Task<> unknown_types(ScriptedPeer& peer) {
  constexpr std::string_view kUnknown = R"({"type":"x_later","viewers":3,"note":{"text":"hello"}})";
  co_await peer.greet();
  peer.say(kUnknown);
  peer.start();
  peer.say(kUnknown);
  co_await peer.turns(1);
  peer.say(kUnknown);
  co_await peer.turns(2);
  co_await peer.part();
}

Task<> words_between(ScriptedPeer& peer) {
  co_await peer.greet();
  peer.say(protocol::wait_line("round 2 starts when all tables of round 1 are done"));
  peer.start();
  co_await peer.turns(1);
  peer.say(protocol::line_of(protocol::Error{"x_later", "an error that this bot did not cause"}));
  co_await peer.turns(1);
  peer.say(protocol::wait_line("the referee is busy"));
  co_await peer.turns(2);
  co_await peer.part();
}

Task<> next_game(ScriptedPeer& peer) {
  co_await peer.greet();
  peer.start();
  co_await peer.turns(2);
  co_await peer.end_for_another();
  peer.start();
  co_await peer.turns(2);
  co_await peer.part();
}

Task<> end_of_input(ScriptedPeer& peer) {
  co_await peer.greet();
  peer.start();
  co_await peer.turns(1);
  co_await peer.hang_up();
}

Task<> reconnect(ScriptedPeer& peer) {
  co_await peer.greet();
  peer.start();
  co_await peer.turns(2);
  co_await peer.cut_and_resume();
  co_await peer.turns(2);
  co_await peer.part();
}

const Check kSlowStart{
    .name = "slow start",
    .place = "A bot in five sentences, 2",
    .expected = "the bot waits for start, and then for its first turn, however long they take",
    .mend = "Read the next line without a time limit, and say nothing until a turn comes.",
    .scenario = slow_start};

const Check kLateOnce{
    .name = "late once",
    .place = "Other error codes: stale",
    .expected = "after a turn that was over before it was answered, a move with the number of the newest",
    .mend =
        "Read all that has come and answer the newest turn, with its own number. A late answer is "
        "refused, and does no harm.",
    .scenario = late_once};

const Check kOldRequestAgain{
    .name = "old request again",
    .place = "Other error codes: stale, duplicate",
    .expected = "a request that is repeated does not change the numbers of later answers",
    .mend = "Take \"match\" and \"turn\" out of the request itself, and do not count requests.",
    .scenario = request_repeated};

const Check kUnknownFields{.name = "unknown fields",
                           .place = "A bot in five sentences, 4",
                           .expected = "fields that the bot does not know are ignored, in every message",
                           .mend = "Look fields up by name, and let your JSON reader ignore unknown ones.",
                           .scenario = unknown_fields};

const Check kUnknownMessages{
    .name = "unknown messages",
    .place = "A bot in five sentences, 4",
    .expected = "messages of a type that the bot does not know are ignored",
    .mend = "Look at \"type\" first, and do nothing for a type that you have no use for.",
    .scenario = unknown_types};

const Check kWaitAndError{.name = "wait and error",
                          .place = "Messages: wait, error",
                          .expected = "wait and error may come at any time, and need no answer",
                          .mend = "Print the message of an error to standard error and read on.",
                          .scenario = words_between};

const Check kEndOfInput{.name = "end of input",
                        .place = "A bot in five sentences, 5",
                        .expected = "the program ends when its input ends, even in mid-game",
                        .mend = "A read that returns nothing at all is the end of input: leave the loop.",
                        .who = Check::For::launched,
                        .scenario = end_of_input};

const Check kReconnect{
    .name = "reconnect",
    .place = "Reconnecting",
    .expected =
        "when the connection is lost in mid-game the bot dials again, with its name and token, and "
        "answers the open turn",
    .mend = "Dial in a loop until bye, waiting a little longer each time. join.py does it for you.",
    .who = Check::For::dialled,
    .scenario = reconnect};

}  // namespace

const Check check::kNextGame{
    .name = "next game",
    .place = "Messages: any number of matches one after another",
    .expected =
        "after end the bot waits for the next start, and plays on; it answers new_match with hello "
        "if its first hello has that feature",
    .mend =
        "Do not leave at end; forget the old match at start. Only bye, or the end of input, is the end. "
        "Leave new_match out of features if the bot cannot play twice.",
    .scenario = next_game};

namespace {

const std::array<const Check*, 9> kScenarios = {&kSlowStart,       &kLateOnce,        &kOldRequestAgain,
                                                &kUnknownFields,   &kUnknownMessages, &kWaitAndError,
                                                &check::kNextGame, &kEndOfInput,      &kReconnect};

}  // namespace

std::span<const Check* const> scenarios() { return kScenarios; }

}  // namespace referee
