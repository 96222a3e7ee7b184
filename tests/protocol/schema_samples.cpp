// The protocol as the code has it, which schema_test.py compares with schema/ and PROTOCOL.md.
//   schema_samples write   each kind of message, with and without its optional fields, one per line
//   schema_samples read    for each line of input: "hello", "move", "unknown" or "bad"
//   schema_samples facts   names and limits as one JSON object
#include <iostream>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "protocol/ended.h"
#include "protocol/limits.h"
#include "protocol/messages.h"
#include "protocol/new_match.h"
#include "protocol/record_limits.h"

namespace {

using namespace protocol;

constexpr int kVerdicts = 10;

void write_bot_messages() {
  std::cout << line_of(Hello{}) << "\n";
  Hello hello;
  hello.name = "alice";
  hello.token = "0123456789abcdef0123456789abcdef";
  hello.resume = true;
  hello.role = "spectator";
  hello.features = {"a", "b"};
  std::cout << line_of(hello) << "\n";
  std::cout << line_of(Move{"m1", 12, Json("forward")}) << "\n";
  std::cout << line_of(Ended{"m1", "exit status 1"}) << "\n";
  std::cout << line_of(Ended{"m1", std::string(1000, 'x')}) << "\n";
}

void write_turns() {
  const Last last{Verdict::late, 1000001, 412};
  const Last without_trip{Verdict::ok, 812, std::nullopt};
  std::cout << line_of(Turn{"m1", 0, R"({"cycles":[]})", 50000, 0, std::nullopt}) << "\n";
  std::cout << line_of(Turn{"m1", 3, R"({"cycles":[]})", 12345, 34100, last}) << "\n";
  std::cout << line_of(Turn{"m1", 4, R"({"cycles":[]})", -1, 34100, without_trip}) << "\n";
  std::cout << past_line("m1", 0, R"({"cycles":[]})") << "\n";
}

void write_referee_messages() {
  std::cout << line_of(Welcome{"alice", std::nullopt, std::nullopt}) << "\n";
  std::cout << line_of(Welcome{"alice", "spring", "0123456789abcdef0123456789abcdef"}) << "\n";
  std::cout << wait_line("a reason with \"quotes\" and \xff") << "\n";
  std::cout << new_match_line() << "\n";
  Start start{"m1", "walls", 1, {"alice", "bob"}, Json::object(), Json::object(), std::string(64, 'a')};
  start.clock =
      Json::parse(R"({"kind":"mean","ms":50,"burst_ms":0,"init_ms":10000,"silence_ms":60000,"margin_ms":0,)"
                  R"("lag_credit_ms":0,"measure":"wall","wall_ms":1000})");
  std::cout << line_of(start) << "\n";
  start.given_turns = 12;
  std::cout << line_of(start) << "\n";
  End end{"m1", 2, {0, 1.5}, Json::object(), std::nullopt, 0, std::nullopt, std::nullopt};
  std::cout << line_of(end) << "\n";
  end.last = Last{Verdict::ok, 1, std::nullopt};
  end.seed = (std::uint64_t{1} << 53) - 1;
  end.salt = std::string(32, '0');
  std::cout << line_of(end) << "\n";
  std::cout << line_of(Error{"late", "no answer in 1000 ms: did you flush?", "m1", 12}) << "\n";
  std::cout << line_of(Error{.code = error_code::kUnsupported, .message = "no", .supported = {1}}) << "\n";
  std::cout << line_of(Error{.code = error_code::kTakeOver, .message = "wait", .retry_after_ms = 59000})
            << "\n";
  std::cout << bye_line("replaced") << "\n";
}

std::string_view kind_of(std::string_view line) {
  const FromBot message = read_line(line);
  if (std::holds_alternative<Hello>(message)) {
    return "hello";
  }
  if (std::holds_alternative<Move>(message)) {
    return "move";
  }
  return std::holds_alternative<UnknownType>(message) ? "unknown" : "bad";
}

void write_facts() {
  Json facts = {
      {"version", kVersion},      {"max_line_to_bot", kMaxLineToBot}, {"max_line_from_bot", kMaxLineFromBot},
      {"max_depth", kMaxDepth},   {"max_offered", kMaxOffered},       {"max_features", kMaxFeatures},
      {"max_record", kMaxRecord}, {"verdicts", Json::array()}};
  for (int verdict = 0; verdict < kVerdicts; ++verdict) {
    facts["verdicts"].push_back(name_of(static_cast<Verdict>(verdict)));
  }
  for (const std::string_view code :
       {error_code::kStale, error_code::kEarly, error_code::kDuplicate, error_code::kUnknownType,
        error_code::kUnexpected, error_code::kUnsupported, error_code::kBadName, error_code::kBadToken,
        error_code::kTakeOver, error_code::kTooManyTries, error_code::kBadCode, error_code::kTooManyNames,
        error_code::kTooFast, error_code::kBusy, error_code::kFull, error_code::kTimeout,
        error_code::kTlsRequired}) {
    facts["codes"].push_back(code);
  }
  std::cout << facts.dump() << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "write") {
    write_bot_messages();
    write_turns();
    write_referee_messages();
  } else if (what == "facts") {
    write_facts();
  } else if (what == "read") {
    for (std::string line; std::getline(std::cin, line);) {
      std::cout << kind_of(line) << "\n";
    }
  } else {
    std::cerr << "usage: schema_samples write|read|facts\n";
    return 2;
  }
}
