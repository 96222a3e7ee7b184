#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "referee/net/line_trace.h"

namespace referee {

/// The file of --trace FILE.
struct TraceFile {
  std::string file;  ///< empty: no trace

  bool given() const { return !file.empty(); }

  /// A trace into `file`; nullptr without --trace. `clock`: of the loop on which the lines are. `command`:
  /// the one that writes it, "join". Throws std::invalid_argument if the file cannot be written.
  std::shared_ptr<LineTrace> open(const Clock& clock, std::string_view command) const;

  /// For matches that run side by side, each with a file of its own: throws std::invalid_argument if no file
  /// can be made in the folder of `file`. No effect without --trace.
  void check_folder() const;
  /// A trace into trace_file_of(file, match); nullptr without --trace. If the file cannot be made, a warning
  /// is logged and nullptr returned: the match is played all the same.
  std::shared_ptr<LineTrace> open_for_match(const Clock& clock, std::string_view command,
                                            std::string_view match) const;
};

/// The file of one match among several: "out/trace.jsonl" and "walls-1g12" give "out/trace.walls-1g12.jsonl".
std::filesystem::path trace_file_of(const std::filesystem::path& file, std::string_view match);

}  // namespace referee
