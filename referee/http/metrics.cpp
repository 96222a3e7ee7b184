#include "referee/http/metrics.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "protocol/require.h"

namespace referee::web {
namespace {

std::string number(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::string escaped_label(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == '\n') {
      text += "\\n";
    } else {
      if (c == '\\' || c == '"') {
        text += '\\';
      }
      text += c;
    }
  }
  return text;
}

/// kind="late",seat="0"
std::string labels_text(const Metrics::Labels& labels) {
  std::string text;
  for (const auto& [name, value] : labels) {
    text.append(text.empty() ? "" : ",").append(name).append("=\"").append(escaped_label(value)).append("\"");
  }
  return text;
}

void append_sample(std::string& text, const std::string& name, const std::string& labels,
                   const std::string& value) {
  text.append(name);
  if (!labels.empty()) {
    text.append("{").append(labels).append("}");
  }
  text.append(" ").append(value).append("\n");
}

void append_histogram(std::string& text, const std::string& name, const std::string& labels,
                      const Histogram& histogram) {
  const std::string before = labels.empty() ? "" : labels + ",";
  std::uint64_t count = 0;
  for (std::size_t i = 0; i <= histogram.bounds().size(); ++i) {
    count += histogram.count(i);
    const std::string bound = i < histogram.bounds().size() ? number(histogram.bounds()[i]) : "+Inf";
    append_sample(text, name + "_bucket", before + "le=\"" + bound + "\"", std::to_string(count));
  }
  append_sample(text, name + "_sum", labels, number(histogram.sum()));
  append_sample(text, name + "_count", labels, std::to_string(count));
}

}  // namespace

Histogram::Histogram(std::vector<double> bounds)
    : bounds_(std::move(bounds)), counts_(new std::atomic<std::uint64_t>[bounds_.size() + 1]()) {
  REQUIRE(std::is_sorted(bounds_.begin(), bounds_.end()));
}

void Histogram::observe(double value) {
  const auto at = std::lower_bound(bounds_.begin(), bounds_.end(), value) - bounds_.begin();
  counts_[static_cast<std::size_t>(at)].fetch_add(1, std::memory_order_relaxed);
  sum_.fetch_add(value, std::memory_order_relaxed);
}

std::vector<double> seconds_bounds() {
  return {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
          0.1,    0.25,    0.5,    1,     2.5,    5,     10,   30,    60};
}

Metrics::Family& Metrics::family(const std::string& name, const std::string& help, const char* kind) {
  Family& family = families_[name];
  if (family.help.empty()) {
    family.help = help;
    family.kind = kind;
  }
  REQUIRE(std::string_view(family.kind) == kind);
  return family;
}

Counter& Metrics::counter(const std::string& name, const std::string& help, const Labels& labels) {
  const std::lock_guard lock(mutex_);
  return family(name, help, "counter").counters[labels_text(labels)];
}

Gauge& Metrics::gauge(const std::string& name, const std::string& help, const Labels& labels) {
  const std::lock_guard lock(mutex_);
  return family(name, help, "gauge").gauges[labels_text(labels)];
}

Histogram& Metrics::histogram(const std::string& name, const std::string& help,
                              const std::vector<double>& bounds, const Labels& labels) {
  const std::lock_guard lock(mutex_);
  return family(name, help, "histogram").histograms.try_emplace(labels_text(labels), bounds).first->second;
}

std::string Metrics::text() const {
  const std::lock_guard lock(mutex_);
  std::string text;
  for (const auto& [name, family] : families_) {
    text.append("# HELP ").append(name).append(" ").append(family.help).append("\n");
    text.append("# TYPE ").append(name).append(" ").append(family.kind).append("\n");
    for (const auto& [labels, counter] : family.counters) {
      append_sample(text, name, labels, std::to_string(counter.value()));
    }
    for (const auto& [labels, gauge] : family.gauges) {
      append_sample(text, name, labels, std::to_string(gauge.value()));
    }
    for (const auto& [labels, histogram] : family.histograms) {
      append_histogram(text, name, labels, histogram);
    }
  }
  return text;
}

}  // namespace referee::web
