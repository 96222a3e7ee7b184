#include "referee/pages/assets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "referee/pages/base64.h"
#include "referee/pages/page_template.h"

namespace referee::pages {
namespace {

using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

std::string file_text(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Assets, HaveEveryScriptOfTheFolder) {
  std::vector<fs::path> modules;
  std::string imports;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(PAGES) / "scripts")) {
    if (entry.path().extension() == ".js") {
      modules.push_back(entry.path());
      imports += file_text(entry.path());
    }
  }
  for (const fs::path& module : modules) {
    const std::string name = module.filename().string();
    if (name.ends_with("_page.js")) {
      EXPECT_NE(find_asset(name.substr(0, name.size() - std::string("_page.js").size()) + ".js"), nullptr)
          << name;
    } else if (name != "painter_boot.js" && name != "painter_host.js" && name != "contract.js") {
      EXPECT_THAT(imports, HasSubstr("/" + name + "\";")) << "no module imports it";
    }
  }
  EXPECT_GT(modules.size(), 80U);
}

TEST(Assets, HaveEveryStyleOfTheFolder) {
  std::string all;
  for (const Asset& asset : assets()) {
    all += asset.text;
  }
  for (const auto& entry : fs::directory_iterator(fs::path(PAGES) / "styles")) {
    EXPECT_THAT(all, HasSubstr(file_text(entry.path()))) << entry.path() << " is in no list of assets.cpp";
  }
}

TEST(Assets, HaveThePainterOfEachGame) {
  ASSERT_NE(find_asset("match.js"), nullptr);
  for (const engines::Entry& game : engines::games()) {
    EXPECT_THAT(find_asset("match.js")->text, HasSubstr("painters." + std::string(game.name)));
  }
}

TEST(Assets, CanStandWithinAPage) {
  for (const Asset& asset : assets()) {
    EXPECT_THAT(asset.text, Not(HasSubstr("</script"))) << asset.name;
    EXPECT_THAT(asset.text, Not(HasSubstr("</style"))) << asset.name;
    EXPECT_THAT(asset.text, Not(HasSubstr("<!--"))) << asset.name;
    EXPECT_THAT(asset.text, Not(HasSubstr("\r"))) << asset.name << ": a browser would hash another text";
  }
}

TEST(Assets, AreKnownByTheirNames) {
  EXPECT_EQ(find_asset("pages.css")->content_type, "text/css; charset=utf-8");
  EXPECT_EQ(find_asset("match.js")->content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(find_asset("../match.js"), nullptr);
  EXPECT_EQ(find_asset(""), nullptr);
}

TEST(PageTemplate, IsFilledInOnce) {
  PageParts parts{.title = "<a> \"{{data}}\"", .source = "files"};
  parts.data_html = "{{scripts}}";
  parts.scripts_html = "<script src=\"../assets/match.js\"></script>";
  parts.policy = std::string(kFilesPolicy);
  const std::string page = page_of("match", parts);
  EXPECT_THAT(page, HasSubstr("<title>&lt;a&gt; &quot;{{data}}&quot;</title>"));
  EXPECT_THAT(page, HasSubstr("{{scripts}}")) << "what was filled in is no template";
  EXPECT_THAT(page, HasSubstr(parts.scripts_html));
  EXPECT_THAT(page, HasSubstr("content=\"default-src 'none'; script-src 'self';"));
  EXPECT_THAT(page, HasSubstr("name=\"referee-source\" content=\"files\""));
  parts.policy = "";
  EXPECT_THAT(page_of("match", parts), Not(HasSubstr("Content-Security-Policy")));
  EXPECT_THROW(page_of("no_such_page", parts), std::logic_error);
}

TEST(Base64, IsThatOfRfc4648) {
  EXPECT_EQ(base64_of_hex(""), "");
  EXPECT_EQ(base64_of_hex("66"), "Zg==");
  EXPECT_EQ(base64_of_hex("666f"), "Zm8=");
  EXPECT_EQ(base64_of_hex("666f6f"), "Zm9v");
  EXPECT_EQ(base64_of_hex("666f6f626172"), "Zm9vYmFy");
  EXPECT_EQ(base64_of_hex("fbff"), "+/8=");
  EXPECT_EQ(base64_of_hex("FBFF"), "+/8=");
}

}  // namespace
}  // namespace referee::pages
