// Plays 100 random matches with your rules, without a referee: make test
import java.io.IOException;
import java.nio.file.*;
import java.util.*;

public class RulesTest {
    static Referee.Json facts;
    static final Map<String, Object> options = new TreeMap<>();

    public static void main(String[] arguments) throws IOException {
        facts = Referee.Json.read(Files.readString(Path.of("game.json")));
        if (facts.has("options")) {
            facts.get("options").keys().forEach(name -> options.put(name, facts.get("options").get(name).get("default")));
        }
        for (int seed = 0; seed < 100; ++seed) {
            List<Referee.Json> answers = play(seed);
            check(answers.equals(play(seed)), "the same seed and moves must give the same match");
            // Below: what is true of your game only.
            Referee.Json seats = answers.get(0).get("views").get("seats");
            check(seats.at(0).get("hands").at(1).isNull() && seats.at(1).get("hands").at(0).isNull(), "only its owner sees a hand");
            Referee.Json scores = answers.get(answers.size() - 1).get("scores");
            int rounds = facts.get("options").get("rounds").get("default").integer();
            check(scores.at(0).number() + scores.at(1).number() == rounds, "each round has a winner");
        }
        System.out.println("100 matches are well");
    }

    /** A match of legal moves by chance: all answers. */
    static List<Referee.Json> play(int seed) {
        RefereeGame.Server server = new RefereeGame.Server(Rules::new, facts);
        Random chance = new Random(seed);
        List<Referee.Json> answers = new ArrayList<>();
        Referee.Json number = facts.get("seats"); // or the name of the option that has it
        Object seats = number.isText() ? options.get(number.text()) : number;
        Referee.Json answer =
                ask(server, "new", "options", options, "seats", seats, "seed", seed, "salt", String.format("%032x", seed));
        int most = facts.has("max_turns") ? facts.get("max_turns").integer() : 10000;
        for (; answers.size() <= most; answers.add(answer)) {
            check(!answer.has("error"), answer.toString());
            if (answer.get("to_move").size() == 0) {
                answers.add(answer);
                return answers;
            }
            List<Object> moves = new ArrayList<>();
            List<Object> wrong = new ArrayList<>();
            for (int i = 0; i < answer.get("to_move").size(); ++i) {
                Referee.Json legal = answer.get("legal").at(i);
                Referee.Json seat = answer.get("to_move").at(i);
                moves.add(RefereeGame.object("seat", seat, "move", legal.at(chance.nextInt(legal.size())), "spent_us", 0));
                wrong.add(RefereeGame.object("seat", seat, "move", Map.of("no", "move"), "spent_us", 0));
            }
            check(ask(server, "step", "moves", wrong).has("refused"), "a move of a wrong form must be refused, and change nothing");
            answer = ask(server, "step", "moves", moves);
        }
        throw new AssertionError("a match is not over after " + most + " turns (max_turns): count turns, and end it");
    }

    static Referee.Json ask(RefereeGame.Server server, String type, Object... fields) {
        Map<String, Object> request = RefereeGame.object(fields);
        request.putAll(Map.of("id", 1, "match", "test", "type", type));
        return Referee.Json.read(server.answer(Referee.Json.read(Referee.Json.write(request))));
    }

    static void check(boolean isWell, String rule) {
        if (!isWell) {
            throw new AssertionError(rule);
        }
    }
}
