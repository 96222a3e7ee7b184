#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "protocol/require.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/command/beside_program.h"
#include "referee/command/browser.h"
#include "referee/process/program.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

/// Where a site is, seen from a prefix under which the program is installed, unpacked or built.
constexpr const char* kSite = "share/doc/referee/html";

/// The folder with the sources of the sample bots and the libraries for bots that belongs to this program: of
/// an installation or a tarball, or of the checkout in which it was built.
std::optional<fs::path> find_samples() {
  constexpr int kUp = 3;
  const auto samples = beside_program("share/referee/sample_bots", "python/referee.py", kUp);
  return samples ? samples : beside_program("sample_bots", "python/referee.py", kUp);
}

void print_samples() {
  const std::optional<fs::path> samples = find_samples();
  if (!samples) {
    throw std::invalid_argument(
        "docs: no samples beside this program: the packages and the source have them");
  }
  std::cout << samples->string() << std::endl;
}

/// Pages in a folder: the site that scripts/docs builds, or the source, whose pages are Markdown.
struct Pages {
  fs::path folder;
  std::string extension;  ///< ".html" or ".md"
  fs::path first;         ///< the first page, from the folder
};

/// The source in which this program was built.
std::optional<Pages> find_docs_source(const fs::path& program) {
  fs::path prefix = program.parent_path();
  for (int up = 0; up <= 3; ++up, prefix = prefix.parent_path()) {
    if (std::error_code missing; fs::is_regular_file(prefix / "docs/README.md", missing) &&
                                 fs::is_regular_file(prefix / "protocol/PROTOCOL.md", missing)) {
      return Pages{prefix, ".md", "docs/README.md"};
    }
  }
  return std::nullopt;
}

Pages find_pages(const fs::path& program) {
  if (const auto site = beside_program(kSite, "index.html", 2)) {
    return {*site, ".html", "index.html"};
  }
  if (auto source = find_docs_source(program)) {
    return *source;
  }
  throw std::invalid_argument(
      "docs: no documentation beside this program: scripts/docs of the source builds it, and the "
      "packages have it");
}

/// All pages, by their paths from the folder without the extension, in order.
std::vector<std::string> names_of(const Pages& pages) {
  std::vector<std::string> names;
  for (fs::recursive_directory_iterator at(pages.folder), end; at != end; ++at) {
    const std::string file = at->path().filename().string();
    if (at->is_directory() && (file.starts_with('.') || file == "build" || file == "node_modules")) {
      at.disable_recursion_pending();
    } else if (at->path().extension() == pages.extension) {
      names.push_back(at->path().lexically_relative(pages.folder).replace_extension().string());
    }
  }
  std::ranges::sort(names);
  return names;
}

/// Those pages that a person means by `name`: one with exactly this path, else those whose path ends so, else
/// those of folders that do.
std::vector<std::string> pages_called(const std::string& name, const std::vector<std::string>& pages) {
  const std::string wanted = name.ends_with(".md") ? name.substr(0, name.size() - 3) : name;
  for (const std::string& ending :
       {wanted, "/" + wanted, "/" + wanted + "/README", "/" + wanted + "/index"}) {
    std::vector<std::string> found;
    std::ranges::copy_if(pages, std::back_inserter(found), [&](const std::string& page) {
      return page == ending || (ending.starts_with('/') && ("/" + page).ends_with(ending));
    });
    if (!found.empty()) {
      return found;
    }
  }
  return {};
}

/// REQUIRES: `name` is not empty.
fs::path page_named(const Pages& pages, const std::string& name) {
  REQUIRE(!name.empty());
  const std::vector<std::string> found = pages_called(name, names_of(pages));
  if (found.size() == 1) {
    return pages.folder / (found.front() + pages.extension);
  }
  if (found.empty()) {
    throw std::invalid_argument("docs: no page '" + name +
                                "': `referee docs` opens the first page, which lists and searches all");
  }
  std::string all;
  for (const std::string& page : found) {
    all += (all.empty() ? "" : ", ") + page;
  }
  throw std::invalid_argument("docs: several pages are called '" + name + "', expected one of " + all);
}

}  // namespace

void add_docs_command(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("docs", "Open the documentation in a browser");
  const auto page = std::make_shared<std::string>();
  CLI::Option* const named = command->add_option(
      "PAGE", *page,
      "A page by its name or path, such as first-bot, walls or protocol/RECORD; default: the first page");
  const auto samples = std::make_shared<bool>();
  command
      ->add_flag("--samples", *samples,
                 "Print the folder of the sample bots and of the libraries for bots, to copy from it")
      ->excludes(named);
  command->footer(
      "Prints where the page is, and opens it where there is a desktop. It needs no network. In a checkout "
      "without a site it prints where the page's Markdown is, and how the site is made.\n"
      "Exit code: 0 found, 2 there is no such page, or no documentation beside this program.\n\n"
      "Examples:\n"
      "  referee docs\n"
      "  referee docs tournament-file\n"
      "  cp \"$(referee docs --samples)/python/referee.py\" .");
  command->callback([page, samples] {
    if (*samples) {
      print_samples();
      return;
    }
    const Pages pages = find_pages(this_program());
    const fs::path file = page->empty() ? pages.folder / pages.first : page_named(pages, *page);
    std::cout << file.string() << std::endl;
    if (pages.extension == ".html") {
      (void)open_in_browser(file);  // the path is told either way
    } else {
      std::cerr << "docs: this checkout has no site yet: "
                << escaped((pages.folder / "scripts/docs").string())
                << " makes it, and then this command opens it\n";
    }
  });
}

}  // namespace referee
