// Match data and pages of random matches of all games, for match_formats_test.py, which reads them with
// standard readers. match_samples FOLDER writes FOLDER/NAME.json and, of whole records, FOLDER/NAME.html
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/pages/live_match.h"
#include "referee/pages/match_data.h"
#include "referee/pages/match_page.h"
#include "tests/support/sample_record.h"

namespace {

using Json = nlohmann::json;
using Line = nlohmann::ordered_json;
using referee::pages::Audience;
using referee::pages::LiveMatch;
using referee::pages::match_data;

void write(const std::string& path, const std::string& data) {
  std::ofstream(path + ".json") << data;
  std::ofstream(path + ".html") << referee::pages::match_page(data);
}

std::string first_lines(const std::string& record, std::size_t count) {
  std::vector<std::string> lines = test_support::lines_of(record);
  lines.resize(count);
  return test_support::joined(lines);
}

void write_game(const std::string& path, const std::string& record) {
  write(path, match_data(record, {}));
  write(path + "_secret", match_data(record, {.players = {}, .secret_seed = true}));
  write(path + "_spectators", match_data(record, {}, Audience::spectators()));
  write(path + "_seat0", match_data(record, {}, Audience::player(0)));
  write(path + "_live", LiveMatch(first_lines(record, 5), {}).data());
  write(path + "_live_seat0", LiveMatch(first_lines(record, 5), {}, Audience::player(0)).data());
  write(path + "_interrupted", match_data(first_lines(record, 4), {}));
}

/// A random match whose first two turns are given.
std::string given_record(const std::string& game, const Json& options) {
  constexpr std::size_t kLeastLines = 5;  // with header and last line: a third turn is played
  std::string record;
  for (unsigned seed = 6; test_support::lines_of(record).size() < kLeastLines; ++seed) {
    record = test_support::sample_record(game, options, seed);
  }
  return test_support::with_given(record, 2);
}

void write_endings(const std::string& folder) {
  const std::string& record = test_support::walls_record();
  const std::string header = first_lines(record, 1);
  const std::string is_void =
      R"({"status":"void","why":"the <b>referee</b> was stopped","digest":"","ended":"2026-11-20T08:00:00.000Z"})";
  const std::string no_show =
      R"({"status":"done","no_show":[1],"result":{"scores":[1,0],"rank":[1,2]},"digest":"","ended":"2026-11-20T08:00:00.000Z"})";
  write(folder + "/void",
        match_data(test_support::with_new_digest(first_lines(record, 4) + is_void + "\n"), {}));
  write(folder + "/no_show", match_data(test_support::with_new_digest(header + no_show + "\n"), {}));
}

/// Texts that would end the data's element, or begin another, if they could.
void write_hostile(const std::string& folder) {
  const std::vector<std::string> texts = {"</script><script>alert(1)</script>", "<!--<script>",
                                          "]]>{{title}}{{data}}", "\"'&lt;\\u003c/script>",
                                          "\u2028\u2029\u202e\u0000"};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string record = test_support::with_line(test_support::walls_record(), 3, [&](Line& line) {
      line["answers"][0].erase("move");
      line["answers"][0].update({{"verdict", "illegal"}, {"fault", texts[i]}, {"offered", texts[i]}});
    });
    write(folder + "/hostile_" + std::to_string(i), match_data(record, {.players = {texts[i], "bob"}}));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: match_samples FOLDER\n";
    return 2;
  }
  const std::string folder = argv[1];
  const std::map<std::string, Json> games = {{"planets", {{"map", "spiral_ghosts"}}},
                                             {"lightcycle", Json::object()},
                                             {"snake", {{"maze", "c2_halls"}, {"max_turns", 200}}},
                                             {"walls", Json::object()},
                                             {"superball", Json::object()},
                                             {"battleship", Json::object()}};
  for (const auto& [game, options] : games) {
    const std::string record = test_support::sample_record(game, options, 6);
    write_game(folder + "/" + game, record);
    write(folder + "/" + game + "_given", match_data(given_record(game, options), {}));
  }
  write_endings(folder);
  write_hostile(folder);
}
