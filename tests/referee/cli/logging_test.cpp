#include "referee/cli/logging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "referee/base/text.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

// "Logs by spdlog, text or JSON, bot text escaped."

namespace referee {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using Json = nlohmann::json;
using Format = LogSpec::Format;

/// What a bot may put into its name, its moves or its standard error.
const std::vector<std::string> kHostile = {
    "two\nlines",
    "x\r\n2026-11-20T08:00:00.000Z [error] forged",
    R"("},{"level":"error","message":"forged)",
    "\x1b[2J\x1b]0;title\x07 cleared",
    std::string("nul\0inside", 10),
    "\xff\xfe not UTF-8, \xc3 cut short",
    "\xc0\x8a overlong newline",
    "\xed\xa0\x80 surrogate",
    "\xc2\x9b"
    "2J C1 control",
    "\xe2\x80\xa8 line separator, \xe2\x80\xae right to left",
    "%v {} %n \\ back\\slash",
    std::string(100'000, '\n'),
};

/// The line that logging `text` writes.
std::string logged(Format format, const std::string& text) {
  std::ostringstream out;
  spdlog::logger logger("test", std::make_shared<spdlog::sinks::ostream_sink_st>(out));
  logger.set_formatter(log_formatter(format));
  logger.warn("{}", text);
  return out.str();
}

/// Undoes escaped().
std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    switch (text[++i]) {
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case 't':
        out += '\t';
        break;
      case 'x':
        out += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
        i += 2;
        break;
      default:
        out += text[i];
    }
  }
  return out;
}

TEST(TextLog, HasTimeLevelAndMessage) {
  EXPECT_THAT(
      logged(Format::text, "Zoë plays 10 % faster"),
      MatchesRegex(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z \\[warning\\] Zo.. plays "
          "10 % faster\n"));
}

TEST(TextLog, NothingHostileGetsOutOfItsLineAndNothingIsLost) {
  for (const std::string& text : kHostile) {
    const std::string line = logged(Format::text, text);
    EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
    for (const char c : line.substr(0, line.size() - 1)) {
      EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) << line;
    }
    const std::string head = "[warning] ";
    const std::string message = line.substr(line.find(head) + head.size());
    EXPECT_EQ(unescaped(message.substr(0, message.size() - 1)), text);
  }
}

TEST(Escaped, HarmfulCharactersBecomeTheirBytes) {
  EXPECT_EQ(escaped("a\x1b[31m\x7f"), "a\\x1b[31m\\x7f");
  EXPECT_EQ(escaped("\xc2\x9b \xe2\x80\xa8 \xe2\x80\xae"), "\\xc2\\x9b \\xe2\\x80\\xa8 \\xe2\\x80\\xae");
  EXPECT_EQ(escaped("\xc0\x8a\xff"), "\\xc0\\x8a\\xff");
  EXPECT_EQ(escaped("\xed\xa0\x80\xf4\x90\x80\x80"), "\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(escaped("\xe2\x82"), "\\xe2\\x82");
}

TEST(Escaped, OrdinaryTextStaysAsItIs) {
  for (const char* const text : {"", "plain", "Zoë", "€ 5", "日本", "𝄞", "\xf4\x8f\xbf\xbd", "\xc2\xa0"}) {
    EXPECT_EQ(escaped(text), text);
  }
  EXPECT_EQ(escaped("\\n\n"), "\\\\n\\n");
}

TEST(JsonLog, IsOneObjectALineWithThreeKeys) {
  const std::string line = logged(Format::json, "Zoë");
  const Json entry = Json::parse(line);
  EXPECT_EQ(entry.size(), 3U);
  EXPECT_EQ(entry.at("message"), "Zoë");
  EXPECT_EQ(entry.at("level"), "warning");
  EXPECT_THAT(entry.at("time").get<std::string>(), MatchesRegex("[0-9-]{10}T[0-9:]{8}\\.[0-9]{3}Z"));
  EXPECT_THAT(line, EndsWith("}\n"));
}

TEST(JsonLog, NothingHostileGetsOutOfItsField) {
  for (const std::string& text : kHostile) {
    const std::string line = logged(Format::json, text);
    EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
    for (const char c : line.substr(0, line.size() - 1)) {
      EXPECT_TRUE(c >= 0x20 && c < 0x7f) << line;
    }
    const Json entry = Json::parse(line);
    EXPECT_EQ(entry.size(), 3U);
    EXPECT_EQ(entry.at("level"), "warning");
    const std::string replaced = Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
    EXPECT_EQ(entry.at("message"), replaced);
  }
}

/// Restores the default logger after the test.
class LogFile : public testing::Test {
 protected:
  ~LogFile() override { spdlog::set_default_logger(before_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::shared_ptr<spdlog::logger> before_ = spdlog::default_logger();
  test_support::TempFolder folder_;
};

TEST_F(LogFile, IsAppendedToFromTheLevelOnAndWrittenAtOnce) {
  test_support::write_file(path("log"), "older\n");
  set_up_logging({Format::json, spdlog::level::info, path("log")});
  spdlog::debug("hidden");
  spdlog::info("shown");
  const std::string text = test_support::read_file(path("log"));
  EXPECT_TRUE(text.starts_with("older\n")) << text;
  EXPECT_EQ(Json::parse(text.substr(6)).at("message"), "shown");
}

TEST_F(LogFile, ThatCannotBeOpenedIsNamed) {
  test_support::write_file(path("file"), "");
  EXPECT_THAT(test_support::complaint([&] {
                set_up_logging({Format::text, spdlog::level::info, path("file/log")});
              }),
              HasSubstr("--log-file: got " + path("file/log")));
}

LogSpec parsed(const std::string& arguments) {
  CLI::App app;
  LogSpec spec;
  add_log_options(app, spec);
  app.parse(arguments);
  return spec;
}

TEST(LogOptions, SetTheSpec) {
  const LogSpec usual = parsed("");
  EXPECT_EQ(usual.format, Format::text);
  EXPECT_EQ(usual.level, spdlog::level::info);
  EXPECT_EQ(usual.file, "");
  const LogSpec spec = parsed("--log-format json --log-level error --log-file a.log");
  EXPECT_EQ(spec.format, Format::json);
  EXPECT_EQ(spec.level, spdlog::level::err);
  EXPECT_EQ(spec.file, "a.log");
  EXPECT_EQ(parsed("--log-level off").level, spdlog::level::off);
}

TEST(LogOptions, RefuseOtherWords) {
  EXPECT_THROW(parsed("--log-format xml"), CLI::ValidationError);
  EXPECT_THROW(parsed("--log-level loud"), CLI::ValidationError);
  EXPECT_THROW(parsed("--log-level 17"), CLI::ValidationError);
}

}  // namespace
}  // namespace referee
