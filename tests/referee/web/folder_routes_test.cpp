#include "referee/web/folder_routes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/temp_folder.h"

namespace referee::web {
namespace {

using test_support::TempFolder;
using test_support::write_file;

int status_of(FolderRoutes& routes, std::vector<std::string> path) {
  HttpRequest request;
  request.path = std::move(path);
  return routes.answer(request).status;
}

TEST(FolderRoutes, ServesTheFilesOfASiteAndNoOthers) {
  const TempFolder folder;
  std::filesystem::create_directories(folder / "site/matches");
  std::filesystem::create_directories(folder / "site/records");
  std::filesystem::create_directories(folder / "bots");
  write_file(folder / "site/index.html", "<p>here</p>");
  write_file(folder / "site/matches/r1t1g1.html", "<p>match</p>");
  write_file(folder / "site/records/r1t1g1.jsonl", "{}\n");
  write_file(folder / "site/notes.txt", "private");
  write_file(folder / "bots/ada.stderr", "private");
  write_file(folder / "outside.html", "private");
  std::filesystem::create_symlink(folder / "outside.html", folder / "site/link.html");
  std::filesystem::create_symlink(folder / "bots", folder / "site/bots");
  FolderRoutes routes(folder.path());  // a folder of reports
  EXPECT_EQ(routes.root(), std::filesystem::canonical(folder / "site"));
  EXPECT_EQ(status_of(routes, {}), 200);
  EXPECT_EQ(status_of(routes, {"matches", "r1t1g1.html"}), 200);
  HttpRequest request;
  request.path = {"records", "r1t1g1.jsonl"};
  EXPECT_EQ(routes.answer(request).download_name, "r1t1g1.jsonl");
  for (const std::vector<std::string>& path : std::vector<std::vector<std::string>>{{"notes.txt"},
                                                                                    {"link.html"},
                                                                                    {"bots", "ada.stderr"},
                                                                                    {"matches"},
                                                                                    {"nothing.html"},
                                                                                    {"index.html", ""}}) {
    EXPECT_EQ(status_of(routes, path), 404) << path.front();
  }
}

TEST(FolderRoutes, AFolderWithoutASiteIsRefused) {
  const TempFolder folder;
  EXPECT_THROW(FolderRoutes{folder.path()}, std::invalid_argument);
  EXPECT_THROW(FolderRoutes{folder / "nothing"}, std::invalid_argument);
}

}  // namespace
}  // namespace referee::web
