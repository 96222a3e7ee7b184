// Plays all six games at random. Copy this file and Referee.java, and change the method of your game.
// It needs Java 11 or newer and nothing else. Compile it with `javac RandomBot.java`, which compiles Referee.java,
// too, and start it with `java -cp . RandomBot`.
import java.util.*;

public class RandomBot implements Referee.Bot {
    private Referee.Move player; // of the current match

    public static void main(String[] arguments) {
        if (arguments.length > 0) {
            System.err.println("RandomBot takes no options: it speaks the protocol over stdin and stdout");
            System.exit(2);
        }
        Referee.play(new RandomBot());
    }

    @Override
    public void start(Referee.Match match) {
        player = newPlayer(match);
    }

    @Override
    public Object move(Referee.Json view, Referee.Match match) {
        return player.move(view);
    }

    @Override
    public void see(Referee.Json view, Referee.Match match) {
        if (player instanceof LightCycle) {
            ((LightCycle) player).see(view);
        }
    }

    // ---- The games. Each has one method: we call it with every match, and it returns a player. We call the player
    // ---- with the view of every turn, and it returns the move. What stands before `return` lasts for the match.

    static final Random random = new Random();

    static Referee.Move planets(Referee.Match match) {
        Referee.Json grid = match.setup.get("grid"); // null: an asteroid, 0: empty, k: a nebula that holds for k turns
        int rows = grid.size();
        int columns = grid.at(0).size();
        return view -> {
            // Your ideas go here.
            Referee.Json at = view.get("ship").get("location");
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

    static class LightCycle implements Referee.Move {
        final int size;
        final int first; // of this team's cycles, which are numbered team by team
        final int last;
        final Map<List<Integer>, Integer> trails = new HashMap<>(); // from a cell to the cycle that was there last

        LightCycle(Referee.Match match) {
            Referee.Json starts = match.setup.get("starts");
            size = match.setup.get("size").integer();
            int before = 0;
            for (int team = 0; team < match.seat; ++team) {
                before += starts.at(team).size();
            }
            first = before;
            last = first + starts.at(match.seat).size();
        }

        /** Follows the trails, also of turns that were played before this program began. */
        void see(Referee.Json view) {
            Set<Integer> dead = new HashSet<>();
            int cycle = 0;
            for (Referee.Json at : view.get("cycles")) {
                List<Integer> cell = cell(at);
                if (cell.get(0) < 0) {
                    dead.add(cycle);
                } else {
                    trails.put(cell, cycle);
                }
                ++cycle;
            }
            trails.values().removeAll(dead); // the dead have no trail
        }

        @Override
        public Object move(Referee.Json view) {
            // Your ideas go here.
            List<List<Integer>> targets = new ArrayList<>();
            for (int cycle = first; cycle < last; ++cycle) {
                List<List<Integer>> near = neighbours(cell(view.get("cycles").at(cycle)));
                List<List<Integer>> free = new ArrayList<>(near);
                free.removeIf(c -> Collections.min(c) < 0 || Collections.max(c) >= size);
                free.removeIf(c -> trails.containsKey(c) || targets.contains(c));
                targets.add(pick(free.isEmpty() ? near : free));
            }
            return targets;
        }
    }

    static Referee.Move snake(Referee.Match match) {
        int rows = match.setup.get("rows").integer();
        int columns = match.setup.get("cols").integer();
        return view -> {
            // Your ideas go here. A single step is enough, too: the next turn asks again.
            Referee.Json maze = view.get("maze");
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

    static Referee.Move walls(Referee.Match match) {
        int seat = match.seat;
        return view -> {
            // Your ideas go here.
            Referee.Json board = view.get("board");
            Referee.Json me = view.get("players").at(seat);
            List<Integer> ahead = neighbours(cell(me.get("at"))).get("NSWE".indexOf(me.get("face").text()));
            List<Integer> other = cell(view.get("players").at(1 - seat).get("at"));
            int last = board.size() - 1;
            boolean inside = Collections.min(ahead) >= 0 && Collections.max(ahead) <= last;
            boolean open = inside && !ahead.equals(other) && at(board, ahead) != (seat == 0 ? 'B' : 'A');
            return pick(open ? List.of("forward", "forward", "left", "right") : List.of("left", "right"));
        };
    }

    static Referee.Move superball(Referee.Match match) {
        int enough = match.setup.get("min_score_size").integer();
        return view -> {
            // Your ideas go here.
            Referee.Json board = view.get("board");
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

    static Referee.Move battleship(Referee.Match match) {
        Referee.Json setup = match.setup;
        int target = 1 - match.seat;
        return view -> {
            // Your ideas go here.
            if (view.get("phase").text().equals("place")) {
                return Map.of("ships", shipsInRows(setup));
            }
            Referee.Json board = view.get("boards").at(target); // the opponent's: '.' has not been shot at
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
    static List<Map<String, Object>> shipsInRows(Referee.Json setup) {
        List<Integer> lengths = new ArrayList<>();
        for (Referee.Json length : setup.get("ships")) {
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

    static List<Integer> cell(Referee.Json value) {
        return List.of(value.at(0).integer(), value.at(1).integer());
    }

    /** One less and one more in the first coordinate, then in the second: for rows, north, south, west and east. */
    static List<List<Integer>> neighbours(List<Integer> cell) {
        int a = cell.get(0);
        int b = cell.get(1);
        return List.of(List.of(a - 1, b), List.of(a + 1, b), List.of(a, b - 1), List.of(a, b + 1));
    }

    static char at(Referee.Json rows, List<Integer> cell) {
        return rows.at(cell.get(0)).text().charAt(cell.get(1));
    }

    static <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    static Referee.Move newPlayer(Referee.Match match) {
        switch (match.game) {
            case "planets": return planets(match);
            case "lightcycle": return new LightCycle(match);
            case "snake": return snake(match);
            case "walls": return walls(match);
            case "superball": return superball(match);
            case "battleship": return battleship(match);
            default: throw new IllegalArgumentException("no method for the game " + match.game);
        }
    }
}
