// Lets a function play: it gets what your bot sees and returns its move. This file does the rest.
//
//     import java.util.Random;
//
//     public class MyBot {
//         public static void main(String[] arguments) {
//             String[] moves = {"forward", "left", "right"};
//             Random random = new Random();
//             Referee.play(view -> moves[random.nextInt(3)]);
//         }
//     }
//
// Keep this file beside your bot and submit both. It needs Java 11 or newer and nothing else. Compile with
// `javac MyBot.java`, which compiles this file, too, and start with `java -cp . MyBot`.
import java.io.*;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.Pattern;

/** Plays matches with functions of yours: see play(). */
public class Referee {
    /** Returns your move: a text, a number, a list or a map, as the rules of your game say. */
    public interface Move {
        /** An exception is shown, and costs this turn only. */
        Object move(Json view);
    }

    /** A bot that wants more than the view. */
    public interface Bot {
        /** Returns your move, as Move does. */
        Object move(Json view, Match match);

        /** A match begins. Forget the last one here, if you keep anything in variables of your own. */
        default void start(Match match) {}

        /**
         * Called with every view before move(), and with each earlier view when a match goes on in its middle. Whoever
         * remembers views should do it here.
         */
        default void see(Json view, Match match) {}

        /**
         * True if your program cannot forget a match. Then the referee starts it anew for each match, and plays an
         * interrupted match again from its beginning.
         */
        default boolean oneMatch() {
            return false;
        }
    }

    /** The match that is played now. Each match has a new one. */
    public static class Match {
        /** The whole message that began it. */
        public final Json start;
        /** Its name. */
        public final String id;
        /** What is played: "walls". */
        public final String game;
        /** Your seat, from 0. */
        public final int seat;
        /** Names by seat. */
        public final Json players;
        /** What the game says once. */
        public final Json setup;
        /** The number of this turn. */
        public int turn = 0;
        /** The time left for this answer, when the referee asked; -1 if it did not say. */
        public double leftMs = -1;

        Match(Json start) {
            this.start = start;
            id = start.get("match").text();
            game = start.get("game").text();
            seat = start.get("seat").integer();
            players = start.get("players");
            setup = start.get("setup");
        }
    }

    /** Plays matches until the referee says bye, for a bot that needs nothing but the view. */
    public static void play(Move move) {
        play((view, match) -> move.move(view));
    }

