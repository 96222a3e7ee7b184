#include "referee/series/series_decision.h"

#include <type_traits>

#include "referee/base/text.h"

namespace referee {
namespace {

using comparison::Decision;
using comparison::MeanSprt;
using comparison::PairCounts;
using comparison::Sprt;

std::string tested_text(const Sprt& test) {
  const Sprt::Spec& spec = test.spec();
  return "SPRT elo0 = " + decimal_text(spec.elo0) + ", elo1 = " + decimal_text(spec.elo1) +
         (spec.model == Sprt::Model::normalized ? " (normalized)" : " (logistic)");
}

std::string tested_text(const MeanSprt& test) {
  return "SPRT of the mean difference 0 or " + decimal_text(test.spec().delta);
}

/// " (Test: Elo difference 100 accepted, 0 rejected.)"
std::string tested_answer(const std::string& what, const std::string& accepted, const std::string& rejected) {
  return ". (Test: " + what + " " + accepted + " accepted, " + rejected + " rejected.)";
}

/// What each answer means for the bot called `name`.
std::string answer_text(const Sprt& test, Decision decision, const std::string& name) {
  const Sprt::Spec& spec = test.spec();
  const std::string low = decimal_text(spec.elo0);
  const std::string high = decimal_text(spec.elo1);
  const char* const what = "Elo difference";
  if (decision == Decision::accept_h1) {
    return name + (spec.elo0 < 0 ? " is not worse" : " is better") + tested_answer(what, high, low);
  }
  return name + (spec.elo1 > 0 ? " is not better by " + high + " Elo" : " is worse") +
         tested_answer(what, low, high);
}

std::string answer_text(const MeanSprt& test, Decision decision, const std::string& name) {
  const std::string delta = decimal_text(test.spec().delta);
  const char* const what = "mean difference";
  return decision == Decision::accept_h1
             ? name + " is better" + tested_answer(what, delta, "0")
             : name + " is not better by " + delta + tested_answer(what, "0", delta);
}

}  // namespace

void SeriesDecision::look_at(const SeriesResults& results) {
  const auto& games = results.games();
  substitutes_ = results.plan().substitutes();
  while (!over()) {
    const auto first = games.find(2 * group_ + 1);
    const auto second = games.find(2 * group_ + 2);
    if (first == games.end() || second == games.end()) {
      return;
    }
    ++group_;
    take_pair(first->second, second->second);
    decision_ = decision_now();
  }
}

void SeriesDecision::take_pair(const GameSummary& first, const GameSummary& second) {
  if (std::holds_alternative<MeanSprt>(test_)) {
    const double difference = first.seats[0].score - second.seats[0].score;
    differences_.add(difference);
    stale_ = difference == 0 ? stale_ + 1 : 0;
    return;
  }
  const bool is_new_pair = is_new(first, second);
  stale_ = is_new_pair ? 0 : stale_ + 1;
  if (substitutes_) {
    const double one = points_of(first, *seat_of(first.game, 0));
    const double other = points_of(second, *seat_of(second.game, 1));
    const double points = one > other ? 1 : one < other ? 0 : 0.5;
    substitutions_.add(points);
    if (is_new_pair) {
      different_substitutions_.add(points);
    }
    return;
  }
  const double points = points_of(first, 0) + points_of(second, 1);
  pairs_.add(points);
  if (is_new_pair) {
    different_.add(points);
  }
}

bool SeriesDecision::is_new(const GameSummary& first, const GameSummary& second) {
  return seen_.insert(first.moves_sha256 + second.moves_sha256).second;
}

Decision SeriesDecision::decision_now() const {
  return std::visit(
      [this](const auto& test) {
        if constexpr (std::is_same_v<std::decay_t<decltype(test)>, Sprt>) {
          return substitutes_ ? test.decision(substitutions_, different_substitutions_)
                              : test.decision(pairs_, different_);
        } else {
          return test.decision(differences_);
        }
      },
      test_);
}

double SeriesDecision::llr() const {
  return std::visit(
      [this](const auto& test) {
        if constexpr (std::is_same_v<std::decay_t<decltype(test)>, Sprt>) {
          return substitutes_ ? test.llr(substitutions_) : test.llr(pairs_);
        } else {
          return test.llr(differences_);
        }
      },
      test_);
}

std::string SeriesDecision::llr_text() const {
  return std::visit(
      [this](const auto& test) {
        return "LLR " + fixed_text(llr(), 2) + " (" + fixed_text(test.lower(), 2) + " to " +
               fixed_text(test.upper(), 2) + ")";
      },
      test_);
}

std::string SeriesDecision::hopeless_text() const {
  if (!hopeless()) {
    return "";
  }
  return pairs()
             ? "; the last " + std::to_string(kMostRepeats) +
                   " pairs repeat earlier ones move for move: let games begin differently (--random-plies)"
             : "; on the last " + std::to_string(kMostEqual) + " instances both have the same score";
}

std::string SeriesDecision::text(const std::vector<std::string>& names) const {
  const std::string groups =
      std::to_string(group_) + (std::holds_alternative<Sprt>(test_) ? " pairs" : " instances");
  return std::visit(
      [&](const auto& test) {
        return tested_text(test) + ", " + printable(names[0]) + " against " + printable(names[1]) + ": " +
               llr_text() + " after " + groups + ": " +
               (decided() ? answer_text(test, decision_, printable(names[0]))
                          : "no decision yet" + hopeless_text());
      },
      test_);
}

}  // namespace referee
