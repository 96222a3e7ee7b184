#include "protocol/verdict.h"

#include <gtest/gtest.h>

#include <array>

namespace protocol {
namespace {

// "Verdicts: `ok`, `late`, `illegal`, `malformed`, `oversize`, `flood`, `disconnected`, `no_show`,
// `forfeited`, `referee_error`"
constexpr std::array<std::pair<Verdict, std::string_view>, 10> kVerdicts = {{
    {Verdict::ok, "ok"},
    {Verdict::late, "late"},
    {Verdict::illegal, "illegal"},
    {Verdict::malformed, "malformed"},
    {Verdict::oversize, "oversize"},
    {Verdict::flood, "flood"},
    {Verdict::disconnected, "disconnected"},
    {Verdict::no_show, "no_show"},
    {Verdict::forfeited, "forfeited"},
    {Verdict::referee_error, "referee_error"},
}};

TEST(Verdict, EveryNameIsTheDocumentedOneBothWays) {
  for (const auto& [verdict, name] : kVerdicts) {
    EXPECT_EQ(name_of(verdict), name);
    EXPECT_EQ(verdict_of(name), verdict);
  }
}

TEST(Verdict, OtherWordsAreNone) {
  for (const char* word : {"", "OK", "ok ", "lat", "noshow"}) {
    EXPECT_EQ(verdict_of(word), std::nullopt) << word;
  }
}

}  // namespace
}  // namespace protocol
