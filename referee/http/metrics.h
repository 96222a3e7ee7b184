#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee::web {

/// A number that only grows. Any thread may add.
class Counter {
 public:
  void add(std::uint64_t count = 1) { value_.fetch_add(count, std::memory_order_relaxed); }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

/// A number that goes up and down. Any thread may change it.
class Gauge {
 public:
  void set(std::int64_t value) { value_.store(value, std::memory_order_relaxed); }
  void add(std::int64_t change) { value_.fetch_add(change, std::memory_order_relaxed); }
  std::int64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> value_{0};
};

/// How many observed values are at most each bound. Any thread may observe.
class Histogram {
 public:
  /// REQUIRES: `bounds` grow.
  explicit Histogram(std::vector<double> bounds);
  void observe(double value);

  const std::vector<double>& bounds() const { return bounds_; }
  /// Values above the bound before, and at most bound `i`; behind the last bound: all others.
  std::uint64_t count(std::size_t i) const { return counts_[i].load(std::memory_order_relaxed); }
  double sum() const { return sum_.load(std::memory_order_relaxed); }

 private:
  std::vector<double> bounds_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> counts_;
  std::atomic<double> sum_{0};
};

/// Seconds, from 0.1 ms to 60 s: for histograms of charges, lags and latencies.
std::vector<double> seconds_bounds();

/// All metrics of the program, and their text for Prometheus. A metric is made when it is first asked for,
/// and lives as long as this object: keep the reference, and do not ask at every event. Any thread may ask.
/// By Prometheus's rules names end with the unit, and counters with "_total".
class Metrics {
 public:
  using Labels = std::vector<std::pair<std::string, std::string>>;  ///< values may hold any text

  Metrics() = default;
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  /// `help` is a sentence for people. REQUIRES: one name is always of one kind, and its histograms have the
  /// same bounds.
  Counter& counter(const std::string& name, const std::string& help, const Labels& labels = {});
  Gauge& gauge(const std::string& name, const std::string& help, const Labels& labels = {});
  Histogram& histogram(const std::string& name, const std::string& help, const std::vector<double>& bounds,
                       const Labels& labels = {});

  /// All of them in Prometheus's text format 0.0.4, sorted by name and labels.
  std::string text() const;

 private:
  struct Family {
    std::string help;
    const char* kind = "";
    std::map<std::string, Counter> counters;  // by labels, as the text has them
    std::map<std::string, Gauge> gauges;
    std::map<std::string, Histogram> histograms;
  };
  Family& family(const std::string& name, const std::string& help, const char* kind);

  mutable std::mutex mutex_;
  std::map<std::string, Family> families_;
};

}  // namespace referee::web
