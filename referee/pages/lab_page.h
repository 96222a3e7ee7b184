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
  bool python = false;       ///< "assets/python.js" is there
  bool submissions = false;  ///< the page sends bots to the tournament
};

/// The page in which a bot is written and plays in the browser. `frame`: has the elements that load
/// "rules.js", "editor.js" if there is one, and "lab.js".
std::string lab_page(PageParts frame, const LabTerms& terms);

/// Scripts of a lab that are not part of the program.
struct LabScripts {
  std::shared_ptr<const std::string> rules;   ///< the rules
  std::shared_ptr<const std::string> editor;  ///< the editor; null: a plain field
  std::shared_ptr<const std::string> python;  ///< Python; null: JavaScript alone
};

/// Writes a lab as files that need nothing else: index.html opens from a disk and from any web server.
/// `folder`: as SiteFolder takes it. Throws as SiteFolder does.
void write_lab(const std::filesystem::path& folder, const LabScripts& scripts);

}  // namespace referee::pages
