#include "referee/report/field_explanation.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "referee/base/text.h"
#include "referee/report/explanation_lines.h"
#include "referee/tournament/standings/field_standings.h"

namespace referee {
namespace {

/// Writes the explanation of one entrant.
class FieldExplanation {
 public:
  FieldExplanation(const StandingsPage& page, Entrant entrant)
      : page_(page), own_(*std::ranges::find(page.rows, entrant, &StandingsRow::entrant)) {
    for (const History::EntrantInfo& info : page.history.entrants) {
      names_.push_back(info.name);
    }
    given_ = instances_given(page.history)[entrant];
  }

  std::string text() {
    line(printable(page_.tournament, kShownText) + ", " + progress_text(page_) + ": " +
         shown_name(names_, own_.entrant) +
         (own_.staff ? std::string(kStaffPlace) : place_text(is_ranked(own_), own_.rank, places_of(page_))));
    line("");
    const ScoreSummary& summary = own_.field->summary;
    line("mean score: " + (summary.count == 0 ? "none yet"
                                              : figure_text(summary.mean) + ", from " +
                                                    std::to_string(summary.count) + " scores"));
    for (std::size_t instance = 0; instance < own_.field->by_instance.size(); ++instance) {
      line("  instance " + std::to_string(instance + 1) + ": " + score_on(instance));
    }
    line("");
    add_neighbours();
    line(is_ranked(own_) ? "Rank " + std::to_string(own_.rank) + shared() : "No rank");
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_.append(text).append("\n"); }

  static std::optional<double> score_in(const StandingsRow& row, std::size_t instance) {
    const auto& scores = row.field->by_instance;
    return instance < scores.size() ? scores[instance] : std::nullopt;
  }

  std::string score_on(std::size_t instance) const {
    const std::optional<double> score = score_in(own_, instance);
    if (!score) {
      return "no score";
    }
    std::string text = score_text(*score);
    if (own_.withdrawn && instance >= given_) {
      return text + ", because it had withdrawn before";
    }
    const std::optional<double> best = best_of_others(instance);
    return !best             ? text + ", no other score"
           : *score == *best ? text + ", equal to the best of the others"
           : *score > *best  ? text + ", the best of all. The best of the others: " + score_text(*best)
                             : text + ". The best of the others: " + score_text(*best);
  }

  std::optional<double> best_of_others(std::size_t instance) const {
    std::optional<double> best;
    for (const StandingsRow& row : page_.rows) {
      const std::optional<double> score = score_in(row, instance);
      if (row.entrant != own_.entrant && score && (!best || *score > *best)) {
        best = score;
      }
    }
    return best;
  }

  /// The means of the nearest entrants with other means.
  void add_neighbours() {
    const StandingsRow* before = nullptr;
    const StandingsRow* behind = nullptr;
    for (const StandingsRow& row : page_.rows) {
      before = row.rank < own_.rank ? &row : before;
      behind = row.rank > own_.rank && behind == nullptr ? &row : behind;
    }
    add_neighbour("before", before);
    add_neighbour("behind", behind);
  }

  void add_neighbour(std::string_view where, const StandingsRow* row) {
    if (row != nullptr) {
      line("Next " + std::string(where) + " it: " + shown_name(names_, row->entrant) + ", " +
           figure_text(row->field->summary.mean));
    }
  }

  std::string shared() const {
    std::vector<Entrant> others;
    for (const StandingsRow& row : page_.rows) {
      if (row.rank == own_.rank && row.entrant != own_.entrant && !row.staff) {
        others.push_back(row.entrant);
      }
    }
    return others.empty() ? "" : ", shared with " + shown_names(names_, others) + ": the means are equal";
  }

  const StandingsPage& page_;
  const StandingsRow& own_;
  EntrantNames names_;
  std::size_t given_ = 0;
  std::string text_;
};

}  // namespace

std::string field_explanation_text(const StandingsPage& page, Entrant entrant) {
  return FieldExplanation(page, entrant).text();
}

}  // namespace referee
