// Serves a game of yours to the referee: you write its rules as a class. This file does the rest.
//
//     import java.util.*;
//
//     public class Nim extends RefereeGame {
//         int sticks, mover = 0, loser = -1;
//
//         @Override public void begin(Referee.Json options) { sticks = options.get("sticks").integer(); }
//         @Override public List<Integer> toMove() { return loser >= 0 || sticks == 0 ? List.of() : List.of(mover); }
//         @Override public List<?> legal(int seat) { return List.of(1, 2, 3).subList(0, Math.min(3, sticks)); }
//         @Override public Object play(int seat, Referee.Json move) {
//             if (move == null) { // the bot has given no valid move
//                 loser = seat;
//             } else {
//                 sticks -= move.integer();
//                 mover = 1 - seat;
//             }
//             return null;
//         }
//         @Override public Object view(Reader reader) { return Map.of("sticks", sticks); }
//         @Override public double[] scores() {
//             return (loser < 0 ? mover : loser) == 0 ? new double[] {0, 1} : new double[] {1, 0};
//         }
//         public static void main(String[] arguments) { serve(Nim::new); }
//     }
//
// Keep this file and Referee.java, the library of bots, beside yours. They need Java 11 or newer and nothing else. Compile
// with `javac -d classes Nim.java`, which compiles both files, too, and start with `java -cp classes Nim`.
//
// Values that your methods return become JSON: texts, numbers, truth values, null, lists, arrays, maps and Referee.Json.
import java.io.*;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.util.*;
import java.util.function.*;

/** The rules of one match: extend it. Each match has an object of its own. */
public abstract class RefereeGame {
    // Characters of what is refused or has failed: fewer than 2000 bytes.
    private static final int MOST_WORDS = 500;
    private static final List<String> LIBRARY = Arrays.asList("RefereeGame.java", "Referee.java"); // may be asked for null

    /** How many bots play. It is set before begin(), and so is `random`. */
    public int seats;
    /** The only source of chance. */
    public Random random;
    /** The seats that the clock has taken out of the game. */
    public final Set<Integer> out = new TreeSet<>();
    /** The thinking time by seat in this step, in microseconds. */
    public final Map<Integer, Long> spentUs = new TreeMap<>();

    /** A match begins. `options` has all options of game.json. */
    public void begin(Referee.Json options) {}

    /** The seats that are asked now, ascending. None of them: the match is over. Never a seat that is in `out`. */
    public abstract List<Integer> toMove();

    /** All legal moves of a seat that is to move; null if they are too many. Then write check(), too. */
    public List<?> legal(int seat) {
        return null;
    }

    /**
     * Throws Refused if the move is not legal. It changes nothing. `move` may be any JSON. Without a check of yours the
     * moves of legal() are legal.
     */
    public void check(int seat, Referee.Json move) {
        List<?> legal = legal(seat);
        if (legal == null) {
            throw new UnsupportedOperationException("write legal(int seat) or check(int seat, Referee.Json move)");
        }
        String text = move.toString();
        if (legal.stream().noneMatch(other -> Referee.Json.write(other).equals(text))) {
            String all = Referee.brief(Referee.Json.write(legal), 200);
            throw new Refused(Referee.brief(text, 80) + " is no legal move now. Legal: " + all);
        }
    }

    /**
     * Plays a checked move; null if the bot has given no valid one. Returns the events: what has happened, as JSON that
     * every seat may know, or null. In a game with chance() a list.
     */
    public Object play(int seat, Referee.Json move) {
        throw new UnsupportedOperationException("write play(int seat, Referee.Json move)");
    }

    /** Plays the moves of all seats that were to move, by seat. For games that ask several at once. */
    public Object playTogether(Map<Integer, Referee.Json> moves) {
        Map.Entry<Integer, Referee.Json> one = moves.entrySet().iterator().next();
        return play(one.getKey(), one.getValue());
    }

    /** At a chance node each outcome with its weight, an integer from 1; else null. It comes before toMove(). */
    public List<Chance> chance() {
        return null;
    }

