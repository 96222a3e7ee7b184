#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "referee/pages/built_scripts.h"
#include "referee/pages/page_template.h"

namespace referee::pages {

/// What differs between labs.
struct LabTerms {
  std::string home = {};      ///< link of the tournament's page; "": there is none
  std::string game = {};      ///< which is chosen first; "": any
  BuiltScripts scripts = {};  ///< those that the page loads from "assets/", beside the rules
  bool submissions = false;   ///< the page sends bots to the tournament
};

/// The page in which a bot is written and plays in the browser. `frame`: its scripts are added here.
std::string lab_page(PageParts frame, const LabTerms& terms);
/// The page in which a person plays against a sample bot, also on from a turn of a record: the lab without
/// its editor. Of the scripts it loads the sample bots alone.
std::string play_page(PageParts frame, LabTerms terms);

/// Writes a lab as files that need nothing else: index.html opens from a disk and from any web server.
/// `folder`: as SiteFolder takes it. `rules`: the script with the rules. Throws as SiteFolder does.
void write_lab(const std::filesystem::path& folder, const std::shared_ptr<const std::string>& rules,
               const BuiltScripts& scripts);

}  // namespace referee::pages
