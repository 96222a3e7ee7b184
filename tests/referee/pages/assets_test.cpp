#include "referee/pages/assets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/pages/base64.h"
#include "referee/pages/match_script.h"
#include "referee/pages/page_template.h"

namespace referee::pages {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Assets, HaveEveryScriptAndStyleOfTheFolder) {
  const std::string& sources = find_asset("painter.js")->text;
  const Json frame =
      Json::parse(sources.substr(sources.find("= {\"") + 2, sources.rfind('}') - sources.find("= {\"") - 1));
  std::string all =
      frame.at("boot").get<std::string>() + frame.at("worker").get<std::string>() + own_record_script();
  for (const Asset& asset : assets()) {
    all += asset.text;
  }
  int files = 0;
  for (const char* const folder : {"scripts", "styles"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(PAGES) / folder)) {
      if (!entry.is_regular_file()) {
        continue;
      }
      EXPECT_THAT(all, HasSubstr(file_text(entry.path()))) << entry.path() << " is in no list of assets.cpp";
      ++files;
    }
  }
  EXPECT_GT(files, 10);
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
