#include "referee/tournament/config/workers_spec.h"

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/strict_json.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostFolder = 4096;  // bytes
constexpr std::size_t kMostPattern = 200;  // bytes
constexpr fields::Range kMostLost{1, 100};

void read_cpu(fields::Object& in, WorkersSpec& spec) {
  const Json* const found = in.find("cpu");
  if (found == nullptr) {
    return;
  }
  const auto* const pattern = found->get_ptr<const std::string*>();
  if (pattern == nullptr || pattern->empty() || pattern->size() > kMostPattern ||
      pattern->find_first_of(std::string_view("[]\0", 3)) != std::string::npos) {
    in.fail("cpu", *found,
            "a pattern of * and ?, without brackets, of 1 to " + std::to_string(kMostPattern) +
                " bytes, as \"AMD EPYC 7*\"");
    return;
  }
  spec.cpu = *pattern;
}

void read_needs(const Json& json, const std::string& path, WorkersSpec& spec) {
  fields::Object in(json, path);
  const auto least = static_cast<std::size_t>(spec.sandbox);
  const std::size_t level = in.choice_or("sandbox", {"none", "basic", "bwrap", "full"}, least);
  if (level < least) {
    in.fail("sandbox", *in.find("sandbox"),
            "\"" + std::string(name_of(spec.sandbox)) + "\" or stronger, as the key sandbox asks for");
  }
  spec.sandbox = static_cast<SandboxLevel>(level);
  read_cpu(in, spec);
  in.refuse_unknown();
  in.require();
}

}  // namespace

std::optional<WorkersSpec> WorkersSpec::read(const Json& json, SandboxLevel least, const std::string& path) {
  WorkersSpec spec;
  spec.sandbox = least;
  if (json.is_boolean()) {
    return json.get<bool>() ? std::optional(spec) : std::nullopt;
  }
  if (!json.is_object()) {
    throw fields::Exception(
        {path, fields::brief(json), R"(true, false or an object, as {"requires":{"sandbox":"bwrap"}})"});
  }
  fields::Object in(json, path);
  spec.bundles = filled_text(in, "bundles", kMostFolder, "");
  spec.most_lost = static_cast<std::size_t>(
      in.integer_or("most_lost", kMostLost, static_cast<std::int64_t>(spec.most_lost)));
  if (const Json* const needs = in.find("requires")) {
    read_needs(*needs, path + ".requires", spec);
  }
  in.refuse_unknown();
  in.require();
  return spec;
}

}  // namespace referee
