#include "referee/pages/page_template.h"

#include <span>
#include <stdexcept>

#include "engines/embedded_file.h"
#include "referee/base/text.h"
#include "referee/report/html_text.h"

namespace engines {

std::span<const EmbeddedFile> page_templates();

}  // namespace engines

namespace referee::pages {
namespace {

/// What stands for the placeholder `name`. `made`: room for it, where it is none of the parts.
std::string_view filling(std::string_view name, const PageParts& parts, std::string& made) {
  if (name == "head") {
    made = page_of(name, parts);
    made.pop_back();  // the placeholder has a line of its own
    return made;
  }
  if (name == "title") {
    return made = markup(parts.title, kShownText);
  }
  if (name == "source") {
    return parts.source;
  }
  if (name == "csp") {
    return made = parts.policy.empty()
                      ? ""
                      : R"(<meta http-equiv="Content-Security-Policy" content=")" + parts.policy + R"(">)";
  }
  if (name == "styles") {
    return parts.styles_html;
  }
  if (name == "data") {
    return parts.data_html;
  }
  if (name == "scripts") {
    return parts.scripts_html;
  }
  if (const auto found = parts.more_html.find(name); found != parts.more_html.end()) {
    return found->second;
  }
  throw std::logic_error("a page's template has the placeholder " + std::string(name));
}

/// How large those parts are that may be megabytes.
std::size_t size_of(const PageParts& parts) {
  std::size_t size = parts.data_html.size();
  for (const auto& [name, html] : parts.more_html) {
    size += html.size();
  }
  return size;
}

}  // namespace

std::string page_of(std::string_view name, const PageParts& parts) {
  constexpr std::string_view kOpen = "{{";
  constexpr std::string_view kClose = "}}";
  const engines::EmbeddedFile* const file = engines::find_file(engines::page_templates(), name);
  if (file == nullptr) {
    throw std::logic_error("no template of a page " + std::string(name));
  }
  constexpr std::size_t kAround = 16'384;  // bytes of the head and other small parts
  std::string page;
  page.reserve(file->text.size() + size_of(parts) + kAround);
  std::string_view rest = file->text;
  for (auto open = rest.find(kOpen); open != std::string_view::npos; open = rest.find(kOpen)) {
    page += rest.substr(0, open);
    rest.remove_prefix(open + kOpen.size());
    const auto close = rest.find(kClose);
    std::string made;
    page += filling(rest.substr(0, close), parts, made);
    rest.remove_prefix(close + kClose.size());
  }
  page += rest;
  return page;  // what append() returns would be copied
}

std::string data_element(std::string_view id, std::string_view json) {
  std::string html = R"(<script type="application/json" id=")" + std::string(id) + R"(">)";
  for (const char c : json) {
    if (c == '<') {
      html += "\\u003c";  // only strings have it
    } else {
      html += c;
    }
  }
  html += "</script>";
  return html;
}

}  // namespace referee::pages
