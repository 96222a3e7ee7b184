// The rules of @NAME@: a game of dice and lies. Change them into your own.
//
// Two seats roll dice that the other does not see. They bid in turn: [3, 5] says "there are at least 3 fives among all dice".
// Each bid is higher than the one before. Instead of a bid a seat may say "liar": all dice are shown, and the bid was true or not.
import java.util.*;

public class Rules extends RefereeGame {
    // There is one object for each match. Keep all of the match in it, and nothing outside of it: no static variables.
    int dice, rounds, round = 0, mover;
    final int[] points = {0, 0};
    final List<List<Integer>> hands = new ArrayList<>(); // by seat
    List<Integer> bid; // count and face; null at the beginning of a round
    Object last = null; // how the round before ended

    @Override
    public void begin(Referee.Json options) {
        dice = options.get("dice").integer(); // game.json has the options and their defaults
        rounds = options.get("rounds").integer();
        roll();
    }

    void roll() {
        // All chance comes from `random`. So the referee can play a match again, and finds the same dice.
        hands.clear();
        for (int seat = 0; seat < 2; ++seat) {
            List<Integer> hand = new ArrayList<>();
            for (int i = 0; i < dice; ++i) {
                hand.add(1 + random.below(6));
            }
            Collections.sort(hand);
            hands.add(hand);
        }
        bid = null;
        mover = round % 2; // the seats begin in turn
    }

    @Override
    public List<Integer> toMove() {
        // The seats that are asked now. An empty list ends the match.
        return round == rounds ? List.of() : List.of(mover);
    }

    @Override
    public List<?> legal(int seat) {
        // All moves of this seat. The library refuses every other one, so that play() gets none of those.
        List<Object> moves = new ArrayList<>();
        for (int count = 1; count <= 2 * dice; ++count) {
            for (int face = 1; face <= 6; ++face) {
                if (bid == null || 6 * count + face > 6 * bid.get(0) + bid.get(1)) {
                    moves.add(List.of(count, face));
                }
            }
        }
        if (bid != null) {
            moves.add("liar");
        }
        return moves;
    }

    @Override
    public Object play(int seat, Referee.Json move) {
        // Returns what has happened. Everybody reads it at once: never what only one seat may know.
        if (out.contains(seat)) { // the clock has taken it out of the game: it loses all rounds that are left
            points[1 - seat] += rounds - round;
            round = rounds;
            return List.of(object("seat", seat, "out", true));
        }
        if (move == null) { // the bot was late, or has given no valid move: it loses the round
            return endRound(1 - seat);
        }
        if (move.isText()) { // "liar"
            int there = 0;
            for (List<Integer> hand : hands) {
                there += Collections.frequency(hand, bid.get(1));
            }
            return endRound(there >= bid.get(0) ? 1 - seat : seat);
        }
        bid = List.of(move.at(0).integer(), move.at(1).integer());
        mover = 1 - seat;
        return List.of(object("seat", seat, "bid", bid));
    }

    Object endRound(int winner) {
        ++points[winner];
        last = object("winner", winner, "bid", bid, "hands", List.copyOf(hands));
        ++round;
        roll();
        return List.of(last);
    }

    @Override
    public Object view(Reader reader) {
        // What a bot gets. `reader` is a seat, a spectator, or everybody after the match: sees() says who may know what.
        List<Object> seen = new ArrayList<>();
        for (int seat = 0; seat < 2; ++seat) {
            seen.add(reader.sees(seat) ? hands.get(seat) : null);
        }
        return object("round", round, "hands", seen, "bid", bid, "points", points, "last", last);
    }

    @Override
    public Object picture(Reader reader) {
        // What people see: a row for each seat, its points first. Without this method they see the view.
        List<Object> grid = new ArrayList<>();
        for (int seat = 0; seat < 2; ++seat) {
            List<String> row = new ArrayList<>(List.of(points[seat] + " p"));
            for (int die : hands.get(seat)) {
                row.add(reader.sees(seat) ? String.valueOf(die) : "?");
            }
            grid.add(row);
        }
        return object("grid", grid, "caption", "round " + round + ", bid: " + (bid == null ? "none" : bid.get(0) + " x " + bid.get(1)));
    }

    @Override
    public double[] scores() {
        // A number for each seat. More is better.
        return new double[] {points[0], points[1]};
    }

    @Override
    public Object outcome() {
        // Your own report of a match that is over, for records.
        return object("points", points);
    }

    public static void main(String[] arguments) {
        serve(Rules::new);
    }
}
