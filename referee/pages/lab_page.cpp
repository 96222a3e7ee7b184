#include "referee/pages/lab_page.h"

#include <set>
#include <utility>

#include "referee/base/text.h"
#include "referee/pages/assets.h"
#include "referee/pages/site_folder.h"
#include "referee/pages/verify_page.h"

namespace referee::pages {
namespace {

constexpr const char* kLabFile = "index.html";
constexpr const char* kLabRules = "assets/rules.js";
constexpr const char* kLabEditor = "assets/editor.js";

std::string element_of_script(const std::string& address) {
  return "<script src=\"" + address + "\"></script>\n";
}

}  // namespace

std::string lab_page(PageParts frame, const LabTerms& terms) {
  frame.title = "Lab";
  frame.more_html["home"] = terms.home.empty() ? "" : "<a href=\"" + markup(terms.home) + "\">Tournament</a>";
  frame.more_html["game"] = markup(terms.game);
  frame.more_html["hand_in"] = terms.submissions ? "yes" : "";
  return page_of("lab", frame);
}

void write_lab(const std::filesystem::path& folder, const std::string& rules, const std::string* editor) {
  const std::string scripts =
      element_of_script(kLabRules) + (editor == nullptr ? "" : element_of_script(kLabEditor));
  SiteFolder files(folder);
  std::set<std::string> names{kLabFile, kLabRules, "assets/lab.js", "assets/pages.css"};
  if (editor != nullptr) {
    names.insert(kLabEditor);
  }
  files.plan(names);
  files.write("assets/lab.js", find_asset("lab.js")->text);
  files.write("assets/pages.css", find_asset("pages.css")->text);
  files.write(kLabRules, rules);
  if (editor != nullptr) {
    files.write(kLabEditor, *editor);
  }
  files.write(kLabFile, lab_page({.title = "",
                                  .source = "files",
                                  .policy = policy_with_rules(kFilesPolicy),
                                  .styles_html = R"(<link rel="stylesheet" href="assets/pages.css">)",
                                  .scripts_html = scripts + element_of_script("assets/lab.js")},
                                 {}));
  files.finish();
}

}  // namespace referee::pages
