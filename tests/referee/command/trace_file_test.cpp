#include "referee/command/trace_file.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/support/complaint.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

TEST(TraceFileOf, EachMatchHasAFileBesideTheOneThatWasNamed) {
  EXPECT_EQ(trace_file_of("trace.jsonl", "walls-1g12"), "trace.walls-1g12.jsonl");
  EXPECT_EQ(trace_file_of("out.d/trace", "walls-1g12"), "out.d/trace.walls-1g12");
  EXPECT_EQ(trace_file_of("/tmp/a.b.jsonl", "m"), "/tmp/a.b.m.jsonl");
}

class TraceFileTest : public testing::Test {
 protected:
  test_support::SimulatedLoop loop_;
  const Clock& clock_ = loop_.clock();
};

TEST_F(TraceFileTest, WithoutAFileThereIsNoTrace) {
  const TraceFile none;
  EXPECT_FALSE(none.given());
  EXPECT_EQ(none.open(clock_, "match"), nullptr);
  EXPECT_EQ(none.open_for_match(clock_, "match", "m1"), nullptr);
  none.check_folder();
}

TEST_F(TraceFileTest, AFileThatCannotBeWrittenIsNamedBeforePlay) {
  const test_support::TempFolder folder;
  const TraceFile nowhere{(folder / "nowhere" / "trace.jsonl").string()};
  EXPECT_EQ(test_support::complaint([&] { (void)nowhere.open(clock_, "match"); }),
            "--trace: cannot write " + nowhere.file + ": No such file or directory");
  const std::string complaint = test_support::complaint([&] { nowhere.check_folder(); });
  EXPECT_NE(complaint.find("--trace: cannot write"), std::string::npos) << complaint;
  EXPECT_NE(complaint.find("there is no folder"), std::string::npos) << complaint;
}

TEST_F(TraceFileTest, AMatchIsPlayedWithoutATraceWhoseFileCannotBeMade) {
  const test_support::TempFolder folder;
  const TraceFile trace{(folder / "trace.jsonl").string()};
  trace.check_folder();
  EXPECT_FALSE(std::filesystem::exists(folder / "trace.match.jsonl")) << "a check leaves nothing behind";
  EXPECT_NE(trace.open_for_match(clock_, "match", "m1"), nullptr);
  EXPECT_TRUE(std::filesystem::exists(folder / "trace.m1.jsonl"));
  std::filesystem::create_directory(folder / "trace.m2.jsonl");
  EXPECT_EQ(trace.open_for_match(clock_, "match", "m2"), nullptr);
}

}  // namespace
}  // namespace referee
