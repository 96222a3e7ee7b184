#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace fields {
class Object;
}

namespace referee::prepare {

/// How far a hand-in came.
enum class Stage : std::uint8_t {
  unpack,  ///< it cannot be unpacked or copied, or lacks files that the build demands
  start,   ///< nothing in it is known to be a program
  build,   ///< it does not build
  trial,   ///< it does not start, or does not answer its first turn
  ready,   ///< it plays; of an order without a trial: it is built
  machine  ///< the process that prepared it was brought down, or the machine failed: a second try may succeed
};

/// "unpack", "start", "build", "trial", "ready", "machine".
std::string_view name_of(Stage stage);
std::optional<Stage> stage_named(std::string_view name);

/// What became of a hand-in. Its JSON is written by `referee prepare` and by workers, and kept by stores and
/// in collect.json.
struct Report {
  Stage stage = Stage::unpack;  ///< the one that failed, or ready
  std::string problem;          ///< a sentence for its author; empty if it is ready
  /// The end of what the build printed; of a bot that fails its trial: the end of its standard error.
  std::string output = {};
  std::vector<std::string> command = {};   ///< starts it in Order::destination, with paths from there
  std::vector<std::string> left_out = {};  ///< files that were not copied, for people
  double build_seconds = 0;
  std::optional<double> turn_ms = {};       ///< what the first answer was charged
  std::optional<double> turn_wall_ms = {};  ///< wall time until the first answer
  std::uint64_t built_bytes = 0;            ///< of all files in Order::destination; 0 unless it is ready
  // Only of an order without a trial:
  std::string folder = {};  ///< the one that was built: its path from Order::destination; "": all of that
  bool unpacked = false;    ///< it was an archive, or was one in the folder
  std::vector<std::string> provided = {};  ///< BuildReport::provided

  bool is_ready() const { return stage == Stage::ready; }
  /// Whether the bot mostly slept, or waited for something, until its first answer.
  bool sleeps() const;

  nlohmann::json json() const;
  /// What pages and lists show of it: valid UTF-8, without built_bytes and turn_wall_ms, and with a null for
  /// a turn that was not answered.
  nlohmann::json shown() const;
  /// Throws fields::Exception for what neither json() nor shown() has written.
  static Report read(const nlohmann::json& json);
  /// Reads it from among other keys of an object. Throws fields::Exception.
  static Report read(fields::Object& in);
};

/// An array of at most 20,000 texts. Throws fields::Exception for anything else, and for a missing key.
std::vector<std::string> texts_at(fields::Object& in, std::string_view key);

}  // namespace referee::prepare
