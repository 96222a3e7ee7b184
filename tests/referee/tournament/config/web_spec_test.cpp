#include "referee/tournament/config/web_spec.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"

namespace referee {
namespace {

using Json = nlohmann::json;

WebSpec read_web(const char* text) { return WebSpec::read(Json::parse(text), "web"); }

TEST(WebSpec, HasAnUsualAddressUntilTheFileNamesOne) {
  for (const WebSpec& web : {WebSpec(), read_web("{}")}) {
    ASSERT_TRUE(web.listen);
    EXPECT_EQ(web.listen->host, "127.0.0.1");
    EXPECT_EQ(web.listen->port, 7880);
    EXPECT_FALSE(web.listen_named) << "the next free port may take its place";
    EXPECT_EQ(web.names, WebSpec::Names::name);
    EXPECT_EQ(web.delay_turns, 0);
    EXPECT_EQ(web.delay.count(), 0);
    EXPECT_EQ(web.freeze_rounds, 0);
    EXPECT_FALSE(web.lab);
    EXPECT_FALSE(web.metrics);
    EXPECT_TRUE(web.trusted_proxies.empty());
  }
  const WebSpec all = read_web(
      R"({"listen":"[::1]:0","names":"display","delay_turns":20,"delay_s":60,"freeze_rounds":2,"lab":true,
          "metrics":"127.0.0.1:9100","trusted_proxies":["10.0.0.0/8","::1"],"hosts":["Class.Example.org"]})");
  EXPECT_EQ(all.listen->host, "::1");
  EXPECT_EQ(all.listen->port, 0);
  EXPECT_TRUE(all.listen_named);
  EXPECT_EQ(all.names, WebSpec::Names::display);
  EXPECT_EQ(all.delay_turns, 20);
  EXPECT_EQ(all.delay.count(), 60);
  EXPECT_EQ(all.freeze_rounds, 2);
  EXPECT_TRUE(all.lab);
  EXPECT_EQ(all.metrics->port, 9100);
  EXPECT_EQ(all.trusted_proxies.size(), 2U);
  EXPECT_EQ(all.hosts, std::vector<std::string>{"class.example.org"});
}

TEST(WebSpec, SomeFirstPlacesAndOwnMatchesMayBeShownAlone) {
  EXPECT_EQ(read_web("{}").places, 0);
  EXPECT_EQ(read_web("{}").matches, WebSpec::Matches::all);
  const WebSpec web = read_web(R"({"places":10,"matches":"own"})");
  EXPECT_EQ(web.places, 10);
  EXPECT_EQ(web.matches, WebSpec::Matches::own);
  for (const char* const wrong :
       {R"({"places":0})", R"({"places":100001})", R"({"places":"10"})", R"({"matches":"none"})"}) {
    EXPECT_THROW(read_web(wrong), fields::Exception) << wrong;
  }
}

TEST(WebSpec, AShowHasATimeForEachTurn) {
  EXPECT_FALSE(read_web("{}").show_turn_ms);
  EXPECT_FALSE(read_web(R"({"show":null})").show_turn_ms);
  EXPECT_EQ(read_web(R"({"show":{}})").show_turn_ms, 300);
  EXPECT_EQ(read_web(R"({"show":{"turn_ms":20}})").show_turn_ms, 20);
  for (const char* const wrong : {R"({"show":true})", R"({"show":{"turn_ms":19}})",
                                  R"({"show":{"turn_ms":10001}})", R"({"show":{"turn":300}})"}) {
    EXPECT_THROW(read_web(wrong), fields::Exception) << wrong;
  }
}

TEST(WebSpec, NullTurnsItOff) {
  EXPECT_FALSE(read_web("null").listen);
  EXPECT_FALSE(read_web(R"({"listen":null})").listen);
}

TEST(WebSpec, TheCommandLineHasTheLastWord) {
  WebSpec web = read_web("null");
  web.override_listen("0.0.0.0:80");
  ASSERT_TRUE(web.listen);
  EXPECT_EQ(web.listen->host, "0.0.0.0");
  EXPECT_TRUE(web.listen_named);
  web.override_listen("off");
  EXPECT_FALSE(web.listen);
  EXPECT_THROW(web.override_listen("on"), std::invalid_argument);
}

TEST(WebSpec, NetworksAreAddressesInDigitsWithAsManyBitsAsThereAre) {
  for (const char* good :
       {"10.0.0.7", "10.0.0.0/8", "0.0.0.0/0", "10.0.0.7/32", "::1", "2001:db8::/32", "::/128"}) {
    EXPECT_TRUE(is_network(good)) << good;
  }
  for (const std::string& wrong :
       {std::string(""), std::string("proxy"), std::string("10.0.0"), std::string("10.0.0.0/33"),
        std::string("10.0.0.0/"), std::string("10.0.0.0/-0"), std::string("::/129"),
        std::string("10.0.0.0/8 "), std::string("10.0.0.7\0x", 10)}) {
    EXPECT_FALSE(is_network(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace referee
