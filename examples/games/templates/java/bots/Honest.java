// Bids what it has, and says "liar" when a bid needs more than luck. It shows how a bot for your game looks.
import java.util.*;

public class Honest implements Referee.Bot {
    @Override
    public Object move(Referee.Json view, Referee.Match match) {
        Referee.Json mine = view.get("hands").at(match.seat);
        int[] mineOf = new int[7];
        for (Referee.Json die : mine) {
            ++mineOf[die.integer()];
        }
        Referee.Json bid = view.get("bid");
        if (bid.isNull()) {
            return List.of(1, mine.at(0));
        }
        int count = bid.at(0).integer();
        int face = bid.at(1).integer();
        if (count <= mineOf[face] + (mine.size() + 2) / 3) {
            for (int more = count; more <= 2 * mine.size(); ++more) {
                for (int other = more == count ? face + 1 : 1; other <= 6; ++other) {
                    if (more <= mineOf[other] + 1) {
                        return List.of(more, other);
                    }
                }
            }
        }
        return "liar";
    }

    public static void main(String[] arguments) {
        Referee.play(new Honest());
    }
}
