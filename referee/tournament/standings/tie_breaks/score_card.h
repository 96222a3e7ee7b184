#pragma once

#include <vector>

#include "referee/tournament/standings/encounter_state.h"
#include "referee/tournament/standings/tie_breaks/tie_break.h"

namespace referee {

/// An encounter and how it stands.
struct JudgedEncounter {
  const PlayedEncounter* played = nullptr;
  EncounterState state;
};

/// What one round was for an entrant, as C.07 tells rounds apart (15.1, 16.1, 16.2).
struct CardRound {
  enum class Kind {
    played,
    forfeit_win,   ///< came or was free to come, and no other entrant came
    forfeit_loss,  ///< was paired and did not come, or is withdrawn
    pairing_bye,
    full_bye,    ///< a full point without playing, of report files only: no FIDE rule gives it any more
    half_bye,    ///< asked for
    zero_bye,    ///< asked for; and every round of a Swiss without the entrant: before it joined, after it
                 ///< withdrew (16.1.1)
    running,     ///< paired, and not decided
    not_a_round  ///< of a round robin: the free one of an odd number, one against an annulled entrant
  };
  /// The result against another entrant at its table.
  struct Meeting {
    Entrant opponent = 0;
    int halves = 0;  ///< half points: 2 ahead of it, 1 equal, 0 behind it
    bool by_forfeit = false;
    Points points;  ///< scored against it: what `halves` are worth
  };
  Kind kind = Kind::not_a_round;
  Points points;                  ///< awarded
  std::vector<Meeting> meetings;  ///< the others at the table, one unless it is a table of more than two
  bool second_seat = false;       ///< sat second in game 1: what Black is in chess

  /// 16.1.1: "a requested bye".
  bool requested() const { return kind == Kind::half_bye || kind == Kind::zero_bye; }
  /// 16.1.2: "a voluntary unplayed round", requested or lost by forfeit.
  bool voluntary() const { return requested() || kind == Kind::forfeit_loss; }
};

/// An entrant's rounds, all that have been paired.
struct ScoreCard {
  Points points;
  std::vector<CardRound> rounds;
};

/// What results are worth: 1 and 1/2, unless a report file says otherwise.
struct PointValues {
  Points win = Points::whole(1);
  Points draw = Points::halves(1);
};

/// Which edition of C.07 says what unplayed rounds are worth.
enum class TieBreakEdition {
  of_2024,  ///< until 28 February 2026: a dummy has the entrant's own points, whatever they are (16.4)
  of_2026   ///< since 1 March 2026
};

/// By entrant. `swiss`: an entrant in no encounter of a round has a zero-point bye; in a round robin its kind
/// is not_a_round.
std::vector<ScoreCard> score_cards(bool swiss, std::size_t entrants, std::size_t rounds,
                                   const std::vector<JudgedEncounter>& encounters);

/// `cards` as if all entrants paired in round `round`, from 0, had drawn (8.3), for `draw` points.
std::vector<ScoreCard> with_round_drawn(std::vector<ScoreCard> cards, std::size_t round, Points draw);

/// The opponents of each entrant, and what these are worth: C.07, Articles 15 and 16.
///
/// In a round robin a forfeit is a game like any other, and an opponent is worth its points (15.2). In a
/// Swiss an unplayed round is worth something else to the opponents (16.3) than to the entrant itself (16.4).
class Opposition {
 public:
  /// `ratings`: by entrant, from before the tournament; empty where entrants have none.
  Opposition(bool swiss, std::vector<ScoreCard> cards, const PointValues& worth = {},
             std::vector<int> ratings = {}, TieBreakEdition edition = TieBreakEdition::of_2026);

  /// This opposition as if all entrants paired in round `round`, from 0, had drawn (8.3).
  Opposition with_drawn(std::size_t round) const {
    return {swiss_, with_round_drawn(cards_, round, worth_.draw), worth_, ratings_, edition_};
  }

  bool swiss() const { return swiss_; }
  TieBreakEdition edition() const { return edition_; }
  /// Whether a dummy may have fewer points than the entrant itself.
  bool caps_dummies() const { return edition_ != TieBreakEdition::of_2024; }
  const PointValues& worth() const { return worth_; }
  /// REQUIRES: entrants have ratings.
  int rating(Entrant entrant) const { return ratings_.at(entrant); }
  std::size_t rounds() const { return cards_.empty() ? 0 : cards_.front().rounds.size(); }
  const ScoreCard& card(Entrant entrant) const { return cards_[entrant]; }
  const std::vector<ScoreCard>& cards() const { return cards_; }

  /// What the opponents of `entrant` count for it. 16.3: its points; but a requested bye that is followed by
  /// voluntary unplayed rounds only, or stands in the last round, counts as a draw.
  Points as_opponent(Entrant entrant) const { return as_opponent_[entrant]; }
  /// Whether 16.3.2 makes a draw of that round.
  bool counts_as_draw(Entrant entrant, std::size_t round) const {
    return round >= trailing_[entrant] && cards_[entrant].rounds[round].requested();
  }

  /// Whether that round of `entrant` counts at all: all do in a Swiss, those with an opponent in a round
  /// robin once they are decided.
  bool counts(Entrant entrant, std::size_t round) const;
  /// 16.4: the score of the dummy that stands in for a missing opponent: the entrant's own points, in a round
  /// without an opponent at most `draws()` if dummies are capped.
  Points dummy(Entrant entrant) const { return capped(cards_[entrant].points, draws()); }
  /// 16.4: the score of the dummy that stands in for the scheduled opponent of a forfeit: the entrant's own
  /// points, if dummies are capped at most what the scheduled opponent counts for.
  Points dummy(Entrant entrant, Entrant scheduled) const {
    return capped(cards_[entrant].points, as_opponent_[scheduled]);
  }
  /// The points of an entrant that draws every round that has been paired: the cap of 16.4.2.
  Points draws() const { return Points::of_units(worth_.draw.units() * static_cast<std::int64_t>(rounds())); }
  /// The score that `meeting` of `entrant` counts with: the opponent's, or the dummy's.
  Points met(Entrant entrant, const CardRound::Meeting& meeting) const {
    return swiss_ && meeting.by_forfeit ? dummy(entrant, meeting.opponent) : as_opponent_[meeting.opponent];
  }
  /// The score that `entrant` has had against it in that round, at a table of more than two the mean.
  /// REQUIRES: it counts().
  TieBreakValue score(Entrant entrant, std::size_t round) const;
  /// The score that `entrant` has had against it in that round, see score(), times the points that `entrant`
  /// scored; at a table of more than two the mean of these products. REQUIRES: it counts().
  TieBreakValue score_times_points(Entrant entrant, std::size_t round) const;

 private:
  bool has_dummy(const CardRound& round) const {
    return round.meetings.empty() || round.kind == CardRound::Kind::running;
  }

  Points capped(Points own, Points cap) const { return caps_dummies() ? std::min(own, cap) : own; }

  bool swiss_;
  TieBreakEdition edition_;
  std::vector<ScoreCard> cards_;
  PointValues worth_;
  std::vector<int> ratings_;
  std::vector<std::size_t>
      trailing_;  // by entrant: the first round of those at the end that are all voluntary
  std::vector<Points> as_opponent_;
};

}  // namespace referee