    /** The referee has drawn this outcome of chance(). Returns a list of events, as play() does. */
    public Object draw(Referee.Json outcome) {
        throw new UnsupportedOperationException("write draw(Referee.Json outcome)");
    }

    /**
     * What the reader may see, as JSON. With "hidden" in game.json ask `reader.sees(seat)` before you show what only that
     * seat may know.
     */
    public abstract Object view(Reader reader);

    /** The picture for this reader, or null. */
    public Object picture(Reader reader) {
        return null;
    }

    /** A number for each seat. More is better. */
    public double[] scores() {
        return new double[seats];
    }

    /** The game's own report of a match that is over. */
    public Object outcome() {
        return null;
    }

    /** What never changes in this match, and every seat may know. Null: the options. */
    public Object setup() {
        return null;
    }

    /**
     * All of the match as JSON, if the referee shall keep it for you: then write load(), too. Null: this program
     * remembers the match.
     */
    public Object save() {
        return null;
    }

    /** Takes up what save() has given, in a new object instead of begin(). */
    public void load(Referee.Json state) {
        throw new UnsupportedOperationException("write load(Referee.Json state)");
    }

    /**
     * What the rules do not allow. The words are for the author of the bot. Thrown in check(): the move is refused.
     * Thrown in begin(): the options are refused.
     */
    public static class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;
        final boolean malformed;

        public Refused(String why) {
            this(why, false);
        }

