#include "referee/tournament/pairing/pairing_requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/fields.h"
#include "referee/tournament/pairing/past_rounds.h"
#include "tests/referee/tournament/histories.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using Kind = Encounter::Kind;

TEST(RequestedByes, LeaveOutOfTheNextRoundWhoAskedForIt) {
  // Tournaments 5.1, 8.4: byes that were asked for; who is withdrawn has none.
  History history = histories::history(5, {{histories::win(0, 1), histories::win(2, 3), histories::bye(4)}});
  history.entrants[0].byes = {{2, Kind::zero_bye}};
  history.entrants[1].byes = {{1, Kind::half_bye}, {3, Kind::half_bye}};  // not for round 2
  history.entrants[3].byes = {{2, Kind::half_bye}};
  history.entrants[4].byes = {{2, Kind::half_bye}};
  history.entrants[4].withdrawn = true;  // so it has no bye
  EXPECT_EQ(requested_byes(history, 7),
            (std::vector<Encounter>{{.round = 2, .table = 7, .kind = Kind::zero_bye, .entrants = {0}},
                                    {.round = 2, .table = 8, .kind = Kind::half_bye, .entrants = {3}}}));
  const PastRounds past({.seats = 2, .best_of = 2}, history);
  EXPECT_EQ(past.ranked(history), (std::vector<Entrant>{2, 1}));
}

TEST(RequestedByes, AreNoneIfNobodyAsked) {
  EXPECT_TRUE(requested_byes(histories::history(2, {}), 1).empty());
}

using Bye = PairingRequests::Bye;
using Kind = Encounter::Kind;
using Pairs = std::vector<std::pair<Entrant, Entrant>>;
using testing::HasSubstr;

PairingRequests sample() {
  return {.asked = {{"a", {{1, Bye::half}, {2, Bye::zero}}}, {"later", {{1, Bye::half}}}},
          .ruled = {{"a", {{2, Bye::none}, {3, Bye::zero}}}, {"b", {{4, Bye::none}}}},
          .apart = {{"c", "a", "later", "b"}, {"a", "c"}, {"d", "nobody"}}};
}

// Tournaments 8.4: the arbiter's word goes before the file's.
TEST(PairingRequests, LetTheArbiterGoBeforeTheFile) {
  const PairingRequests requests = sample();
  EXPECT_EQ(requests.bye("a", 1), Bye::half);
  EXPECT_EQ(requests.bye("a", 2), Bye::none);
  EXPECT_EQ(requests.bye("a", 3), Bye::zero);
  EXPECT_EQ(requests.bye("a", 4), Bye::none);
  EXPECT_EQ(requests.bye("nobody", 1), Bye::none);
}

// Tournaments 8.5: forbidden pairs are of those who have entered.
TEST(PairingRequests, ConcernThoseWhoHaveEntered) {
  History history = histories::history(4, {});
  history.entrants[0].name = "A";  // upper and lower case are the same
  sample().enter_into(history);
  EXPECT_EQ(history.entrants[0].byes, (std::map<int, Kind>{{1, Kind::half_bye}, {3, Kind::zero_bye}}));
  EXPECT_TRUE(history.entrants[1].byes.empty());
  // Each pair once, the smaller number first.
  EXPECT_EQ(history.forbidden, (Pairs{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(PairingRequests, AreForgottenWhenTheyAreTakenBack) {
  History history = histories::history(3, {});
  sample().enter_into(history);
  PairingRequests other;
  other.ruled = {{"a", {{1, Bye::none}, {3, Bye::none}}}};
  other.enter_into(history);
  EXPECT_TRUE(history.entrants[0].byes.empty());
  EXPECT_TRUE(history.forbidden.empty());
}

TEST(PairingRequests, ReadWhatTheyWrite) {
  EXPECT_EQ(PairingRequests::read(sample().json()), sample());
  EXPECT_EQ(PairingRequests::read(PairingRequests().json()), PairingRequests());
}

TEST(PairingRequests, SayWhoIsStaff) {
  PairingRequests requests = sample();
  EXPECT_EQ(requests.json().find("staff"), std::string::npos)
      << "stores without staff bots stay as they were";
  requests.staff = {"b", "later"};
  EXPECT_EQ(PairingRequests::read(requests.json()), requests);
  History history = histories::history(3, {});
  requests.enter_into(history);
  EXPECT_FALSE(history.entrants[0].staff);
  EXPECT_TRUE(history.entrants[1].staff);
}

TEST(PairingRequests, RefuseADamagedStore) {
  const auto refusal = [](const char* json) {
    return test_support::complaint<fields::Exception>([&] { PairingRequests::read(json); });
  };
  EXPECT_THAT(refusal("{"), HasSubstr("expected JSON"));
  EXPECT_THAT(refusal(R"({"asked":{},"ruled":{}})"), HasSubstr("apart"));
  EXPECT_EQ(refusal(R"({"asked":{"a":{"1":"whole"}},"ruled":{},"apart":[]})"),
            R"(asked.a.1: got "whole", expected "none", "half" or "zero")");
  EXPECT_EQ(refusal(R"({"asked":{},"ruled":{"a":{"x":"half"}},"apart":[]})"),
            R"(ruled.a: got "x", expected a round's number)");
  EXPECT_EQ(refusal(R"({"asked":{},"ruled":{"a":7},"apart":[]})"),
            "ruled.a: got 7, expected an object of rounds");
  EXPECT_EQ(refusal(R"({"asked":[],"ruled":{},"apart":[]})"), "asked: got [], expected an object of names");
  EXPECT_EQ(refusal(R"({"asked":{},"ruled":{},"apart":[["a",1]]})"),
            R"(apart[0]: got ["a",1], expected a list of names)");
  EXPECT_EQ(refusal(R"({"asked":{},"ruled":{},"apart":3})"), "apart: got 3, expected a list of groups");
}

}  // namespace

}  // namespace referee