    /** Plays matches until the referee says bye. */
    public static void play(Bot bot) {
        if (isAtTerminal()) {
            String hint = "referee match walls --bot \"java -cp . MyBot\" --bot sample:walls_random";
            System.err.println("This bot waits for a referee, which starts it. Try: " + hint);
        }
        OutputStream answers = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err); // a stray line would be an answer
        InputStream messages = System.in;
        System.setIn(new OfTheReferee());
        try {
            new Referee(bot).converse(messages, answers);
        } catch (IOException gone) {
            // the referee has gone
        }
    }

    /** Standard input while matches are played: a bot that read it would wait for ever. */
    private static class OfTheReferee extends InputStream {
        @Override
        public int read() {
            throw new IllegalStateException(
                    "standard input belongs to the referee: do not read it, view has all that there is to see");
        }
    }

    private static boolean isAtTerminal() {
        try {
            Console console = System.console();
            return console != null && (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException older) { // before Java 22, where only a terminal has a console
            return true;
        }
    }

    // ---- The protocol: one JSON object per line.

    private static final List<String> REPLACES_A_TURN = List.of("turn", "start", "end"); // types of messages

    private final Bot bot;
    private final Map<String, Object> hello;
    private Match match;
    private final Set<String> shown = new HashSet<>(); // texts of this match
    private int failed = -1; // the last turn of this match in which the bot failed

    private Referee(Bot bot) {
        this.bot = bot;
        hello = message("hello", "protocol", 1);
        if (!bot.oneMatch()) {
            hello.put("resume", true);
            hello.put("features", List.of("new_match"));
        }
    }

    /** Says hello, and answers until the referee says bye or the input ends. */
    private void converse(InputStream input, OutputStream output) throws IOException {
        say(output, Json.write(hello));
        ByteArrayOutputStream rest = new ByteArrayOutputStream(); // the begin of a line that has not arrived in full
        byte[] chunk = new byte[1 << 16];
        for (int size = input.read(chunk); size >= 0; size = input.read(chunk)) {
            Deque<Json> messages = new ArrayDeque<>();
            int begin = 0;
            for (int end = 0; end < size; ++end) {
                if (chunk[end] == '\n') {
                    rest.write(chunk, begin, end - begin);
                    messages.add(Json.read(rest.toString(StandardCharsets.UTF_8)));
                    rest.reset();
                    begin = end + 1;
                }
            }
            rest.write(chunk, begin, size - begin);
            while (!messages.isEmpty()) {
                Json message = messages.remove();
                if (message.get("type").text().equals("bye")) {
                    return;
                }
                Map<String, Object> answer = answer(message, messages);
                if (answer != null) {
                    say(output, Json.write(answer));
                }
            }
        }
    }

    static void say(OutputStream output, String line) throws IOException {
        output.write((line + "\n").getBytes(StandardCharsets.US_ASCII)); // one write: nothing waits
    }

    /** The answer to one message, or null. `later`: messages that are here already, behind this one. */
    private Map<String, Object> answer(Json message, Collection<Json> later) {
        switch (message.get("type").text()) {
            case "start":
                match = new Match(message);
                shown.clear();
                failed = -1;
                bot.start(match);
                return null;
            case "past":
                look(message);
                return null;
            case "turn":
                look(message);
                if (later.stream().anyMatch(other -> REPLACES_A_TURN.contains(other.get("type").text()))) {
                    return null; // we were late: a newer one is here
                }
                Object move = choose(message.get("view"));
                return message("move", "match", message.get("match"), "turn", message.get("turn"), "move", move);
            case "new_match":
                return hello;
            case "error":
                int turn = message.has("turn") ? message.get("turn").integer() : -1;
                if (turn < 0 || turn != failed) {
                    String text = message.get("message").text();
                    String place = turn < 0 ? "" : "turn " + turn + ": ";
                    show(text, shown(place + "the referee says " + message.get("code").text() + ": " + text));
                }
                return null;
            case "end":
                if (message.has("faults") && message.get("faults").integer() > 0) {
                    System.err.println(shown("match " + message.get("match").text()) + ": " + message.get("faults")
                            + " of your turns had no valid move in time");
                }
                return null;
            default: // welcome and wait need no answer; we ignore types of later versions
                return null;
        }
    }

    private void look(Json message) {
        match.turn = message.get("turn").integer();
        boolean told = message.has("clock") && message.get("clock").has("left_ms");
        match.leftMs = told ? message.get("clock").get("left_ms").number() : -1;
        bot.see(message.get("view"), match);
    }

    /** The move; if the bot fails, what is no move in any game, so that the game goes on at once. */
    private Object choose(Json view) {
        try {
            Object move = bot.move(view, match);
            Json.write(move); // which fails if it cannot be sent
            if (move == null) {
                show("null", "turn " + match.turn + ": your function returned null");
            }
            return move;
        } catch (RuntimeException | StackOverflowError error) {
            failed = match.turn;
            String why = whyOf(error);
            show(why, "turn " + match.turn + ": no move, because your function failed:\n" + why);
            return Map.of("error", brief(error.toString(), 200));
        }
    }

    /** What failed and where, without the lines of this file. */
    private static String whyOf(Throwable error) {
        StackTraceElement[] all = error.getStackTrace();
        List<StackTraceElement> shown = new ArrayList<>(Arrays.asList(all));
        shown.removeIf(at -> "Referee.java".equals(at.getFileName()));
        error.setStackTrace(shown.toArray(new StackTraceElement[0]));
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    /** A text of the referee's without characters that would change a terminal. */
    private static String shown(String text) {
        return text.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
    }

    static String brief(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 3) + "...";
    }

    /** Prints to standard error what has not been said before in this match. */
    private void show(String what, String text) {
        if (shown.add(what)) {
            System.err.println(text.stripTrailing());
        }
    }

    /** message("hello", "protocol", 1) is {"type":"hello","protocol":1}. */
    private static Map<String, Object> message(String type, Object... fields) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", type);
        for (int i = 0; i < fields.length; i += 2) {
            message.put((String) fields[i], fields[i + 1]);
        }
        return message;
    }

    /** A value of JSON, as Java has no library for it. Reading it as a wrong type throws and names the value. */
    public static class Json implements Iterable<Json> {
        private final Object value; // null, Boolean, Long, BigInteger, Double, String, List<Json> or Map<String, Json>

        private Json(Object value) {
            this.value = value;
        }

        public boolean isNull() {
            return value == null;
        }

        public boolean isText() {
            return value instanceof String;
        }

        /** Whether it is a whole number that integer() can return. */
        public boolean isInteger() {
            return value instanceof Long && (Long) value == ((Long) value).intValue();
        }

        public boolean isList() {
            return value instanceof List;
        }

        public boolean isObject() {
            return value instanceof Map;
        }

        /** Whether it is an object with that field. */
        public boolean has(String key) {
            return value instanceof Map && ((Map<?, ?>) value).containsKey(key);
        }

        /** A field of an object. */
        public Json get(String key) {
            Json field = (Json) as(Map.class, "an object").get(key);
            if (field == null) {
                throw new IllegalArgumentException("no \"" + key + "\" among " + ((Map<?, ?>) value).keySet());
            }
            return field;
        }

        /** The names of an object's fields. */
        public Set<String> keys() {
            Set<String> keys = new TreeSet<>();
            for (Object key : as(Map.class, "an object").keySet()) {
                keys.add((String) key);
            }
            return keys;
        }

        /** An element of a list, from 0. */
        public Json at(int index) {
            return (Json) as(List.class, "a list").get(index);
        }

        /** The number of elements of a list. */
        public int size() {
            return as(List.class, "a list").size();
        }

        @Override
        @SuppressWarnings("unchecked")
        public Iterator<Json> iterator() {
            return ((List<Json>) as(List.class, "a list")).iterator();
        }

        public String text() {
            return as(String.class, "a text");
        }

        public int integer() {
            return Math.toIntExact(whole());
        }

        long whole() {
            return as(Long.class, "an integer");
        }

        public double number() {
            return as(Number.class, "a number").doubleValue();
        }

        public boolean truth() {
            return as(Boolean.class, "true or false");
        }

        private <T> T as(Class<T> type, String expected) {
            if (!type.isInstance(value)) {
                throw new IllegalArgumentException("expected " + expected + ", got " + brief(toString(), 80));
            }
            return type.cast(value);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Json && toString().equals(other.toString());
        }

        @Override
        public int hashCode() {
            return toString().hashCode();
        }

        @Override
        public String toString() {
            return write(value);
        }

        /**
         * In one line. The keys of objects are in their order, so that it does not depend on the kind of a map. Letters
         * beyond ASCII are escaped, so that the encoding of standard output does not matter.
         */
        public static String write(Object value) {
            StringBuilder out = new StringBuilder();
            write(value, out);
            return out.toString();
        }

        private static void write(Object value, StringBuilder out) {
            if (value instanceof Json) {
                write(((Json) value).value, out);
            } else if (value instanceof Map) {
                String comma = "{";
                for (Map.Entry<?, ?> field : new TreeMap<>((Map<?, ?>) value).entrySet()) {
                    write(field.getKey(), out.append(comma));
                    write(field.getValue(), out.append(':'));
                    comma = ",";
                }
                out.append(comma.equals("{") ? "{}" : "}");
            } else if (value instanceof Iterable) {
                String comma = "[";
                for (Object entry : (Iterable<?>) value) {
                    write(entry, out.append(comma));
                    comma = ",";
                }
                out.append(comma.equals("[") ? "[]" : "]");
            } else if (value instanceof CharSequence || value instanceof Character) {
                out.append('"');
                for (char c : value.toString().toCharArray()) {
                    if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
                        out.append(c);
                    } else {
                        out.append(String.format("\\u%04x", (int) c));
                    }
                }
                out.append('"');
            } else if (value != null && value.getClass().isArray()) {
                List<Object> entries = new ArrayList<>();
                for (int i = 0; i < Array.getLength(value); ++i) {
                    entries.add(Array.get(value, i));
                }
                write(entries, out);
            } else if (value instanceof Double && !Double.isFinite((Double) value)) {
                throw new IllegalArgumentException("cannot be written as JSON: " + value);
            } else if (value == null || value instanceof Number || value instanceof Boolean) {
                out.append(value);
            } else {
                throw new IllegalArgumentException("cannot be written as JSON: " + value.getClass());
            }
        }

        public static Json read(String text) {
            Parser parser = new Parser(text);
            Json value = parser.value();
            parser.end();
            return value;
        }

        /** Reads one text from left to right. */
        private static class Parser {
            private static final Pattern SHORT = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
            private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?");
            private final String text;
            private int at = 0;

            Parser(String text) {
                this.text = text;
            }

            Json value() {
                switch (next()) {
                    case '{': return new Json(object());
                    case '[': return new Json(list());
                    case '"': return new Json(string());
                    case 't': return word("true", true);
                    case 'f': return word("false", false);
                    case 'n': return word("null", null);
                    default: return new Json(number());
                }
            }

            void end() {
                next();
                if (at < text.length()) {
                    throw wrong("the end");
                }
            }

            private Map<String, Json> object() {
                Map<String, Json> object = new LinkedHashMap<>();
                ++at;
                while (next() != '}') {
                    if (!object.isEmpty()) {
                        take(',');
                    }
                    next();
                    String key = string();
                    take(':');
                    object.put(key, value());
                }
                ++at;
                return object;
            }

            private List<Json> list() {
                List<Json> list = new ArrayList<>();
                ++at;
                while (next() != ']') {
                    if (!list.isEmpty()) {
                        take(',');
                    }
                    list.add(value());
                }
                ++at;
                return list;
            }

            private String string() {
                StringBuilder string = new StringBuilder();
                if (peek() != '"') {
                    throw wrong("a text");
                }
                for (++at; peek() != '"'; ++at) {
                    if (peek() < ' ') {
                        throw wrong("the end of a text");
                    }
                    string.append(peek() == '\\' ? escaped() : peek());
                }
                ++at;
                return string.toString();
            }

            /** Leaves `at` on the last character of the escape. */
            private char escaped() {
                ++at;
                int known = "\"\\/bfnrt".indexOf(peek());
                if (known >= 0) {
                    return "\"\\/\b\f\n\r\t".charAt(known);
                }
                String code = text.substring(at, Math.min(at + 5, text.length()));
                if (!code.matches("u[0-9a-fA-F]{4}")) {
                    throw wrong("an escape");
                }
                at += 4;
                return (char) Integer.parseInt(code.substring(1), 16);
            }

            private Number number() {
                int from = at;
                while (peek() != 0 && "+-.eE0123456789".indexOf(peek()) >= 0) {
                    ++at;
                }
                String number = text.substring(from, at);
                if (SHORT.matcher(number).matches()) {
                    return Long.valueOf(number);
                }
                if (!NUMBER.matcher(number).matches()) {
                    at = from;
                    throw wrong("a value");
                }
                return number.matches("-?[0-9]+") ? new BigInteger(number) : Double.valueOf(number);
            }

            private Json word(String word, Object value) {
                if (!text.startsWith(word, at)) {
                    throw wrong("a value");
                }
                at += word.length();
                return new Json(value);
            }

            private void take(char expected) {
                if (next() != expected) {
                    throw wrong("'" + expected + "'");
                }
                ++at;
            }

            /** The next character that is no blank. */
            private char next() {
                while (peek() != 0 && " \t\r\n".indexOf(peek()) >= 0) {
                    ++at;
                }
                return peek();
            }

            /** The current character; 0 at the end. */
            private char peek() {
                return at < text.length() ? text.charAt(at) : 0;
            }

            private IllegalArgumentException wrong(String expected) {
                return new IllegalArgumentException("JSON, column " + (at + 1) + ": expected " + expected);
            }
        }
    }
}
