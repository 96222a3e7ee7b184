#include "referee/prepare/built_copy.h"

#include <stdexcept>
#include <utility>

#include "referee/base/folder_copy.h"
#include "referee/prepare/archive.h"

namespace referee::prepare {

namespace fs = std::filesystem;

BuiltCopy::BuiltCopy(const fs::path& submission, const std::vector<fs::path>& others,
                     std::optional<Build> build)
    : build_(std::move(build)), folder_(copy_.folder()) {
  if (build_) {
    report_ = BuildReport{true, build_->command, "", "", 0};
  }
  guarded([&] {
    lay_out(submission, others);
    copy_.open(SubmissionCopy::For::building);
    if (build_) {
      folder_ = folder_to_build(copy_.folder(), *build_);
    }
  });
  if (report_ && report_->ok) {
    provide();
  }
}

/// What the system refuses to do with the files of a submission is the submission's fault, unless the machine
/// has failed: then the error is thrown on.
template <class Step>
void BuiltCopy::guarded(const Step& step) {
  try {
    step();
  } catch (const BadSubmission& bad) {
    fail(bad.what());
  } catch (const std::system_error& error) {
    if (is_of_machine(error.code())) {
      throw;
    }
    fail(error.what());
  }
}

void BuiltCopy::fail(const std::string& problem) {
  report_ = report_.value_or(BuildReport());
  report_->ok = false;
  report_->problem = problem;
}

void BuiltCopy::lay_out(const fs::path& submission, const std::vector<fs::path>& others) {
  const bool takes_archives = build_ && build_->archive;
  if (fs::is_directory(submission)) {
    const auto archive = takes_archives ? find_archive(submission, *build_->archive) : std::nullopt;
    if (!archive) {
      left_out_ = copy_.copy(submission, others);
      return;
    }
    unpacked_ = true;
    unpack_archive(*archive, copy_.folder());
    return;
  }
  if (!fs::is_regular_file(submission)) {
    throw std::invalid_argument("submission " + submission.string() + ": expected a folder or an archive");
  }
  unpacked_ = true;
  unpack_archive(submission, copy_.folder());
}

/// Copies in what the course provides, in place of files of the same names. A failure here is no fault of the
/// submission's.
void BuiltCopy::provide() {
  for (const fs::path& path : build_->provide) {
    const std::string name = path.filename().string();
    const bool replaces = fs::remove_all(folder_ / name) > 0;
    copy_with_links(path, folder_);
    report_->provided.push_back(name + (replaces ? ", in place of the submission's" : ""));
  }
  if (!build_->provide.empty()) {
    copy_.open(SubmissionCopy::For::building);
  }
}

Task<> BuiltCopy::run(BuildRoom room, Milliseconds most) {
  if (build_ && !build_->command.empty()) {
    BuildReport report = co_await run_build(std::move(room), folder_, *build_, most);
    report.provided = std::move(report_->provided);
    report_ = std::move(report);
  }
}

Task<> BuiltCopy::run(BuildRoom room, Build build) {
  const std::chrono::seconds most(build.timeout_s);
  report_ = co_await run_build(std::move(room), folder_, std::move(build), most);
}

void BuiltCopy::close() {
  guarded([this] { copy_.open(SubmissionCopy::For::playing); });
}

}  // namespace referee::prepare
