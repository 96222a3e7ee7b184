#include "referee/http/metrics.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace referee::web {
namespace {

TEST(Metrics, TextIsThatOfPrometheus) {
  Metrics metrics;
  metrics.counter("referee_verdicts_total", "Verdicts by kind.", {{"kind", "late"}}).add(2);
  metrics.counter("referee_verdicts_total", "Verdicts by kind.", {{"kind", "illegal"}}).add();
  metrics.gauge("referee_matches_running", "Matches that are played now.").set(-3);
  Histogram& lag = metrics.histogram("referee_lag_seconds", "How late.", {0.001, 0.5}, {{"loop", "web"}});
  lag.observe(0.0005);
  lag.observe(0.001);
  lag.observe(0.25);
  lag.observe(7);
  EXPECT_EQ(metrics.text(), R"(# HELP referee_lag_seconds How late.
# TYPE referee_lag_seconds histogram
referee_lag_seconds_bucket{loop="web",le="0.001"} 2
referee_lag_seconds_bucket{loop="web",le="0.5"} 3
referee_lag_seconds_bucket{loop="web",le="+Inf"} 4
referee_lag_seconds_sum{loop="web"} 7.2515
referee_lag_seconds_count{loop="web"} 4
# HELP referee_matches_running Matches that are played now.
# TYPE referee_matches_running gauge
referee_matches_running -3
# HELP referee_verdicts_total Verdicts by kind.
# TYPE referee_verdicts_total counter
referee_verdicts_total{kind="illegal"} 1
referee_verdicts_total{kind="late"} 2
)");
}

TEST(Metrics, LabelsMayHoldAnything) {
  Metrics metrics;
  metrics.gauge("a", "b", {{"name", "x\"} 1\ny\\z"}}).set(1);
  EXPECT_EQ(metrics.text(), "# HELP a b\n# TYPE a gauge\na{name=\"x\\\"} 1\\ny\\\\z\"} 1\n");
}

TEST(Metrics, OneNameAndItsLabelsAreOneMetric) {
  Metrics metrics;
  EXPECT_EQ(&metrics.counter("a", "b", {{"c", "d"}}), &metrics.counter("a", "b", {{"c", "d"}}));
  EXPECT_NE(&metrics.counter("a", "b", {{"c", "d"}}), &metrics.counter("a", "b", {{"c", "e"}}));
  EXPECT_EQ(&metrics.histogram("h", "b", {1}), &metrics.histogram("h", "b", {1}));
}

TEST(Metrics, ThreadsCountTogether) {
  Metrics metrics;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&metrics] {
      for (int k = 0; k < 10'000; ++k) {
        metrics.counter("a", "b").add();
        metrics.histogram("h", "b", seconds_bounds()).observe(1);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(metrics.counter("a", "b").value(), 40'000U);
  EXPECT_EQ(metrics.histogram("h", "b", seconds_bounds()).sum(), 40'000);
}

}  // namespace
}  // namespace referee::web
