#include "referee/statistics/sprt.h"

#include <stdexcept>
#include <string>

#include "referee/statistics/conditioned_fit.h"
#include "referee/statistics/elo_scale.h"
#include "referee/statistics/key_values.h"
#include "referee/statistics/outcomes.h"

namespace referee::comparison {
namespace {

Sprt::Model model_of(const KeyValues& values) {
  const std::string name = values.text("model").value_or("normalized");
  if (name != "normalized" && name != "logistic") {
    throw std::invalid_argument("model: got '" + name + "', expected normalized or logistic");
  }
  return name == "normalized" ? Sprt::Model::normalized : Sprt::Model::logistic;
}

double elo_of(const KeyValues& values, std::string_view key) {
  constexpr double kMost = 1000;
  const double elo = values.required_number(key);
  if (!(elo >= -kMost && elo <= kMost)) {
    throw std::invalid_argument(std::string(key) + ": got '" + values.text(key).value_or("") +
                                "', expected a number from -1000 to 1000");
  }
  return elo;
}

double cost_of(const Outcomes& outcomes, Sprt::Model model, double elo) {
  return model == Sprt::Model::normalized
             ? fit_ratio(outcomes, elo / normalized_elo_of_ratio(outcomes.size())).cost
             : fit_mean_points(outcomes, points_of_elo(elo)).cost;
}

double llr_of(const Outcomes& outcomes, const Sprt::Spec& spec) {
  if (outcomes.total() == 0) {
    return 0;
  }
  return outcomes.total() *
         (cost_of(outcomes, spec.model, spec.elo0) - cost_of(outcomes, spec.model, spec.elo1));
}

Decision what_both_say(Decision one, Decision other) { return one == other ? one : Decision::go_on; }

}  // namespace

Sprt::Spec Sprt::Spec::read(std::string_view text) {
  const KeyValues values(text, {"elo0", "elo1", "alpha", "beta", "model"});
  Spec spec;
  spec.elo0 = elo_of(values, "elo0");
  spec.elo1 = elo_of(values, "elo1");
  spec.alpha = values.error_rate("alpha");
  spec.beta = values.error_rate("beta");
  spec.model = model_of(values);
  if (!(spec.elo0 < spec.elo1)) {
    throw std::invalid_argument("elo1: got '" + values.text("elo1").value_or("") +
                                "', expected a number above elo0, which is " +
                                values.text("elo0").value_or(""));
  }
  return spec;
}

double Sprt::llr(const GameCounts& games) const { return llr_of(Outcomes(games), spec_); }
double Sprt::llr(const PairCounts& pairs) const { return llr_of(Outcomes(pairs), spec_); }

Decision Sprt::decision(const PairCounts& all, const PairCounts& different) const {
  return what_both_say(decision(all), decision(different));
}

Decision Sprt::decision(const GameCounts& all, const GameCounts& different) const {
  return what_both_say(decision(all), decision(different));
}

}  // namespace referee::comparison
