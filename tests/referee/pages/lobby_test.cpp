#include "referee/pages/lobby.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee::pages {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using Comes = Lobby::Entrant::Comes;

TEST(Lobby, SaysWhoIsHereAndWhoIsExpected) {
  const Lobby lobby{.begins = "when all are here",
                    .entrants = {{"anna", Comes::here}, {"<b>", Comes::launched}, {"carl", Comes::away}}};
  EXPECT_THAT(
      lobby_html(lobby),
      AllOf(HasSubstr("when all are here"), HasSubstr("<h3>Here (2)</h3>"), HasSubstr("<bdi>anna</bdi></li>"),
            HasSubstr("&lt;b&gt;</bdi> <small>launched</small>"), HasSubstr("<h3>Expected (1)</h3>"),
            Not(HasSubstr("To be approved")), Not(HasSubstr("Join"))));
}

TEST(Lobby, HasAQrCodeOnlyOfAnAddressThatOthersCanOpen) {
  EXPECT_THAT(lobby_html({.address = "http://192.168.1.5:7880/"}),
              AllOf(HasSubstr("aria-label=\"QR code: http://192.168.1.5:7880/\""),
                    HasSubstr("<a href=\"http://192.168.1.5:7880/\">")));
  EXPECT_THAT(lobby_html({}), AllOf(HasSubstr("Only this machine"), Not(HasSubstr("<svg"))));
}

TEST(Lobby, HasTheCommandsThatJoin) {
  EXPECT_THAT(
      join_lines("192.168.1.5:7878", "ab12", true),
      ElementsAre("python3 join.py 192.168.1.5:7878 --tls --pin ab12 --name NAME --token-file NAME.token "
                  "--code-file class.code -- python3 my_bot.py",
                  AllOf(testing::StartsWith("referee join 192.168.1.5:7878 "), HasSubstr(" -- "))));
  EXPECT_THAT(join_lines("192.168.1.5:7878", "", false).front(), Not(HasSubstr("--tls")));
  const Lobby lobby{.join_lines = {"join \"x\""}, .join_note = "Only here."};
  EXPECT_THAT(lobby_html(lobby),
              AllOf(HasSubstr("data-copy=\"join &quot;x&quot;\""), HasSubstr("Only here.")));
}

}  // namespace
}  // namespace referee::pages
