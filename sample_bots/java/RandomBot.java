// Plays all six games at random. Copy this file and change the method of your game.
// It needs Java 11 or newer and nothing else. Start it with `java RandomBot.java`, or compile it once with
// `javac RandomBot.java` and start it with `java RandomBot`, which starts much faster.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class RandomBot {
    // ---- The games. Each has one method: we call it with the message "start" of every match, and it returns a player.
    // ---- We call the player with the view of every turn, and it returns the move. Its fields last for the match.

    interface Player {
        /** A text, a list or a map, as the rules of the game say. */
        Object move(Json view);
    }

    static final Random random = new Random();

    static Player planets(Json start) {
        Json grid = start.get("setup").get("grid"); // null: an asteroid, 0: empty, k: a nebula that holds for k turns
        int rows = grid.size();
        int columns = grid.at(0).size();
        return view -> {
            // Your ideas go here.
            Json at = view.get("ship").get("location");
            List<String> free = new ArrayList<>();
            for (String step : new String[] {"U", "D", "L", "R", "."}) {
                int down = step.equals("U") ? -1 : step.equals("D") ? 1 : 0;
                int right = step.equals("L") ? -1 : step.equals("R") ? 1 : 0;
                int row = Math.floorMod(at.at(0).integer() + down, rows); // opposite edges are joined
                int column = Math.floorMod(at.at(1).integer() + right, columns);
                if (!grid.at(row).at(column).isNull()) {
                    free.add(step);
                }
            }
            return pick(free);
        };
    }

    static Player lightcycle(Json start) {
        Json starts = start.get("setup").get("starts");
        int size = start.get("setup").get("size").integer();
        int seat = start.get("seat").integer();
        int before = 0; // cycles are numbered team by team
        for (int team = 0; team < seat; ++team) {
            before += starts.at(team).size();
        }
        int first = before;
        Map<List<Integer>, Integer> trails = new HashMap<>(); // from a cell to the cycle that was there last
        return view -> {
            // Your ideas go here.
            Json cycles = view.get("cycles");
            Set<Integer> dead = new HashSet<>();
            for (int cycle = 0; cycle < cycles.size(); ++cycle) {
                List<Integer> cell = cell(cycles.at(cycle));
                if (cell.get(0) < 0) {
                    dead.add(cycle);
                } else {
                    trails.put(cell, cycle);
                }
            }
            trails.values().removeAll(dead); // the dead have no trail
            List<List<Integer>> targets = new ArrayList<>();
            for (int cycle = first; cycle < first + starts.at(seat).size(); ++cycle) {
                List<List<Integer>> near = neighbours(cell(cycles.at(cycle)));
                List<List<Integer>> free = new ArrayList<>(near);
                free.removeIf(c -> Collections.min(c) < 0 || Collections.max(c) >= size);
                free.removeIf(c -> trails.containsKey(c) || targets.contains(c));
                targets.add(pick(free.isEmpty() ? near : free));
            }
            return targets;
        };
    }

    static Player snake(Json start) {
        int rows = start.get("setup").get("rows").integer();
        int columns = start.get("setup").get("cols").integer();
        return view -> {
            // Your ideas go here. A single step is enough, too: the next turn asks again.
            Json maze = view.get("maze");
            List<Integer> head = cell(view.get("head"));
            StringBuilder path = new StringBuilder();
            while (path.length() < 500 && at(maze, head) != '_') {
                List<List<Integer>> near = neighbours(head); // north, south, west, east
                List<List<Integer>> free = new ArrayList<>(near);
                free.removeIf(c -> c.get(0) < 0 || c.get(0) >= rows || c.get(1) < 0 || c.get(1) >= columns);
                free.removeIf(c -> at(maze, c) == '#');
                if (free.isEmpty()) {
                    return "N"; // walled in: the step has no effect
                }
                head = pick(free);
                path.append("NSOE".charAt(near.indexOf(head))); // O: ovest, west
            }
            return path.toString();
        };
    }

    static Player walls(Json start) {
        int seat = start.get("seat").integer();
        return view -> {
            // Your ideas go here.
            Json board = view.get("board");
            Json me = view.get("players").at(seat);
            List<Integer> ahead = neighbours(cell(me.get("at"))).get("NSWE".indexOf(me.get("face").text()));
            List<Integer> other = cell(view.get("players").at(1 - seat).get("at"));
            int last = board.size() - 1;
            boolean inside = Collections.min(ahead) >= 0 && Collections.max(ahead) <= last;
            boolean open = inside && !ahead.equals(other) && at(board, ahead) != (seat == 0 ? 'B' : 'A');
            return pick(open ? List.of("forward", "forward", "left", "right") : List.of("left", "right"));
        };
    }

    static Player superball(Json start) {
        int enough = start.get("setup").get("min_score_size").integer();
        return view -> {
            // Your ideas go here.
            Json board = view.get("board");
            Map<List<Integer>, Character> pieces = new LinkedHashMap<>();
            for (int row = 0; row < board.size(); ++row) {
                for (int column = 0; column < board.at(row).text().length(); ++column) {
                    if (Character.isLetter(at(board, List.of(row, column)))) {
                        pieces.put(List.of(row, column), at(board, List.of(row, column)));
                    }
                }
            }
            List<List<Integer>> goals = new ArrayList<>(pieces.keySet());
            goals.removeIf(c -> !Character.isUpperCase(pieces.get(c))); // upper case: on a goal cell
            goals.removeIf(c -> group(pieces, c).size() < enough);
            if (!goals.isEmpty()) {
                List<Integer> cell = pick(goals);
                return "SCORE " + cell.get(0) + " " + cell.get(1);
            }
            List<List<Integer>> cells = new ArrayList<>(pieces.keySet());
            List<Integer> one = cells.remove(random.nextInt(cells.size()));
            List<Integer> other = pick(cells);
            return "SWAP " + one.get(0) + " " + one.get(1) + " " + other.get(0) + " " + other.get(1);
        };
    }

    /** The pieces of one colour that touch each other, `cell` among them. */
    static Set<List<Integer>> group(Map<List<Integer>, Character> pieces, List<Integer> cell) {
        Set<List<Integer>> group = new LinkedHashSet<>();
        List<List<Integer>> open = new ArrayList<>(List.of(cell));
        while (!open.isEmpty()) {
            List<Integer> next = open.remove(open.size() - 1);
            char piece = pieces.getOrDefault(next, '.');
            if (Character.toLowerCase(piece) == Character.toLowerCase(pieces.get(cell)) && group.add(next)) {
                open.addAll(neighbours(next));
            }
        }
        return group;
    }

    static Player battleship(Json start) {
        Json setup = start.get("setup");
        int target = 1 - start.get("seat").integer();
        return view -> {
            // Your ideas go here.
            if (view.get("phase").text().equals("place")) {
                return Map.of("ships", shipsInRows(setup));
            }
            Json board = view.get("boards").at(target); // the opponent's: '.' has not been shot at
            List<List<Integer>> open = new ArrayList<>();
            for (int row = 0; row < board.size(); ++row) {
                for (int column = 0; column < board.size(); ++column) {
                    if (at(board, List.of(row, column)) == '.') {
                        open.add(List.of(row, column));
                    }
                }
            }
            return pick(open);
        };
    }

    /** Ships in rows from the top, the longest first. */
    static List<Map<String, Object>> shipsInRows(Json setup) {
        List<Integer> lengths = new ArrayList<>();
        for (Json length : setup.get("ships")) {
            lengths.add(length.integer());
        }
        lengths.sort(Comparator.reverseOrder());
        int gap = setup.get("touching").truth() ? 0 : 1;
        int row = 0;
        int column = 0;
        List<Map<String, Object>> ships = new ArrayList<>();
        for (int length : lengths) {
            if (column + length > setup.get("size").integer()) { // this row is full
                row += 1 + gap;
                column = 0;
            }
            ships.add(Map.of("across", true, "at", List.of(row, column), "length", length));
            column += length + gap;
        }
        return ships;
    }

    // What several games need. Cells are lists of two integers because these can be compared and looked up.

    static List<Integer> cell(Json value) {
        return List.of(value.at(0).integer(), value.at(1).integer());
    }

    /** One less and one more in the first coordinate, then in the second: for rows, north, south, west and east. */
    static List<List<Integer>> neighbours(List<Integer> cell) {
        int a = cell.get(0);
        int b = cell.get(1);
        return List.of(List.of(a - 1, b), List.of(a + 1, b), List.of(a, b - 1), List.of(a, b + 1));
    }

    static char at(Json rows, List<Integer> cell) {
        return rows.at(cell.get(0)).text().charAt(cell.get(1));
    }

    static <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    static Player newPlayer(Json start) {
        switch (start.get("game").text()) {
            case "planets": return planets(start);
            case "lightcycle": return lightcycle(start);
            case "snake": return snake(start);
            case "walls": return walls(start);
            case "superball": return superball(start);
            case "battleship": return battleship(start);
            default: throw new IllegalArgumentException("no method for the game " + start.get("game").text());
        }
    }

    // ---- The protocol: one JSON object per line. Nothing below depends on the game.

    public static void main(String[] arguments) throws IOException {
        if (arguments.length > 0) {
            System.err.println("RandomBot takes no options: it speaks the protocol over stdin and stdout");
            System.exit(2);
        }
        Map<String, Object> hello = message("hello", "protocol", 1, "resume", true, "features", List.of("new_match"));
        say(hello);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Player player = null;
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            Json message = Json.read(line);
            switch (message.get("type").text()) {
                case "start":
                    player = newPlayer(message);
                    break;
                case "past": // after an interruption: what was to be seen, to be remembered and not to be answered
                    player.move(message.get("view"));
                    break;
                case "turn":
                    Object move = player.move(message.get("view"));
                    say(message("move", "match", message.get("match"), "turn", message.get("turn"), "move", move));
                    break;
                case "new_match": // we are ready for another match: "start" makes a new player
                    say(hello);
                    break;
                case "error":
                    System.err.println(message.get("message").text()); // standard output carries the protocol
                    break;
                case "bye":
                    return;
                default: // welcome, wait and end need no answer; we ignore types of later versions
            }
        }
    }

    static void say(Map<String, Object> message) {
        System.out.print(Json.write(message) + "\n");
        System.out.flush(); // otherwise the move stays in a buffer while the clock runs
    }

    /** message("hello", "protocol", 1) is {"type":"hello","protocol":1}. */
    static Map<String, Object> message(String type, Object... fields) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", type);
        for (int i = 0; i < fields.length; i += 2) {
            message.put((String) fields[i], fields[i + 1]);
        }
        return message;
    }

    /** A value of JSON, as Java has no library for it. Reading it as a wrong type throws and names the value. */
    static class Json implements Iterable<Json> {
        private final Object value; // null, Boolean, Long, Double, String, List<Json> or Map<String, Json>

        private Json(Object value) {
            this.value = value;
        }

        boolean isNull() {
            return value == null;
        }

        Json get(String key) {
            Json field = (Json) as(Map.class, "an object").get(key);
            if (field == null) {
                throw new IllegalArgumentException("no \"" + key + "\" in " + this);
            }
            return field;
        }

        Json at(int index) {
            return (Json) as(List.class, "a list").get(index);
        }

        /** An element of a list. */
        int size() {
            return as(List.class, "a list").size();
        }

        @Override
        @SuppressWarnings("unchecked")
        public Iterator<Json> iterator() {
            return ((List<Json>) as(List.class, "a list")).iterator();
        }

        String text() {
            return as(String.class, "a text");
        }

        int integer() {
            return Math.toIntExact(as(Long.class, "an integer"));
        }

        double number() {
            return as(Number.class, "a number").doubleValue();
        }

        boolean truth() {
            return as(Boolean.class, "true or false");
        }

        private <T> T as(Class<T> type, String expected) {
            if (!type.isInstance(value)) {
                throw new IllegalArgumentException("expected " + expected + ", got " + this);
            }
            return type.cast(value);
        }

        @Override
        public String toString() {
            return write(value);
        }

        /** In one line. Letters beyond ASCII are escaped, so that the encoding of standard output does not matter. */
        static String write(Object value) {
            StringBuilder out = new StringBuilder();
            write(value, out);
            return out.toString();
        }

        private static void write(Object value, StringBuilder out) {
            if (value instanceof Json) {
                write(((Json) value).value, out);
            } else if (value instanceof Map) {
                String comma = "{";
                for (Map.Entry<?, ?> field : ((Map<?, ?>) value).entrySet()) {
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
            } else if (value instanceof CharSequence) {
                out.append('"');
                for (char c : value.toString().toCharArray()) {
                    boolean plain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
                    out.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
                }
                out.append('"');
            } else if (value == null || value instanceof Number || value instanceof Boolean) {
                out.append(value);
            } else {
                throw new IllegalArgumentException("cannot be written as JSON: " + value.getClass());
            }
        }

        static Json read(String text) {
            Reader reader = new Reader(text);
            Json value = reader.value();
            reader.end();
            return value;
        }

        /** Reads one text from left to right. */
        private static class Reader {
            private final String text;
            private int at = 0;

            Reader(String text) {
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
                while ("+-.eE0123456789".indexOf(peek()) >= 0) {
                    ++at;
                }
                String number = text.substring(from, at);
                if (!number.matches("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?")) {
                    at = from;
                    throw wrong("a value");
                }
                if (number.matches("-?[0-9]{1,18}")) {
                    return Long.valueOf(number);
                }
                return Double.valueOf(number);
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
