#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace referee::pages {

/// Content-Security-Policy of pages that are files and load their scripts, styles and data from files beside
/// them.
inline constexpr std::string_view kFilesPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'none'";

/// What a policy has besides where the page fetches records.
inline constexpr std::string_view kFetches = "; connect-src 'self'";

/// What is filled into a template.
struct PageParts {
  std::string title;              ///< {{title}}: any text, shown safely
  std::string_view source;        ///< {{source}}: where the data come from: "server", "files" or "single"
  std::string policy = {};        ///< {{csp}}: Content-Security-Policy; "": the page has none of its own
  std::string styles_html = {};   ///< {{styles}}: elements that load or hold them
  std::string data_html = {};     ///< {{data}}: the element that loads or holds the data; "": none
  std::string scripts_html = {};  ///< {{scripts}}: elements that load or hold them
  /// What only some templates have, by the names of its placeholders: HTML.
  std::map<std::string, std::string, std::less<>> more_html = {};
};

/// The page templates/NAME.html, filled in; {{head}} is templates/head.html, with all up to <body>. Throws
/// std::logic_error if there is no such file, or if it has another placeholder.
std::string page_of(std::string_view name, const PageParts& parts);

/// JSON as an element that holds it for a page's scripts: "data" is that of the page. No text in it can end
/// it.
std::string data_element(std::string_view id, std::string_view json);

}  // namespace referee::pages
