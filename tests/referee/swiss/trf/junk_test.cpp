#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

#include "referee/swiss/trf/check.h"
#include "referee/swiss/trf/line.h"
#include "referee/swiss/trf/reader.h"
#include "referee/swiss/trf/writer.h"
#include "tests/referee/swiss/trf/random_report.h"
#include "tests/support/random_cases.h"

// Every file is read, or refused with line and column. The seeds are fixed, so that a failure repeats.

namespace referee::swiss {
namespace {

enum class Outcome { read, refused };

/// Reads a file; expects that a tournament that was read can be written and read again.
Outcome try_to_read(const std::string& text) {
  try {
    const Tournament tournament = read_trf(text, "x.trf").tournament;
    const std::string written = write_trf(tournament);
    EXPECT_EQ(write_trf(read_trf(written, "y.trf").tournament), written) << text;
    return Outcome::read;
  } catch (const TrfError& error) {
    int line = 0;
    int column = 0;
    EXPECT_EQ(std::sscanf(error.what(), "x.trf:%d:%d: ", &line, &column), 2) << error.what();
    EXPECT_GE(line, 1);
    EXPECT_GE(column, 1);
    EXPECT_NE(std::string(error.what()).find("got "), std::string::npos) << error.what();
    return Outcome::refused;
  }
}

TEST(TrfJunk, RandomBytesAreRefused) {
  engines::Rng rng(2);
  for (int i = 0; i < test_support::random_cases(200); ++i) {
    std::string text = engines::below(rng, 2) == 0 ? "001    1" : "";
    for (std::uint64_t n = engines::below(rng, 300); n > 0; --n) {
      text += static_cast<char>(engines::below(rng, 256));
    }
    (void)try_to_read(text);
  }
}

/// A character that means something in some column, or any byte.
char some_character(engines::Rng& rng) {
  constexpr std::string_view kMeaningful = "0123456789 wb-+=UFHZWDL.\r\n\t01XRCPZ";
  return engines::below(rng, 4) == 0 ? static_cast<char>(engines::below(rng, 256))
                                     : kMeaningful[engines::below(rng, kMeaningful.size())];
}

void mutate(std::string& text, engines::Rng& rng) {
  if (text.empty()) {
    return;
  }
  const std::size_t at = engines::below(rng, text.size());
  switch (engines::below(rng, 5)) {
    case 0:
      text[at] = some_character(rng);
      break;
    case 1:
      text.erase(at, 1 + engines::below(rng, 12));
      break;
    case 2:
      text.insert(at, 1, some_character(rng));
      break;
    case 3:
      text.resize(at + 1);
      break;
    default:
      text.insert(engines::below(rng, text.size()), text.substr(at, 1 + engines::below(rng, 120)));
  }
}

TEST(TrfJunk, ChangedFilesAreReadOrRefused) {
  engines::Rng rng(3);
  int read = 0;
  int refused = 0;
  const int cases = test_support::random_cases(500);
  for (int i = 0; i < cases; ++i) {
    std::string text = write_trf(test::random_tournament(rng));
    for (std::uint64_t n = 1 + engines::below(rng, 4); n > 0; --n) {
      mutate(text, rng);
    }
    ++(try_to_read(text) == Outcome::read ? read : refused);
  }
  EXPECT_GT(read, cases / 50) << "changes that matter to nobody";
  EXPECT_GT(refused, cases / 5);
}

/// Rounds paired by no rule, points of any system: the check finds a pairing by the rules for each round.
TEST(TrfJunk, WhateverIsReadCanBeChecked) {
  engines::Rng rng(5);
  std::size_t rounds = 0;
  std::size_t different = 0;
  for (int i = 0; i < test_support::random_cases(100); ++i) {
    Tournament tournament = read_trf(write_trf(test::random_tournament(rng)), "x.trf").tournament;
    tournament.rounds = std::max(tournament.rounds, static_cast<int>(tournament.played));
    const auto differences = check_rounds(tournament);
    for (const RoundDifference& difference : differences) {
      EXPECT_FALSE(difference.paired.empty()) << difference.text();
    }
    rounds += tournament.played;
    different += differences.size();
  }
  EXPECT_GT(rounds, 200U);
  EXPECT_GT(different, rounds / 2) << "they are paired by lot";
  EXPECT_LT(different, rounds) << "some small rounds have one pairing only";
}

/// A file of nothing but opponents on one line must not take long or recurse deeply.
TEST(TrfJunk, LongLinesAreRefused) {
  std::string line = "001    1";
  line.resize(90, ' ');
  for (int i = 0; i < 5000; ++i) {
    line += "0000 - Z  ";
  }
  EXPECT_EQ(try_to_read(line), Outcome::refused);
  EXPECT_EQ(try_to_read(std::string(1'000'000, '0')), Outcome::refused);
}

}  // namespace
}  // namespace referee::swiss
