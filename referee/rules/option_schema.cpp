#include "referee/rules/option_schema.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "protocol/nearest.h"

namespace referee::rules {
namespace {

constexpr std::size_t kMostOptions = 100;
constexpr std::size_t kMostTypes = 7;
constexpr std::size_t kMostValues = 1000;        // of an enum
constexpr std::size_t kLongestName = 64;         // bytes
constexpr std::size_t kLongestPattern = 500;     // bytes
constexpr std::size_t kLongestMatched = 10'000;  // bytes of a text that has a pattern
constexpr std::ptrdiff_t kMostExtremes = 6;
constexpr std::size_t kShown = 200;  // bytes of an expected value
constexpr fields::Range kLengths{0, 1'000'000};

constexpr std::array<std::string_view, kMostTypes> kTypes{"null",   "boolean", "integer", "number",
                                                          "string", "array",   "object"};

[[noreturn]] void refuse(const std::string& path, const Json& got, std::string expected) {
  throw fields::Exception({path, fields::brief(got), std::move(expected)});
}

/// Characters of UTF-8, as JSON Schema counts them.
std::size_t characters_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// A number as JSON Schema's minimum; nothing if the key is absent.
std::optional<Json> read_bound(fields::Object& in, std::string_view key) {
  const Json* const found = in.find(key);
  if (found == nullptr) {
    return std::nullopt;
  }
  if (!found->is_number()) {
    in.fail(key, *found, "a number");
    return std::nullopt;
  }
  return *found;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text.append(text.empty() ? "" : " or ").append(word);
  }
  return text;
}

}  // namespace

ValueSchema ValueSchema::read(const Json& json, const std::string& path) {
  fields::Object in(json, path);
  in.require();
  for (const char* const key : {"title", "description", "type", "pattern", "items", "default"}) {
    in.find(key);  // the first two are for people, the others are read below
  }
  ValueSchema schema;
  if (const Json* const values = in.find("enum"); values != nullptr) {
    if (!values->is_array() || values->empty() || values->size() > kMostValues) {
      in.fail("enum", *values, "a list of 1 to " + std::to_string(kMostValues) + " values");
    }
    schema.enum_ = *values;
  }
  schema.minimum_ = read_bound(in, "minimum");
  schema.maximum_ = read_bound(in, "maximum");
  schema.list_ = read_length(in, "minItems", "maxItems");
  schema.text_ = read_length(in, "minLength", "maxLength");
  in.refuse_unknown();
  in.require();
  schema.read_types(json, path);
  schema.read_pattern(json, path);
  if (const Json* const items = in.find("items"); items != nullptr) {
    schema.items_ = std::make_shared<ValueSchema>(read(*items, path + ".items"));
  }
  if (const Json* const usual = in.find("default"); usual != nullptr) {
    schema.default_ = *usual;
    if (auto wrong = schema.check(*usual, path + ".default")) {
      throw fields::Exception(std::move(*wrong));
    }
  }
  return schema;
}

void ValueSchema::read_types(const Json& json, const std::string& path) {
  const auto found = json.find("type");
  if (found == json.end()) {
    return;
  }
  const Json names = found->is_array() ? *found : Json::array({*found});
  for (const Json& name : names) {
    const auto at =
        name.is_string() ? std::ranges::find(kTypes, name.get_ref<const std::string&>()) : kTypes.end();
    if (at == kTypes.end() || names.size() > kMostTypes) {
      std::string words;
      for (const std::string_view type : kTypes) {
        words.append(words.empty() ? "" : ", ").append(type);
      }
      refuse(path + ".type", *found, "one of " + words);
    }
    types_.push_back(static_cast<Type>(at - kTypes.begin()));
  }
}

/// Compiled for an executor whose time is polynomial: a pattern cannot stop the referee.
void ValueSchema::read_pattern(const Json& json, const std::string& path) {
  const auto found = json.find("pattern");
  if (found == json.end()) {
    return;
  }
  const std::string where = path + ".pattern";
  if (!found->is_string() || found->get_ref<const std::string&>().size() > kLongestPattern) {
    refuse(where, *found, "a text of at most " + std::to_string(kLongestPattern) + " bytes");
  }
  pattern_ = found->get<std::string>();
  try {
    compiled_.emplace(pattern_, std::regex::ECMAScript | std::regex_constants::__polynomial);
  } catch (const std::regex_error&) {
    refuse(where, *found, "a regular expression of JavaScript, without references back");
  }
}

ValueSchema::Length ValueSchema::read_length(fields::Object& in, std::string_view least,
                                             std::string_view most) {
  Length length;
  length.least = static_cast<std::size_t>(in.integer_or(least, kLengths, 0));
  if (in.find(most) != nullptr) {
    length.most = static_cast<std::size_t>(in.integer_or(most, kLengths, 0));
  }
  return length;
}

std::string ValueSchema::Length::text() const {
  if (!most) {
    return "at least " + std::to_string(least);
  }
  return (least == 0 ? "at most " : std::to_string(least) + " to ") + std::to_string(*most);
}

std::optional<fields::Error> ValueSchema::check(const Json& value, const std::string& path) const {
  if (!admits(value)) {
    return fields::Error{path, fields::brief(value), expected()};
  }
  if (value.is_array() && items_ != nullptr) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (auto wrong = items_->check(value[i], path + "[" + std::to_string(i) + "]")) {
        return wrong;
      }
    }
  }
  return std::nullopt;
}