        /** `malformed`: the move has the wrong form. */
        public Refused(String why, boolean malformed) {
            super(why);
            this.malformed = malformed;
        }
    }

    /** An outcome that the referee may draw. */
    public static class Chance {
        final Object outcome;
        final long weight;

        /** `outcome`: any JSON. `weight`: from 1. */
        public Chance(Object outcome, long weight) {
            this.outcome = outcome;
            this.weight = weight;
        }
    }

    /** Who gets a view: one seat; a spectator, who sees what all seats may know; or everybody after the match. */
    public static class Reader {
        private static final int SPECTATOR = -1;
        private static final int ALL = -2;
        private final int seat;

        private Reader(int seat) {
            this.seat = seat;
        }

        /** Whether this reader may see what only the seat `owner` may know. */
        public boolean sees(int owner) {
            return seat == ALL || seat == owner;
        }
    }

    /**
     * Chance from the seed of a match: the same draws on every machine, and in this library's other languages. Nobody who
     * sees some draws can tell the next ones, because each 32 bytes are the SHA-256 of "seed:salt:number".
     */
    public static class Random {
        private static final long WORDS = 1L << 32; // how many values a word of 32 bits has
        final long seed;
        final String salt;
        long drawn; // words so far
        private long block = -1;
        private byte[] words;

        Random(long seed, String salt, long drawn) {
            this.seed = seed;
            this.salt = salt;
            this.drawn = drawn;
        }

        /** An integer from 0 to n - 1, all equally likely. n: from 1. */
        public int below(int n) {
            if (n < 1) {
                throw new IllegalArgumentException("below(" + n + "): expected 1 or more");
            }
            long end = WORDS - WORDS % n; // words from here on would favour small numbers
            while (true) {
                long word = word();
                if (word < end) {
                    return (int) (word % n);
                }
            }
        }

        /** One of a list. */
        public <T> T choose(List<T> things) {
            return things.get(below(things.size()));
        }

        /** Puts a list into any order, all equally likely. */
        public void shuffle(List<?> things) {
            for (int last = things.size() - 1; last > 0; --last) {
                Collections.swap(things, last, below(last + 1));
            }
        }

        private long word() {
            if (drawn / 8 != block) {
                block = drawn / 8;
                words = sha256(seed + ":" + salt + ":" + block);
            }
            int at = (int) (drawn++ % 8) * 4;
            return new BigInteger(1, Arrays.copyOfRange(words, at, at + 4)).longValue();
        }

        private static byte[] sha256(String text) {
            try {
                return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
            } catch (NoSuchAlgorithmException missing) {
                throw new IllegalStateException(missing);
            }
        }
    }

    /** Serves matches, each with a game that `rules` makes, in the folder of game.json, until the referee ends. */
    public static void serve(Supplier<? extends RefereeGame> rules) {
        OutputStream answers = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err); // a stray line would be an answer
        try {
            Server server = new Server(rules, Referee.Json.read(Files.readString(Path.of("game.json"))));
            Referee.say(answers, Referee.Json.write(server.hello()));
            BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                String answer = server.answer(Referee.Json.read(line));
                if (answer != null) {
                    Referee.say(answers, answer);
                }
            }
        } catch (NoSuchFileException missing) {
            System.err.println("no game.json here: start this program in the folder of the game");
            System.exit(1);
        } catch (IOException gone) {
            // the referee has gone
        }
    }

    /** object("seat", 0, "move", 4) is {"seat": 0, "move": 4}. */
    public static Map<String, Object> object(Object... fields) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            object.put((String) fields[i], fields[i + 1]);
        }
        return object;
    }

    /** Your class as a program that answers requests. */
    public static class Server {
        private final Supplier<? extends RefereeGame> rules;
        private final Referee.Json facts;
        private final Map<String, RefereeGame> matches = new HashMap<>();

        /** `facts`: game.json. */
        public Server(Supplier<? extends RefereeGame> rules, Referee.Json facts) {
            this.rules = rules;
            this.facts = facts;
        }

        Map<String, Object> hello() {
            Map<String, Object> hello = object("type", "hello");
            for (String key : new String[] {"rules_program", "name", "version"}) {
                hello.put(key, facts.get(key));
            }
            return hello;
        }

        /** The line that answers one request, or null. */
        public String answer(Referee.Json request) {
            String match = request.get("match").text();
            String type = request.get("type").text();
            if (type.equals("end")) {
                matches.remove(match);
                return null;
            }
            Map<String, Object> answer = object("id", request.get("id"));
            try {
                answer.putAll(type.equals("new") ? begin(match, request) : step(match, request));
                return Referee.Json.write(answer);
            } catch (RuntimeException | StackOverflowError error) {
                matches.remove(match);
                return Referee.Json.write(object("id", request.get("id"), "error", wordsOf(error)));
            }
        }

        private Map<String, Object> begin(String match, Referee.Json request) {
            Random random = new Random(request.get("seed").whole(), request.get("salt").text(), 0);
            RefereeGame game = game(request.get("seats").integer(), random);
            game.begin(request.get("options"));
            Map<String, Object> answer = position(match, game, false);
            putUnlessNull(answer, "setup", game.setup());
            return answer;
        }

        private Map<String, Object> step(String match, Referee.Json request) {
            RefereeGame game = request.has("state") ? loaded(request.get("state")) : matches.get(match);
            Object events;
            if (request.has("chance")) {
                events = game.draw(request.get("chance"));
            } else {
                List<Object> refused = new ArrayList<>();
                Map<Integer, Referee.Json> moves = new TreeMap<>();
                for (Referee.Json entry : request.get("moves")) {
                    moves.put(entry.get("seat").integer(), entry.has("move") ? entry.get("move") : null);
                    refuse(game, entry, refused);
                }
                if (!refused.isEmpty()) {
                    return object("refused", refused);
                }
                game.spentUs.clear();
                for (Referee.Json entry : request.get("moves")) {
                    int seat = entry.get("seat").integer();
                    game.spentUs.put(seat, entry.get("spent_us").whole());
                    if (entry.has("forfeited")) {
                        game.out.add(seat);
                    }
                }
                events = game.playTogether(moves);
            }
            boolean sparing = request.has("views") && request.get("views").text().equals("movers");
            Map<String, Object> answer = position(match, game, sparing);
            putUnlessNull(answer, "events", events);
            return answer;
        }

        private static void refuse(RefereeGame game, Referee.Json entry, List<Object> refused) {
            if (!entry.has("move")) {
                return;
            }
            try {
                game.check(entry.get("seat").integer(), entry.get("move"));
            } catch (Refused why) {
                Map<String, Object> words = object("seat", entry.get("seat"), "why", Referee.brief(why.getMessage(), MOST_WORDS));
                if (why.malformed) {
                    words.put("malformed", true);
                }
                refused.add(words);
            }
        }

        /** `sparing`: only the seats to move read what follows, and everybody once the match is over. */
        private Map<String, Object> position(String match, RefereeGame game, boolean sparing) {
            Map<String, Object> answer = new LinkedHashMap<>();
            List<Chance> chance = game.chance();
            if (chance != null) {
                List<Object> pairs = new ArrayList<>();
                chance.forEach(one -> pairs.add(Arrays.asList(one.outcome, one.weight)));
                answer.put("chance", pairs);
            } else {
                List<Integer> movers = game.toMove();
                List<Object> legal = new ArrayList<>();
                movers.forEach(seat -> legal.add(game.legal(seat)));
                answer.put("to_move", movers);
                if (legal.stream().anyMatch(Objects::nonNull)) {
                    answer.put("legal", legal);
                }
                answer.put("scores", game.scores());
                if (movers.isEmpty()) {
                    answer.put("outcome", game.outcome());
                }
            }
            if (chance == null || !sparing) {
                show("view", "views", game::view, game, answer, sparing);
                show("picture", "pictures", game::picture, game, answer, sparing);
            }
            keep(match, game, answer);
            return answer;
        }

        /** Adds views or pictures, if there are any. */
        private void show(String one, String many, Function<Reader, Object> show, RefereeGame game,
                Map<String, Object> answer, boolean sparing) {
            if (!facts.has("hidden") || !facts.get("hidden").truth()) {
                Object all = show.apply(new Reader(Reader.ALL));
                if (all != null || one.equals("view")) {
                    answer.put(one, all);
                }
                return;
            }
            List<?> movers = (List<?>) answer.getOrDefault("to_move", List.of());
            List<Object> seats = new ArrayList<>();
            for (int seat = 0; seat < game.seats; ++seat) {
                seats.add(!sparing || movers.contains(seat) ? show.apply(new Reader(seat)) : null);
            }
            Map<String, Object> shown = object("seats", seats);
            if (!sparing) {
                shown.put("spectator", show.apply(new Reader(Reader.SPECTATOR)));
            }
            if (!sparing || movers.isEmpty()) {
                shown.put("all", show.apply(new Reader(Reader.ALL)));
            }
            if (one.equals("view") || shown.get("all") != null || seats.stream().anyMatch(Objects::nonNull)) {
                answer.put(many, shown);
            }
        }

        private void keep(String match, RefereeGame game, Map<String, Object> answer) {
            Object state = game.save();
            if (state == null) {
                matches.put(match, game);
            } else {
                Object[] random = {game.random.seed, game.random.salt, game.random.drawn};
                answer.put("state", object("game", state, "seats", game.seats, "out", game.out, "random", random));
            }
        }

        private RefereeGame loaded(Referee.Json state) {
            Referee.Json random = state.get("random");
            RefereeGame game = game(state.get("seats").integer(),
                    new Random(random.at(0).whole(), random.at(1).text(), random.at(2).whole()));
            state.get("out").forEach(seat -> game.out.add(seat.integer()));
            game.load(state.get("game"));
            return game;
        }

        private RefereeGame game(int seats, Random random) {
            RefereeGame game = rules.get();
            game.seats = seats;
            game.random = random;
            return game;
        }

        private static void putUnlessNull(Map<String, Object> answer, String key, Object value) {
            if (value != null) {
                answer.put(key, value);
            }
        }

        /** What is wrong with the options, or what failed and where. */
        private static String wordsOf(Throwable error) {
            if (error instanceof Refused) {
                return Referee.brief(error.getMessage(), MOST_WORDS);
            }
            StringBuilder text = new StringBuilder(error.toString());
            Arrays.stream(error.getStackTrace())
                    .filter(at -> !LIBRARY.contains(at.getFileName()) && at.getModuleName() == null)
                    .forEach(at -> text.append("\n    at ").append(at));
            return Referee.brief(text.toString(), MOST_WORDS);
        }
    }
}
