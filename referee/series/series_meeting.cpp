#include "referee/series/series_meeting.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "referee/base/text.h"

namespace referee {
namespace {

void refuse_if(bool wrong, const std::string& why) {
  if (wrong) {
    throw std::invalid_argument(why);
  }
}

std::string bots_text(std::size_t bots) { return counted(bots, "bot"); }

/// What `Spec` reads; its complaints get the name of the option.
template <class Spec>
Spec read_test(const std::string& option, const std::string& text) {
  try {
    return Spec::read(text);
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(option + ": " + wrong.what());
  }
}

/// How many more than `has` are `wanted`.
std::size_t missing(std::size_t wanted, std::size_t has) { return wanted > has ? wanted - has : 0; }

}  // namespace

/// "--pairs: walls has 2 seats with these options"
std::string SeriesMeeting::has_seats(const std::string& option) const {
  return option + game + " has " + counted(seats, "seat") + " with these options";
}

void SeriesMeeting::refuse_wrong_options() const {
  const std::string of_pairs = sprt.empty() ? "--pairs: " : "--sprt: ";
  refuse_if(games && pairs, "--games and --pairs: expected one of them; a pair is two games");
  refuse_if(games && !sprt.empty(), "--games and --sprt: --sprt plays pairs, --pairs says how many at most");
  refuse_if(in_pairs() && seats > 2 && (!fill || !opponents.empty()),
            has_seats(of_pairs) +
                ": expected --fill for the seats of the others, and no --opponents; the two bots take each "
                "other's place");
  refuse_if(in_pairs() && seats < 2,
            has_seats(of_pairs) +
                ", expected 2; --games plays all bots on the same seeds, --sprt-mean decides between two");
  refuse_if(!sprt_mean.empty() && seats != 1,
            has_seats("--sprt-mean: ") + ", expected 1; --sprt decides between two bots at one table");
  refuse_if(fill && seats < 3, has_seats("--fill: ") + ", expected 3 or more");
}

void SeriesMeeting::refuse_wrong_bots() const {
  const std::size_t tested = listens.value_or(false) ? seats : bots;
  refuse_if(has_test() && (tested != 2 || !opponents.empty()),
            std::string(sprt.empty() ? "--sprt-mean" : "--sprt") + " decides between two bots: got " +
                bots_text(bots) + (opponents.empty() ? "" : " and --opponents"));
  refuse_if(!opponents.empty() && bots == 0, "--opponents: who plays against them? Expected --bot");
}

std::optional<SeriesDecision> SeriesMeeting::decision() const {
  if (!sprt.empty()) {
    return SeriesDecision(comparison::Sprt(read_test<comparison::Sprt::Spec>("--sprt", sprt)));
  }
  if (!sprt_mean.empty()) {
    return SeriesDecision(
        comparison::MeanSprt(read_test<comparison::MeanSprt::Spec>("--sprt-mean", sprt_mean)));
  }
  return std::nullopt;
}

/// Without --games or --pairs: one, or with a test as many as it needs.
std::int64_t SeriesMeeting::number() const {
  return (in_pairs() ? pairs : games).value_or(has_test() ? kMostGames : 1);
}

std::size_t SeriesMeeting::filled() const {
  if (!fill) {
    return 0;
  }
  return !opponents.empty() ? missing(seats - 1, pooled) : missing(seats + (in_pairs() ? 1 : 0), bots);
}

std::size_t SeriesMeeting::dialled() const {
  return opponents.empty() && !scale ? missing(seats, bots + filled()) : 0;
}

SeriesPlan SeriesMeeting::plan() const {
  if (!opponents.empty()) {
    return gauntlet();
  }
  if (scale) {
    const std::size_t least = std::max<std::size_t>(seats, 2);
    refuse_if(bots < least, "staff: " + has_seats("") + ": got a scale of " + bots_text(bots) +
                                ", expected at least " + std::to_string(least));
    return SeriesPlan::neighbours(bots, seats, number());
  }
  if (seats == 1 && bots > 1) {
    return SeriesPlan::same_instances(bots, number());
  }
  if (in_pairs() && seats > 2) {  // two bots on one seat of a larger table, in turn
    refuse_if(bots != 2, std::string(sprt.empty() ? "--pairs" : "--sprt") + ": got " + bots_text(bots) +
                             ", expected 2 that take each other's place at a table of " +
                             std::to_string(seats));
    return SeriesPlan::substitution(seats, number()).filled_from(bots);
  }
  const bool takes_fewer = listens.value_or(false);
  refuse_if(bots > seats || (bots + filled() < seats && !takes_fewer),
            has_seats("") + ": got " + std::to_string(bots) + " --bot, expected " + std::to_string(seats) +
                (takes_fewer ? " at most"
                 : listens   ? ", or --listen for those who dial in"
                             : "") +
                (!takes_fewer && seats > 2 ? ", or --fill for the other seats" : ""));
  return in_pairs() ? SeriesPlan::pairs(number())
                    : SeriesPlan::rotating(seats, number()).filled_from(fill ? bots : seats);
}

SeriesPlan SeriesMeeting::gauntlet() const {
  if (seats == 1) {
    return SeriesPlan::same_instances(bots + pooled, number(), bots);
  }
  if (seats == 2) {
    const auto meeting = in_pairs() ? SeriesPlan::Meeting::pairs : SeriesPlan::Meeting::games;
    return SeriesPlan::gauntlet(bots, pooled, meeting, number());
  }
  const std::size_t others = pooled + filled();
  refuse_if(others + 1 < seats, "--opponents: " + opponents + " has " + bots_text(others) + ", a table of " +
                                    std::to_string(seats) + " seats needs " + std::to_string(seats - 1) +
                                    ", or --fill for the others");
  return SeriesPlan::large_gauntlet(bots, others, seats, number()).filled_from(bots + pooled);
}

}  // namespace referee
