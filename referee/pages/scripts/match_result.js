// How a match has ended, in a few words: who won, and by what.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});

  const kNameRoom = 40;

  /// The seats that are first, by `rank`; all of them: nobody is before another.
  referee.firstSeats = (rank) => rank.flatMap((place, seat) => (place === 1 ? [seat] : []));

  const whoText = (players, rank) => {
    const first = referee.firstSeats(rank);
    if (first.length === 1) return `${referee.brief(players[first[0]], kNameRoom)} won`;
    return first.length === rank.length ? "Draw" : `${first.length} share the first place`;
  };

  /// The count that says that it decides the game, such as bricks, one number for each seat; undefined: the scores do.
  referee.decisiveCount = (counts, seats) => counts.find(({decides, values}) => decides && values.length === seats);

  /// What decided: that count, else the scores of all seats.
  const byText = (result, counts) => {
    const decisive = referee.decisiveCount(counts, result.scores.length);
    return decisive ? `${decisive.values.join(" : ")} ${decisive.label.toLowerCase()}` : result.scores.join(" : ");
  };

  /// "ada won, 12 : 8 bricks"; "Score 45" of a game for one; "" of a match without a result. `counts`: the painter's, at the
  /// last frame. Beyond four seats the scores are left to the cards.
  referee.resultText = ({players, result, no_show: absent}, counts) => {
    if (!result) return "";
    if (players.length === 1) return `Score ${result.scores[0]}`;
    const who = whoText(players, result.rank);
    return absent?.length || players.length > 4 ? who : `${who}, ${byText(result, counts)}`;
  };
})();
