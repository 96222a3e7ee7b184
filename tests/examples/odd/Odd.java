import java.util.*;

public class Odd extends RefereeGame {
    String keep = "referee", what = "play";
    int total, rounds;
    boolean drawn;

    static void deepInside() {
        throw new IllegalStateException("missing");
    }

    @Override public void begin(Referee.Json options) {
        keep = options.get("keep").text();
        what = options.get("what").text();
        if (what.equals("refuse")) {
            throw new Refused("what: refused");
        }
        if (what.equals("fail")) {
            deepInside();
        }
    }

    @Override public List<Integer> toMove() {
        List<Integer> movers = new ArrayList<>();
        for (int seat = 0; seat < seats && rounds < 2; ++seat) {
            if (!out.contains(seat)) {
                movers.add(seat);
            }
        }
        return movers;
    }

    @Override public void check(int seat, Referee.Json move) {
        if (!move.isInteger()) {
            throw new Refused("no integer", true);
        }
        if (move.integer() > 9) {
            throw new Refused("too large");
        }
    }

    @Override public Object playTogether(Map<Integer, Referee.Json> moves) {
        System.out.println("some debugging");
        if (what.equals("fail later")) {
            deepInside();
        }
        List<Object> played = new ArrayList<>(), spent = new ArrayList<>();
        for (int seat = 0; seat < seats; ++seat) {
            Referee.Json move = moves.get(seat);
            total += move == null ? 0 : move.integer();
            played.add(move);
            spent.add(spentUs.get(seat));
        }
        total += random.below(1000);
        ++rounds;
        return List.of(Map.of("moves", played, "spent", spent));
    }

    @Override public List<Chance> chance() {
        return rounds == 1 && !drawn ? List.of(new Chance(Map.of("die", 1), 1), new Chance(Map.of("die", 2), 3)) : null;
    }

    @Override public Object draw(Referee.Json outcome) {
        total += 1000 * outcome.get("die").integer();
        drawn = true;
        return List.of(Map.of("drawn", outcome));
    }

    @Override public Object view(Reader reader) {
        return Map.of("total", total, "rounds", rounds, "text", "\u00e9\u4e16\ud83d\ude00\"\\");
    }

    @Override public double[] scores() {
        return what.equals("no number") ? new double[] {Double.NaN} : new double[] {total, total + 0.5, total + 1};
    }

    @Override public Object outcome() {
        return Map.of("total", total);
    }

    @Override public Object setup() {
        return Map.of("constant", 1.5);
    }

    @Override public Object save() {
        return keep.equals("referee") ? List.of(total, rounds, drawn) : null;
    }

    @Override public void load(Referee.Json state) {
        total = state.at(0).integer();
        rounds = state.at(1).integer();
        drawn = state.at(2).truth();
    }

    public static void main(String[] arguments) {
        serve(Odd::new);
    }
}
