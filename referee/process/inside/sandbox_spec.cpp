#include "referee/process/inside/sandbox_spec.h"

#include <array>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

constexpr std::array kNames{"none", "basic", "bwrap", "full"};

}  // namespace

const char* name_of(SandboxLevel level) { return kNames[static_cast<std::size_t>(level)]; }

std::optional<SandboxLevel> sandbox_level(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (name == kNames[i]) {
      return static_cast<SandboxLevel>(i);
    }
  }
  return std::nullopt;
}

using Json = nlohmann::json;

std::string SandboxSpec::to_text() const {
  const Json order = {{"level", name_of(level)},
                      {"argv", argv},
                      {"uid", uid},
                      {"readers", readers},
                      {"group", group},
                      {"groups_v1", groups_v1},
                      {"bwrap", bwrap},
                      {"folder", folder},
                      {"writable", writable},
                      {"visible", visible},
                      {"listed", listed},
                      {"scratch", scratch},
                      {"memory_mib", memory_mib},
                      {"data_mib", data_mib},
                      {"processes", processes},
                      {"descriptors", descriptors},
                      {"scratch_mib", scratch_mib},
                      {"cpu_s", cpu_s},
                      {"forks", forks},
                      {"variables", variables},
                      {"filter", filter},
                      {"counted", counted},
                      {"questions", questions},
                      {"connect", connect}};
  // CBOR and not JSON text, because file names and filters need not be UTF-8.
  std::string text;
  Json::to_cbor(order, text);
  return text;
}

SandboxSpec SandboxSpec::from_text(const std::string& text) {
  const Json order = Json::from_cbor(text);
  SandboxSpec out;
  out.level = sandbox_level(order.at("level").get<std::string>()).value();
  order.at("argv").get_to(out.argv);
  order.at("uid").get_to(out.uid);
  order.at("readers").get_to(out.readers);
  order.at("group").get_to(out.group);
  order.at("groups_v1").get_to(out.groups_v1);
  order.at("bwrap").get_to(out.bwrap);
  order.at("folder").get_to(out.folder);
  order.at("writable").get_to(out.writable);
  order.at("visible").get_to(out.visible);
  order.at("listed").get_to(out.listed);
  order.at("scratch").get_to(out.scratch);
  order.at("memory_mib").get_to(out.memory_mib);
  order.at("data_mib").get_to(out.data_mib);
  order.at("processes").get_to(out.processes);
  order.at("descriptors").get_to(out.descriptors);
  order.at("scratch_mib").get_to(out.scratch_mib);
  order.at("cpu_s").get_to(out.cpu_s);
  order.at("forks").get_to(out.forks);
  order.at("variables").get_to(out.variables);
  order.at("filter").get_to(out.filter);
  order.at("counted").get_to(out.counted);
  order.at("questions").get_to(out.questions);
  order.at("connect").get_to(out.connect);
  return out;
}

}  // namespace referee
