#include "referee/prepare/built_copy.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "protocol/require.h"
#include "referee/base/folder_copy.h"
#include "referee/prepare/archive.h"
#include "referee/prepare/start_table.h"
#include "referee/process/bot_libraries.h"

namespace referee::prepare {

namespace fs = std::filesystem;

BuiltCopy::BuiltCopy(const Order& order)
    : build_(order.build), copy_(order.trial ? fs::path() : order.destination), folder_(copy_.folder()) {
  if (build_) {
    report_ = BuildReport{true, build_->command, "", "", 0};
  }
  guarded([&] {
    lay_out(order);
    open_copy(top(), CopyUse::building);
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

void BuiltCopy::lay_out(const Order& order) {
  const fs::path& submission = order.submission;
  const bool is_named = build_ && build_->archive;
  if (fs::is_directory(submission)) {
    const auto archive = is_named || order.opens_archive
                             ? find_archive(submission, is_named ? *build_->archive : "")
                             : std::nullopt;
    unpacked_ = archive.has_value();
    if (!archive) {
      left_out_ = copy_.copy(submission, order.others);
    } else if (is_named) {
      left_out_ = unpack_archive(*archive, top());
    } else {
      open_among(submission, *archive);
      open_inner();
    }
    return;
  }
  if (!fs::is_regular_file(submission)) {
    throw std::invalid_argument("submission " + submission.string() + ": expected a folder or an archive");
  }
  unpacked_ = true;
  left_out_ = unpack_archive(submission, top());
  if (order.trial) {
    open_inner();
  }
}

/// What is in the archive goes before a file of the same name beside it.
void BuiltCopy::open_among(const fs::path& folder, const fs::path& archive) {
  left_out_ = unpack_archive(archive, top());
  const fs::path program = only_folder(top()).value_or(top());
  const SubmissionCopy beside{fs::path()};
  std::ranges::move(beside.copy(folder, {archive}), std::back_inserter(left_out_));
  for (const auto& entry : fs::directory_iterator(beside.folder())) {
    const fs::path to = program / entry.path().filename();
    if (!fs::exists(fs::symlink_status(to))) {
      fs::rename(entry.path(), to);
    }
  }
}

/// People pack archives into archives: one that is all that was in the other is unpacked in its place, once.
void BuiltCopy::open_inner() {
  fs::path folder = top();
  while (const auto inner = only_folder(folder)) {
    folder = *inner;
  }
  const auto archive = only_archive(folder);
  if (!archive) {
    return;
  }
  const SubmissionCopy unpacked{fs::path()};
  std::ranges::move(unpack_archive(*archive, unpacked.folder()), std::back_inserter(left_out_));
  fs::remove(*archive);
  for (const auto& entry : fs::directory_iterator(unpacked.folder())) {
    const fs::path to = folder / entry.path().filename();
    if (!fs::exists(fs::symlink_status(to))) {
      fs::rename(entry.path(), to);
    }
  }
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
    open_copy(top(), CopyUse::building);
  }
}

Task<> BuiltCopy::run(BuildRoom room, Milliseconds most) {
  REQUIRE(ok());
  if (build_ && !build_->command.empty()) {
    add_missing_libraries(folder_);
    BuildReport report = co_await run_build(std::move(room), folder_, *build_, most);
    report.provided = std::move(report_->provided);
    report_ = std::move(report);
  }
}

Task<> BuiltCopy::run(BuildRoom room, Build build) {
  REQUIRE(ok());
  const std::chrono::seconds most(build.timeout_s);
  add_missing_libraries(folder_);
  report_ = co_await run_build(std::move(room), folder_, std::move(build), most);
}

void BuiltCopy::close() {
  guarded([this] { open_copy(top(), CopyUse::playing); });
}

}  // namespace referee::prepare
