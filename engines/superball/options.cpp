#include <algorithm>
#include <array>
#include <set>

#include <nlohmann/json.hpp>

#include "engines/superball/superball.h"

namespace engines {
namespace {

// Rows 2..rows-3 have the goals, so boards of less than five rows have none; columns 0 and 1 are two columns.
constexpr fields::Range kRows{.min = 1, .max = 100};
constexpr fields::Range kCols{.min = 2, .max = 100};
constexpr int kFewestCells = 5;  // the pieces at the start, so that there is a first turn
constexpr fields::Range kMaxMoves{.min = 1, .max = 100'000};
constexpr std::array<std::string_view, 2> kDeals = {"handout", "secret"};  // in the order of Deal::Kind

bool are_colors(const std::string& letters) {
  const bool lower_case = std::ranges::all_of(letters, [](char c) { return c >= 'a' && c <= 'z'; });
  return lower_case && !letters.empty() &&
         std::set<char>(letters.begin(), letters.end()).size() == letters.size();
}

std::string read_colors(fields::Object& in, std::string fallback) {
  const Json* given = in.find("colors");
  if (given == nullptr) {
    return fallback;
  }
  if (!given->is_string() || !are_colors(given->get_ref<const std::string&>())) {
    in.fail("colors", *given, "1 to 26 different lower-case letters");
    return fallback;
  }
  return given->get<std::string>();
}

}  // namespace

Superball::Options Superball::Options::read(fields::Object& in) {
  Options options;
  options.rows = static_cast<int>(in.integer_or("rows", kRows, options.rows));
  options.cols = static_cast<int>(in.integer_or("cols", kCols, options.cols));
  if (options.rows * options.cols < kFewestCells) {
    const int fewest = (kFewestCells + options.rows - 1) / options.rows;
    in.fail("cols", options.cols,
            std::to_string(fewest) + " or more where rows is " + std::to_string(options.rows) +
                ": the game starts with five pieces");
  }
  options.min_score_size = static_cast<int>(in.integer_or(
      "min_score_size", {.min = 1, .max = options.rows * options.cols}, options.min_score_size));
  options.colors = read_colors(in, options.colors);
  options.deal = static_cast<Deal::Kind>(in.choice_or("deal", {kDeals.begin(), kDeals.end()}, 0));
  options.max_moves = in.integer_or("max_moves", kMaxMoves, options.max_moves);
  return options;
}

Json Superball::Options::json() const {
  return Json::object({{"rows", rows},
                       {"cols", cols},
                       {"min_score_size", min_score_size},
                       {"colors", colors},
                       {"deal", kDeals[static_cast<std::size_t>(deal)]},
                       {"max_moves", max_moves}});
}

}  // namespace engines
