#include "referee/pages/match_page.h"

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "protocol/parse.h"
#include "referee/pages/match_script.h"
#include "referee/pages/page_template.h"

namespace referee::pages {

using Json = nlohmann::json;

std::string match_title(const Json& data) {
  std::string title = data.at("match").get<std::string>() + ": " + data.at("game").get<std::string>();
  std::string_view before = ", ";
  for (const Json& player : data.at("players")) {
    title.append(before).append(player.get_ref<const std::string&>());
    before = " v ";
  }
  return title;
}

std::string match_page(std::string_view data, const std::optional<OwnRecord>& own) {
  const Json parsed = Json::parse(data);
  const bool has_painter = parsed.contains("painter");
  const auto& game = parsed.at("game").get_ref<const std::string&>();
  const bool verifies = own && browsers_play(game);
  const std::string script =
      (has_painter ? painter_script() : "") + match_script(game) + (verifies ? std::string(own->rules) : "");
  const std::string style = match_style();
  PageParts parts{.title = match_title(parsed), .source = "single"};
  parts.policy = "default-src 'none'; script-src " + source_of(script) + "; style-src " + source_of(style) +
                 "; img-src data:; base-uri 'none'; form-action 'none'";
  if (has_painter) {
    parts.policy = policy_with_painter(parts.policy);
  }
  if (verifies) {
    parts.policy = policy_with_rules(parts.policy);
  }
  parts.styles_html = "<style>" + style + "</style>";
  parts.data_html = data_element("data", data);
  if (verifies) {
    parts.data_html += data_element("record", protocol::dump(Json(own->record)));
  }
  parts.scripts_html = "<script>" + script + "</script>";
  return page_of("match", parts);
}

}  // namespace referee::pages
