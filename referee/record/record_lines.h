#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace referee {

/// The first place where a record differs from its replay.
struct Difference {
  std::size_t line = 0;              ///< from 1
  std::optional<std::int64_t> turn;  ///< of a turn's line
  std::string field;                 ///< "events.laid[0]"
  std::string got;                   ///< what the record says, as JSON, shortened
  std::string expected;              ///< what the replay gives

  /// "line 12, turn 10, events.laid[0]"
  std::string where() const;
  /// "line 12, turn 10, events.laid[0]: got 3, expected 2"
  std::string text() const;
};

/// Keys of a record that this version of the program does not know: it has not looked at their values.
struct UnknownKeys {
  static constexpr std::size_t kNamed = 10;

  std::vector<std::string>
      places;             ///< where the first keys are, at most kNamed: "line 12, turn 10, answers[0].mood"
  std::size_t count = 0;  ///< of all unknown keys
};

/// Goes through the lines of a record; throws a Difference at the first line that is not as expected.
class RecordLines {
 public:
  using Json = nlohmann::json;

  static constexpr std::size_t kShownValue = 120;  ///< bytes of a value in a message

  /// `record`: the text of the whole file, which must outlive this object and its copies.
  explicit RecordLines(std::string_view record) : record_(record) {}

  /// Reads the next line; false at the end of the file. Throws the Difference for a line that is no JSON
  /// object, that gives a key a second value, or that another system has changed in copying: a byte order
  /// mark, CR LF.
  bool next();
  const Json& json() const { return json_; }
  /// Goes on in `record`: the same text, which has grown or lies elsewhere now.
  void go_on_in(std::string_view record) { record_ = record; }
  /// The text before the present line.
  std::string_view before() const { return record_.substr(0, begin_); }
  /// The text of the present line, without its newline.
  std::string_view text() const { return record_.substr(begin_, end_ - begin_ - 1); }

  /// Throws the Difference for a part of the present line that is not as expected.
  [[noreturn]] void differ(std::string field, std::string got, std::string expected) const;
  /// Compares a part of the present line with what is expected, and throws the Difference for the first place
  /// that differs. An integer and a number with a fraction are never alike: 0 and 0.0 differ.
  void expect(const std::string& field, const Json& got, const Json& expected) const;
  /// The member `key` of `object`, a part of the present line; `path` names it in the Difference.
  const Json& member(const Json& object, const std::string& key, const std::string& path) const;
  const Json& member(const std::string& key) const { return member(json_, key, key); }
  /// `object`, as in member(), has no such member. `why`: "the match is not void".
  void expect_none(const Json& object, const std::string& key, const std::string& path,
                   const std::string& why) const;
  void expect_none(const std::string& key, const std::string& why) const {
    expect_none(json_, key, key, why);
  }
  /// Adds to `unknown` the keys of `object`, a part of the present line, that are not among `known`. `prefix`
  /// stands before a key in its place: "answers[0].", "" for the line itself.
  void note_unknown(const Json& object, const std::string& prefix, std::span<const std::string_view> known,
                    UnknownKeys& unknown) const;

 private:
  /// The turn of the present line; nothing if it is not a turn's line.
  std::optional<std::int64_t> turn() const;
  /// Throws the Difference for what copying has changed. `text`: of the present line.
  void refuse_changed_copy(std::string_view text) const;

  std::string_view record_;
  std::size_t begin_ = 0;  // of the present line
  std::size_t end_ = 0;
  std::size_t line_ = 0;  // from 1
  bool at_end_ = false;
  Json json_ = Json::object();
};

}  // namespace referee
