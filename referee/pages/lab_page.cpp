#include "referee/pages/lab_page.h"

#include <set>
#include <utility>

#include "referee/base/text.h"
#include "referee/pages/assets.h"
#include "referee/pages/match_script.h"
#include "referee/pages/site_folder.h"
#include "referee/pages/verify_page.h"

namespace referee::pages {
namespace {

std::string address_of(const char* script, const BuiltScripts& scripts) {
  return scripts.contains(script) ? std::string("assets/") + script : "";
}

std::string element_of(const std::string& address) {
  return address.empty() ? "" : "<script src=\"" + address + "\"></script>\n";
}

/// `name`: "lab", or "play": the lab without what is for bots of one's own.
std::string filled_page(const char* name, const char* facts, PageParts frame, const LabTerms& terms) {
  frame.scripts_html = element_of(std::string("assets/") + kRulesScript) +
                       element_of(address_of(kEditorScript, terms.scripts)) + element_of("assets/lab.js");
  frame.more_html = {
      {"page", name},
      {"facts", facts},
      {"home", terms.home.empty() ? "" : "<a href=\"" + markup(terms.home) + "\">Tournament</a>"},
      {"game", markup(terms.game)},
      {"python", address_of(kPythonScript, terms.scripts)},
      {"check", address_of(kCheckScript, terms.scripts)},
      {"samples", address_of(kSamplesScript, terms.scripts)},
      {"submission", terms.submissions ? page_of("lab_submission", frame) : ""}};
  return page_of("lab", frame);
}

}  // namespace

std::string lab_page(PageParts frame, const LabTerms& terms) {
  frame.title = "Lab";
  return filled_page(
      "lab", "Write a bot and let it play in this browser. Nothing leaves it, unless you submit the bot.",
      std::move(frame), terms);
}

std::string play_page(PageParts frame, LabTerms terms) {
  std::erase_if(terms.scripts, [](const auto& script) { return script.first != kSamplesScript; });
  frame.title = "Play";
  return filled_page("play", "Play against a sample bot in this browser. Nothing leaves it.",
                     std::move(frame), terms);
}

void write_lab(const std::filesystem::path& folder, const std::shared_ptr<const std::string>& rules,
               const BuiltScripts& scripts) {
  const std::string page = lab_page({.title = "",
                                     .source = "files",
                                     .policy = policy_with_rules(kFilesPolicy).append(kFetches),
                                     .styles_html = R"(<link rel="stylesheet" href="assets/pages.css">)"},
                                    {.scripts = scripts});
  std::map<std::string, const std::string*> files{{"index.html", &page},
                                                  {"assets/lab.js", &find_asset("lab.js")->text},
                                                  {"assets/pages.css", &find_asset("pages.css")->text},
                                                  {std::string("assets/") + kRulesScript, rules.get()}};
  for (const auto& [name, text] : scripts) {
    files.emplace("assets/" + name, text.get());
  }
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
