#include "referee/statistics/mean_bet.h"

#include <algorithm>
#include <cmath>

namespace referee::comparison {
namespace {

constexpr double kGreatestStake = 0.95;  // below 1: who stakes all may lose all

std::vector<double> stakes_from(double least) {
  std::vector<double> stakes;
  for (double stake = least; stake < kGreatestStake; stake *= 2) {
    stakes.push_back(stake);
  }
  stakes.push_back(kGreatestStake);
  return stakes;
}

}  // namespace

MeanBet::MeanBet(Bound bound, double limit, double margin)
    : bound_(bound),
      limit_(bound == Bound::at_most ? limit : 1 - limit),
      stakes_(stakes_from(3 * margin)),
      log_each_(stakes_.size(), 0.0) {}

void MeanBet::add(double value, std::int64_t times) {
  const double gain = (bound_ == Bound::at_most ? value : 1 - value) / limit_ - 1;
  for (std::size_t i = 0; i < stakes_.size(); ++i) {
    log_each_[i] += static_cast<double>(times) * std::log1p(stakes_[i] * gain);
  }
}

double MeanBet::log_evidence() const {
  const double most = *std::ranges::max_element(log_each_);
  double sum = 0;
  for (const double one : log_each_) {
    sum += std::exp(one - most);
  }
  return most + std::log(sum / static_cast<double>(log_each_.size()));
}

}  // namespace referee::comparison
