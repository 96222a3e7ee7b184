#include "referee/pages/lab_page.h"

#include <map>
#include <set>
#include <utility>

#include "referee/base/text.h"
#include "referee/pages/assets.h"
#include "referee/pages/site_folder.h"
#include "referee/pages/verify_page.h"

namespace referee::pages {
namespace {

std::string element_of_script(const std::string& name) {
  return "<script src=\"assets/" + name + "\"></script>\n";
}

}  // namespace

std::string lab_page(PageParts frame, const LabTerms& terms) {
  frame.title = "Lab";
  frame.more_html["home"] = terms.home.empty() ? "" : "<a href=\"" + markup(terms.home) + "\">Tournament</a>";
  frame.more_html["game"] = markup(terms.game);
  frame.more_html["python"] = terms.python ? "assets/python.js" : "";
  frame.more_html["hand_in"] = terms.submissions ? "yes" : "";
  return page_of("lab", frame);
}

void write_lab(const std::filesystem::path& folder, const LabScripts& scripts) {
  const std::string page = lab_page(
      {.title = "",
       .source = "files",
       .policy = policy_with_rules(kFilesPolicy),
       .styles_html = R"(<link rel="stylesheet" href="assets/pages.css">)",
       .scripts_html = element_of_script("rules.js") +
                       (scripts.editor ? element_of_script("editor.js") : "") + element_of_script("lab.js")},
      {.python = scripts.python != nullptr});
  std::map<std::string, const std::string*> files{{"index.html", &page},
                                                  {"assets/lab.js", &find_asset("lab.js")->text},
                                                  {"assets/pages.css", &find_asset("pages.css")->text},
                                                  {"assets/rules.js", scripts.rules.get()},
                                                  {"assets/editor.js", scripts.editor.get()},
                                                  {"assets/python.js", scripts.python.get()}};
  std::erase_if(files, [](const auto& file) { return file.second == nullptr; });
  SiteFolder site(folder);
  std::set<std::string> names;
  for (const auto& [name, text] : files) {
    names.insert(name);
  }
  site.plan(names);
  for (const auto& [name, text] : files) {
    site.write(name, *text);
  }
  site.finish();
}

}  // namespace referee::pages
