#include "referee/report/explanation_lines.h"

#include <algorithm>

#include "referee/base/text.h"

namespace referee {
namespace {

using RoundKind = CardRound::Kind;
using Meeting = CardRound::Meeting;

std::string exact(Points points) { return TieBreakValue::of(points).exact_text(); }

std::string_view unplayed_text(RoundKind kind) {
  switch (kind) {
    case RoundKind::pairing_bye:
      return "bye";
    case RoundKind::full_bye:
      return "full-point bye";
    case RoundKind::half_bye:
      return "half-point bye";
    case RoundKind::zero_bye:
      return "zero-point bye";
    case RoundKind::running:
      return "not over yet";
    case RoundKind::played:
      return "no other entrant at the table";
    case RoundKind::not_a_round:
      return "free";
    case RoundKind::forfeit_win:
    case RoundKind::forfeit_loss:
      break;
  }
  return "forfeit";
}

std::string_view verb(int halves) { return halves == 2 ? "beat " : halves == 1 ? "drew with " : "lost to "; }

std::string factor(Points points) { return exact(points) + " x "; }

/// "round 4 counts as a draw": what makes an opponent worth more than its points.
std::string draws_text(const Opposition& opposition, Entrant entrant) {
  std::string rounds;
  int count = 0;
  for (std::size_t round = 0; round < opposition.rounds(); ++round) {
    if (opposition.counts_as_draw(entrant, round)) {
      rounds.append(count++ == 0 ? "" : ", ").append(std::to_string(round + 1));
    }
  }
  return (count == 1 ? "bye of round " : "byes of rounds ") + rounds +
         (count == 1 ? " as a draw" : " as draws");
}

/// "bob 2.5 (2, and the bye of round 5 as a draw)"
std::string opponent_text(const EntrantNames& names, const Opposition& opposition, Entrant opponent) {
  const Points score = opposition.as_opponent(opponent);
  const Points points = opposition.card(opponent).points;
  const std::string text = shown_name(names, opponent) + " " + exact(score);
  return score == points
             ? text
             : text + " (" + exact(points) + ", and the " + draws_text(opposition, opponent) + ")";
}

std::string met_text(const EntrantNames& names, const Opposition& opposition, Entrant entrant,
                     const Meeting& meeting) {
  if (!opposition.swiss() || !meeting.by_forfeit) {
    return opponent_text(names, opposition, meeting.opponent);
  }
  const std::string dummy = "dummy " + exact(opposition.met(entrant, meeting)) + " for a forfeit (own " +
                            exact(opposition.card(entrant).points);
  return opposition.caps_dummies()
             ? dummy + ", at most " + opponent_text(names, opposition, meeting.opponent) + ")"
             : dummy + ")";
}

std::string dummy_text(const Opposition& opposition, Entrant entrant) {
  if (!opposition.caps_dummies()) {
    return "dummy " + exact(opposition.dummy(entrant)) + " (own points)";
  }
  return "dummy " + exact(opposition.dummy(entrant)) + " (own " + exact(opposition.card(entrant).points) +
         ", at most " + exact(opposition.draws()) + " of " + std::to_string(opposition.rounds()) + " draws)";
}

/// A round in the Buchholz family and in Sonneborn-Berger: the opponents' scores; `times`: each times the
/// result.
std::string scores_text(const EntrantNames& names, const Opposition& opposition, Entrant entrant,
                        std::size_t round_index, bool times) {
  const CardRound& round = opposition.card(entrant).rounds[round_index];
  if (round.meetings.empty() || round.kind == RoundKind::running) {
    std::string text(unplayed_text(round.kind));
    text += ", ";
    return text + (times ? exact(round.points) + " x " : "") + dummy_text(opposition, entrant);
  }
  std::string text = round.meetings.size() > 1 ? "mean of " : "";
  for (const Meeting& meeting : round.meetings) {
    text.append(&meeting == &round.meetings.front() ? "" : ", ");
    text.append(times ? factor(meeting.points) : "").append(met_text(names, opposition, entrant, meeting));
  }
  return text;
}

std::string verb_text(const EntrantNames& names, const Share& share) {
  return std::string(verb(share.halves)) + shown_name(names, *share.opponent);
}

std::string koya_text(const EntrantNames& names, const CardRound& round, Entrant opponent) {
  const auto meeting = std::ranges::find(round.meetings, opponent, &Meeting::opponent);
  std::string text = factor(meeting->points);
  text += "1 against " + shown_name(names, opponent) + ", who has at least half of the possible points";
  return round.meetings.size() == 1
             ? text
             : text + ", of " + std::to_string(round.meetings.size()) + " at the table";
}

}  // namespace

std::string shown_name(const EntrantNames& names, Entrant entrant) {
  return printable(names[entrant], kShownText);
}

std::string shown_names(const EntrantNames& names, const std::vector<Entrant>& entrants) {
  constexpr std::size_t kMost = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, entrants.size()); ++i) {
    text.append(i == 0 ? "" : ", ").append(shown_name(names, entrants[i]));
  }
  return entrants.size() <= kMost ? text : text + " and " + std::to_string(entrants.size() - kMost) + " more";
}

std::string place_text(bool ranked, int rank, std::size_t entrants) {
  return ranked ? " is number " + std::to_string(rank) + " of " + std::to_string(entrants)
                : " has no place, for it has come to no game";
}

std::string round_text(const EntrantNames& names, const CardRound& round) {
  if (round.meetings.empty()) {
    return std::string(unplayed_text(round.kind));
  }
  std::string text;
  for (const Meeting& meeting : round.meetings) {
    text.append(text.empty() ? "" : ", ");
    text.append(round.kind == RoundKind::running ? "against " : verb(meeting.halves));
    text.append(shown_name(names, meeting.opponent));
    text.append(round.kind != RoundKind::running && meeting.by_forfeit ? " by forfeit" : "");
  }
  return round.kind == RoundKind::running ? text + ", not over yet" : text;
}

std::string share_text(const EntrantNames& names, const TieBreaker& breaker, const TieBreak& tie_break,
                       Entrant entrant, const Share& share) {
  using Family = TieBreak::Kind;
  const Opposition& opposition = breaker.opposition();
  switch (tie_break.kind) {
    case Family::buchholz:
      return scores_text(names, opposition, entrant, share.round, false);
    case Family::fore_buchholz:
      return scores_text(names, breaker.fore(), entrant, share.round, false);
    case Family::sonneborn_berger:
      return scores_text(names, opposition, entrant, share.round, true);
    case Family::opponents_buchholz:
      return "the Buchholz of " + shown_name(names, *share.opponent);
    case Family::koya:
      return koya_text(names, opposition.card(entrant).rounds[share.round], *share.opponent);
    case Family::progressive:
      return "points so far";
    case Family::second_seats:
      return "played from the second seat";
    case Family::second_seats_won:
      return "won from the second seat";
    case Family::pairing_number:
      return "";
    case Family::average_rating:
    case Family::performance:
    case Family::perfect_performance:
      return verb_text(names, share) + ", rated";
    case Family::average_performance:
      return "the performance of " + shown_name(names, *share.opponent);
    case Family::average_perfect:
      return "the perfect performance of " + shown_name(names, *share.opponent);
    case Family::points:
    case Family::rounds_elected:
    case Family::standard_points:
    case Family::games_won:
    case Family::wins:
    case Family::direct_encounter:
      break;
  }
  return round_text(names, opposition.card(entrant).rounds[share.round]);
}

}  // namespace referee
