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

#include "referee/cli/browser.h"
#include "referee/cli/commands.h"
#include "referee/process/program.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

/// Where a site is, seen from a prefix under which the program is installed, unpacked or built.
constexpr const char* kSite = "share/doc/referee/html";

/// The folder of the site that belongs to this program: beside it, or one or two folders up.
std::optional<fs::path> find_docs_site(const fs::path& program) {
  fs::path prefix = program.parent_path();
  for (int up = 0; up <= 2; ++up, prefix = prefix.parent_path()) {
    if (std::error_code missing; fs::is_regular_file(prefix / kSite / "index.html", missing)) {
      return prefix / kSite;
    }
  }
  return std::nullopt;
}

/// The folder with the sources of the sample bots and the libraries for bots that belongs to this program: of
/// an installation or a tarball, or of the checkout in which it was built.
std::optional<fs::path> find_samples(const fs::path& program) {
  fs::path prefix = program.parent_path();
  for (int up = 0; up <= 3; ++up, prefix = prefix.parent_path()) {
    for (const char* const inside : {"share/referee/sample_bots", "sample_bots"}) {
      if (std::error_code missing; fs::is_regular_file(prefix / inside / "python/referee.py", missing)) {
        return prefix / inside;
      }
    }
  }
  return std::nullopt;
}

void print_samples() {
  const std::optional<fs::path> samples = find_samples(this_program());
  if (!samples) {
    throw std::invalid_argument(
        "docs: no samples beside this program: the packages and the source have them");
  }
  std::cout << samples->string() << std::endl;
}

/// All pages, by their paths from the top of the site without ".html", in order.
std::vector<std::string> pages_of_site(const fs::path& site) {
  std::vector<std::string> pages;
  for (const auto& entry : fs::recursive_directory_iterator(site)) {
    if (entry.path().extension() == ".html") {
      pages.push_back(entry.path().lexically_relative(site).replace_extension().string());
    }
  }
  std::ranges::sort(pages);
  return pages;
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
fs::path page_of_site(const fs::path& site, const std::string& name) {
  const std::vector<std::string> found = pages_called(name, pages_of_site(site));
  if (found.size() == 1) {
    return site / (found.front() + ".html");
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
      "Prints where the page is, and opens it where there is a desktop. It needs no network.\n"
      "Exit code: 0 found, 2 there is no such page, or no documentation beside this program.\n\n"
      "Examples:\n  referee docs\n  referee docs tournament-file\n"
      "  cp \"$(referee docs --samples)/python/referee.py\" .");
  command->callback([page, samples] {
    if (*samples) {
      print_samples();
      return;
    }
    const std::optional<fs::path> site = find_docs_site(this_program());
    if (!site) {
      throw std::invalid_argument(
          "docs: no documentation beside this program: scripts/docs of the source builds it, and the "
          "packages have it");
    }
    const fs::path file = page->empty() ? *site / "index.html" : page_of_site(*site, *page);
    std::cout << file.string() << std::endl;
    (void)open_in_browser(file);  // the path is told either way
  });
}

}  // namespace referee
