#include "referee/tournament/config/registration_spec.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr fields::Range kNames{1, RegistrationSpec::kMostNames};
constexpr std::size_t kLeastCode = 8;  // characters: a shorter one is soon guessed
constexpr std::size_t kMostCode = 64;

bool is_code(const std::string& text) {
  return text.size() >= kLeastCode && text.size() <= kMostCode &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

void read_code(fields::Object& in, RegistrationSpec& spec) {
  const Json* const code = in.find("code");
  if (code == nullptr) {
    return;
  }
  if (const bool* const needed = code->get_ptr<const bool*>()) {
    spec.code_needed = *needed ? RegistrationSpec::Code::generated : RegistrationSpec::Code::none;
    return;
  }
  const auto* const text = code->get_ptr<const std::string*>();
  if (text == nullptr || !is_code(*text)) {
    in.fail("code", *code,
            "true, false, or a text of " + std::to_string(kLeastCode) + " to " + std::to_string(kMostCode) +
                " visible ASCII characters without blanks");
    return;
  }
  spec.code_needed = RegistrationSpec::Code::given;
  spec.code = *text;
}

std::size_t read_names(fields::Object& in, std::string_view key, std::size_t usual) {
  return static_cast<std::size_t>(in.integer_or(key, kNames, static_cast<std::int64_t>(usual)));
}

}  // namespace

RegistrationSpec RegistrationSpec::read(const Json& json, const std::string& path) {
  RegistrationSpec spec;
  if (!json.is_object()) {
    spec.open = json == "open";
    if (!spec.open && json != "closed") {
      throw fields::Exception(
          {path, fields::brief(json), R"("closed", "open" or an object, as {"code":true})"});
    }
    return spec;
  }
  fields::Object in(json, path);
  spec.open = true;
  read_code(in, spec);
  spec.approval = in.boolean_or("approval", false);
  spec.names = read_names(in, "names", spec.names);
  spec.names_per_address = read_names(in, "names_per_address", spec.names_per_address);
  spec.names_per_minute = read_names(in, "names_per_minute", spec.names_per_minute);
  in.refuse_unknown();
  in.require();
  return spec;
}

}  // namespace referee