std::vector<Json> ValueSchema::extremes() const {
  std::vector<Json> values;
  if (enum_) {
    values.assign(enum_->begin(), enum_->end());
  } else if (std::ranges::find(types_, Type::boolean) != types_.end()) {
    values = {false, true};
  } else {
    for (const auto& bound : {minimum_, maximum_}) {
      if (bound) {
        values.push_back(*bound);
      }
    }
  }
  std::erase_if(values, [this](const Json& value) { return !admits(value); });
  if (std::ssize(values) > kMostExtremes) {
    values.erase(values.begin() + kMostExtremes - 1, values.end() - 1);
  }
  return values;
}

bool ValueSchema::admits(const Json& value) const {
  const auto is_it = [&](Type type) { return is_of(type, value); };
  if ((!types_.empty() && std::ranges::none_of(types_, is_it)) ||
      (enum_ && std::ranges::find(*enum_, value) == enum_->end())) {
    return false;
  }
  if (value.is_number()) {
    return (!minimum_ || value >= *minimum_) && (!maximum_ || value <= *maximum_);
  }
  if (value.is_array()) {
    return list_.holds(value.size());
  }
  return !value.is_string() || admits_text(value.get_ref<const std::string&>());
}

bool ValueSchema::admits_text(const std::string& text) const {
  return text_.holds(characters_of(text)) &&
         (!compiled_ || (text.size() <= kLongestMatched && std::regex_search(text, *compiled_)));
}

bool ValueSchema::is_of(Type type, const Json& value) {
  switch (type) {
    case Type::null:
      return value.is_null();
    case Type::boolean:
      return value.is_boolean();
    case Type::integer:
      return value.is_number_integer();
    case Type::number:
      return value.is_number();
    case Type::string:
      return value.is_string();
    case Type::array:
      return value.is_array();
    case Type::object:
      return value.is_object();
  }
  return false;
}

std::string ValueSchema::expected() const {
  if (enum_) {
    return "one of " + fields::brief(*enum_, kShown);
  }
  if (types_.empty()) {
    return "a value of the schema in game.json";
  }
  std::vector<std::string> words;
  for (const Type type : types_) {
    words.push_back(expected_of(type));
  }
  return joined(words);
}

std::string ValueSchema::expected_of(Type type) const {
  const auto bounded = [&](const std::string& what) {
    if (minimum_ && maximum_) {
      return what + " from " + minimum_->dump() + " to " + maximum_->dump();
    }
    if (minimum_ || maximum_) {
      return what + (minimum_ ? " of at least " + minimum_->dump() : " of at most " + maximum_->dump());
    }
    return what;
  };
  const auto sized = [](const std::string& what, const Length& length, const char* of) {
    return length.least == 0 && !length.most ? what : what + " of " + length.text() + " " + of;
  };
  switch (type) {
    case Type::null:
      return "null";
    case Type::boolean:
      return "true or false";
    case Type::integer:
      return bounded("an integer");
    case Type::number:
      return bounded("a number");
    case Type::string:
      return sized("a text", text_, "characters") + (pattern_.empty() ? "" : " that matches " + pattern_);
    case Type::array:
      return sized("a list", list_, "values");
    case Type::object:
      return "an object";
  }
  return "";
}

OptionSchema OptionSchema::read(const Json& json, const std::string& path) {
  if (!json.is_object() || json.size() > kMostOptions) {
    refuse(path, json, "an object of at most " + std::to_string(kMostOptions) + " options");
  }
  OptionSchema schema;
  for (const auto& [name, value] : json.items()) {
    std::string where = path;
    where.append(".").append(fields::brief_text(name, kLongestName));
    if (name.empty() || name.size() > kLongestName) {
      refuse(where, value, "a name of 1 to " + std::to_string(kLongestName) + " bytes");
    }
    Option option{name, ValueSchema::read(value, where)};
    if (option.schema.default_value() == nullptr) {
      throw fields::Exception({where + ".default", "", "the value of an option that nobody has chosen"});
    }
    schema.options_.push_back(std::move(option));
  }
  return schema;
}

bool OptionSchema::has(std::string_view option) const {
  return std::ranges::find(options_, option, &Option::name) != options_.end();
}

std::vector<Json> OptionSchema::extremes() const {
  const Json usual = complete(Json::object());
  std::vector<Json> all;
  Json least = usual;
  Json most = usual;
  for (const Option& option : options_) {
    const std::vector<Json> values = option.schema.extremes();
    for (const Json& value : values) {
      Json one = usual;
      one[option.name] = value;
      if (one != usual) {
        all.push_back(std::move(one));
      }
    }
    if (!values.empty()) {
      least[option.name] = values.front();
      most[option.name] = values.back();
    }
  }
  for (const Json& one : {least, most}) {
    if (one != usual && std::ranges::find(all, one) == all.end()) {
      all.push_back(one);
    }
  }
  return all;
}

Json OptionSchema::complete(const Json& options) const {
  fields::Object in(options, "options");
  in.require();
  for (const auto& [name, value] : options.items()) {
    if (!has(name)) {
      std::vector<std::string> names;
      for (const Option& option : options_) {
        names.push_back(option.name);
      }
      std::string keys;
      for (const std::string& one : names) {
        keys.append(keys.empty() ? "one of the keys " : ", ").append(one);
      }
      in.fail(name, value, (keys.empty() ? "no key at all" : keys) + protocol::did_you_mean(name, names));
    }
  }
  in.require();
  Json complete = Json::object();
  for (const Option& option : options_) {
    const auto given = options.find(option.name);
    const Json& value = given == options.end() ? *option.schema.default_value() : *given;
    if (auto wrong = option.schema.check(value, "options." + option.name)) {
      throw fields::Exception(std::move(*wrong));
    }
    complete[option.name] = value;
  }
  return complete;
}

}  // namespace referee::rules
