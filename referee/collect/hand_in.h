#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::collect {

/// What a learning platform hands out when all hand-ins of an assignment are downloaded.
enum class Form { canvas, moodle, gradescope, folder };

/// "canvas", "moodle", "gradescope" or "folder".
const char* name_of(Form form);
std::optional<Form> form_named(std::string_view name);

using UtcTime = std::chrono::sys_time<std::chrono::milliseconds>;

/// A time as "2026-11-20T23:59:00+01:00": a date, "T" or a blank, hours and minutes, maybe seconds and a
/// fraction, and the offset from UTC, "Z" or "+01:00" or "-0500", maybe behind a blank. Nothing for anything
/// else: without an offset it could be any of a day's.
std::optional<UtcTime> utc_time_of(std::string_view text);
/// "2026-11-20 22:59:00 UTC".
std::string utc_text(UtcTime time);

/// A file or folder of a download.
struct Entry {
  std::string name;            ///< its last part
  std::filesystem::path path;  ///< where it lies
  bool folder = false;
};

/// One who has handed in, as Gradescope tells it; each text may be empty.
struct Submitter {
  std::string name;
  std::string number;  ///< ":sid:"
  std::string email;
};

/// What one student or one group has handed in.
struct HandIn {
  /// A file or folder of it.
  struct Part {
    std::string name;            ///< in the hand-in; "": all that is in the folder `path`
    std::filesystem::path path;  ///< where it lies in the download
  };

  std::string label;                  ///< how the download calls it: unique in it
  std::string id;                     ///< the platform's number of the student, or of the group; may be empty
  std::string called;                 ///< the name that stands beside the number, or the folder's
  std::vector<Submitter> submitters;  ///< of Gradescope
  std::optional<UtcTime> at;          ///< when it was handed in, where the download tells
  bool late = false;                  ///< the download says so
  std::vector<Part> parts;
  std::vector<std::string> notes;  ///< for people: what was renamed or left out
  std::string problem;             ///< why it cannot be a program; "" otherwise
};

/// All hand-ins of a download.
struct Download {
  /// What is no hand-in as the platform gives it, and so left out.
  struct Stray {
    std::string name;
    std::string why;
  };

  Form form = Form::folder;
  std::vector<HandIn> hand_ins;  ///< by label
  std::vector<Stray> strays;
};

}  // namespace referee::collect
