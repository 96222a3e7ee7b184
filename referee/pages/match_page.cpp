#include "referee/pages/match_page.h"

#include <nlohmann/json.hpp>

#include "protocol/sha256.h"
#include "referee/pages/assets.h"
#include "referee/pages/base64.h"
#include "referee/pages/page_template.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

/// The source of a policy that allows just this script or style.
std::string source_of(std::string_view text) {
  return "'sha256-" + base64_of_hex(protocol::Sha256::hex_of(text)) + "'";
}

}  // namespace

std::string match_title(const Json& data) {
  std::string title = data.at("match").get<std::string>() + ": " + data.at("game").get<std::string>();
  std::string_view before = ", ";
  for (const Json& player : data.at("players")) {
    title.append(before).append(player.get_ref<const std::string&>());
    before = " v ";
  }
  return title;
}

std::string match_page(std::string_view data) {
  const Json parsed = Json::parse(data);
  const std::string script = match_script(parsed.at("game").get_ref<const std::string&>());
  const std::string style = match_style();
  PageParts parts{.title = match_title(parsed), .source = "single"};
  parts.policy = "default-src 'none'; script-src " + source_of(script) + "; style-src " + source_of(style) +
                 "; img-src data:; base-uri 'none'; form-action 'none'";
  parts.styles_html = "<style>" + style + "</style>";
  parts.data_html = data_element(data);
  parts.scripts_html = "<script>" + script + "</script>";
  return page_of("match", parts);
}

}  // namespace referee::pages
