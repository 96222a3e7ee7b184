#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "referee/pages/page_template.h"

namespace referee::pages {

/// What differs between labs.
struct LabTerms {
  std::string home = {};     ///< link of the tournament's page; "": there is none
  std::string game = {};     ///< which is chosen first; "": any
  bool submissions = false;  ///< the page sends bots to the tournament
};

/// The page in which a bot is written and plays in the browser. `frame`: has the elements that load
/// "rules.js", "editor.js" if there is one, and "lab.js".
std::string lab_page(PageParts frame, const LabTerms& terms);

/// Writes a lab as files that need nothing else: index.html opens from a disk and from any web server.
/// `rules`: the script with the rules; `editor`: that with the editor, null if there is none. `folder`: as
/// SiteFolder takes it. Throws as SiteFolder does.
void write_lab(const std::filesystem::path& folder, const std::string& rules, const std::string* editor);

}  // namespace referee::pages
