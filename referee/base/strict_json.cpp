#include "referee/base/strict_json.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_place.h"
#include "referee/base/text.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxNesting = 32;
constexpr std::size_t kMaxKeyPath = 300;  // bytes shown
constexpr std::size_t kComplaint = 300;   // bytes of the parser's own words

/// Follows the parser through the text, and refuses a key that an object has twice, and deep nesting: to free
/// a deep tree takes the stack.
class KeyWatch {
 public:
  explicit KeyWatch(const std::string& file) : file_(file) {}

  /// Throws fields::Exception at the second of two equal keys, std::invalid_argument where it is nested too
  /// deep.
  void on(Json::parse_event_t event, const Json& parsed) {
    if (!place_.follow(event, parsed)) {
      throw fields::Exception({path_in_file(file_, place_.path()), "a second value", "each key once"});
    }
    if (place_.depth() > kMaxNesting) {
      throw std::invalid_argument(file_ + ": nested " + std::to_string(place_.depth()) +
                                  " deep, expected at most " + std::to_string(kMaxNesting));
    }
  }

 private:
  const std::string& file_;
  protocol::JsonPlace place_;
};

/// "[json.exception.parse_error.101] parse error at line 1, column 1: syntax error ..." from "line" on.
std::string without_head(std::string_view what) {
  for (const std::string_view head : {"] ", "parse error at "}) {
    const std::size_t at = what.find(head);
    what.remove_prefix(at == std::string_view::npos ? 0 : at + head.size());
  }
  return printable(what, kComplaint);
}

/// How to mend the mistakes that people make most, by the parser's words.
std::string hint_for(std::string_view what) {
  const auto says = [&](std::string_view words) { return what.find(words) != std::string_view::npos; };
  if (says("parsing object key - unexpected '}'") || says("parsing value - unexpected ']'")) {
    return "; remove the comma before it";
  }
  if (says("unexpected end of input")) {
    return says("line 1, column 1:") ? "; the file is empty" : "; is a closing bracket missing at the end?";
  }
  if (says("invalid literal") && what.ends_with("''")) {
    return "; a text stands in double quotes, \"as this one\"";
  }
  if (says("unexpected ','")) {
    return "; is there a comma too many?";
  }
  const bool in_list = says("parsing object - unexpected") || says("parsing array - unexpected");
  const bool at_value = says(" literal; expected") || says("unexpected '{'") || says("unexpected '['");
  return in_list && at_value ? "; is a comma missing before it?" : "";
}

enum class Comments { refused, passed_over };

Json parse(std::string_view text, const std::string& file, Comments comments) {
  if (text.find('\0') != std::string_view::npos) {  // the parser would take it for the end of the text
    throw std::invalid_argument(file + ": not JSON: it has a NUL byte");
  }
  KeyWatch watch(file);
  const auto follow = [&](int, Json::parse_event_t event, Json& parsed) {
    watch.on(event, parsed);
    return true;
  };
  constexpr bool kThrows = true;
  try {
    return Json::parse(text, follow, kThrows, comments == Comments::passed_over);
  } catch (const Json::exception& error) {
    throw std::invalid_argument(file + ": not JSON: " + without_head(error.what()) + hint_for(error.what()));
  }
}

}  // namespace

Json parse_strict(std::string_view text, const std::string& file) {
  return parse(text, file, Comments::refused);
}

Json parse_commented(std::string_view text, const std::string& file) {
  return parse(text, file, Comments::passed_over);
}

Json read_json_file(const std::filesystem::path& file, std::size_t max_mib) {
  return parse_commented(read_small_file(file, max_mib), file.string());
}

std::string path_in_file(const std::string& file, const std::string& key_path) {
  return key_path.empty() ? file : file + ": " + printable(key_path, kMaxKeyPath);
}

std::string filled_text(fields::Object& in, std::string_view key, std::size_t max_bytes,
                        std::string fallback) {
  const Json* found = in.find(key);
  if (found == nullptr) {
    return fallback;
  }
  const auto* text = found->get_ptr<const std::string*>();
  if (text == nullptr || text->empty() || text->size() > max_bytes || text->find('\0') != std::string::npos) {
    in.fail(key, *found, "a text of 1 to " + std::to_string(max_bytes) + " bytes");
    return fallback;
  }
  return *text;
}

}  // namespace referee
