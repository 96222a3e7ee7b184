#include "tests/e2e/run_referee.h"

#include <algorithm>
#include <cstdlib>

namespace e2e {
namespace {

/// Whether it has one of these.
bool has_word(const std::string& text, const std::vector<const char*>& words) {
  return std::ranges::any_of(words, [&](const char* word) { return text.find(word) != std::string::npos; });
}

std::vector<std::string> command(const std::vector<std::string>& arguments) {
  std::vector<std::string> argv = {kReferee};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return argv;
}

}  // namespace

std::string bot(const std::string& name, const std::vector<std::string>& arguments) {
  std::string text = std::string("/usr/bin/python3 -BS ") + RUDE_BOTS + "/" + name + ".py";
  for (const std::string& argument : arguments) {
    text += " '" + argument + "'";
  }
  return text;
}

std::vector<std::string> unconfined(std::vector<std::string> more) {
  more.insert(more.end(), {"--sandbox", "none", "--as-root"});
  return more;
}

RefereeTest::RefereeTest() {
  ::setenv("REFEREE_STALL_CHECK", "off", 1);  // its warnings would depend on the machine
}

void RefereeTest::TearDown() {
  for (const auto& child : children_) {
    EXPECT_FALSE(has_word(child->err(), {"Sanitizer", "runtime error:", "terminate called", "Assertion"}))
        << child->err();
    EXPECT_TRUE(errors_expected_ || !has_word(child->err(), {"[error]"})) << child->err();
  }
  std::vector<std::string> words = {"verify"};
  for (const auto& file : record_files()) {
    words.push_back(file.string());
  }
  if (words.size() > 1) {
    Child verify(command(words), folder().string());
    verify.wait();
    EXPECT_EQ(verify.code(), 0) << verify.out() << verify.err();
  }
}

Child& RefereeTest::spawn(const std::vector<std::string>& argv, int out) {
  children_.push_back(std::make_unique<Child>(argv, folder().string(), out));
  return *children_.back();
}

Child& RefereeTest::start(const std::vector<std::string>& arguments, int out) {
  return spawn(command(arguments), out);
}

Child& RefereeTest::run(const std::vector<std::string>& arguments) {
  Child& child = start(arguments);
  child.wait();
  return child;
}

std::vector<std::string> RefereeTest::match(const std::string& game, const std::vector<std::string>& bots,
                                            const std::string& clock, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"match", game, "--seed", "1", "--clock", clock};
  for (const std::string& one : bots) {
    arguments.insert(arguments.end(), {"--bot", one});
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::vector<std::filesystem::path> RefereeTest::record_files() const {
  std::vector<std::filesystem::path> files;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(folder() / "out" / "records", missing)) {
    if (entry.path().extension() == ".jsonl") {
      files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  return files;
}

Record RefereeTest::record() const {
  const auto files = record_files();
  if (files.size() != 1) {
    throw std::runtime_error(std::to_string(files.size()) + " records");
  }
  return Record(files.front());
}

}  // namespace e2e
