#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace test_support {

/// What every fifth answer of a sample record is. The last two are what no referee writes: a legal move that
/// the record calls illegal or malformed.
enum class Missed { late, refused, called_illegal, called_malformed };

/// The record of a match whose seats play random legal moves, drawn from `seed`, and miss every fifth turn:
/// as a referee would write it, but without a referee.
std::string sample_record(std::string_view game, const nlohmann::json& options, unsigned seed,
                          Missed missed = Missed::late);

/// One of a match of Walls on 3 x 3 squares, always the same.
const std::string& walls_record();

/// One of a match that a program has played by itself: a line of its progress, a fault that it saw, and a
/// result with a replay.
std::string told_record();

std::vector<std::string> lines_of(const std::string& record);
std::string joined(const std::vector<std::string>& lines);
/// Its first and its last line, parsed.
nlohmann::json head_of(const std::string& record);
nlohmann::json last_of(const std::string& record);
/// The number of the first line that has this text, from 1; behind the last line: none has.
std::size_t line_with(const std::string& record, const std::string& text);
/// What verify_record() finds first, as text; "" if it finds nothing.
std::string found_in(const std::string& record);
/// `record` with its line `number` (from 1) changed.
std::string with_line(const std::string& record, std::size_t number,
                      const std::function<void(nlohmann::ordered_json&)>& change);
/// `record` as one whose first `turns` turns were given, from a match "m0"; a true record stays true.
std::string with_given(std::string record, std::size_t turns);
/// `record` with a new, correct digest and seal in its last line.
std::string with_new_digest(const std::string& record);

}  // namespace test_support
