#include "referee/prepare/submission_builder.h"

#include <stdexcept>
#include <utility>

#include "referee/adapt/adapter.h"
#include "referee/prepare/archive.h"
#include "referee/process/program.h"

namespace referee::prepare {
namespace {

namespace fs = std::filesystem;

bool is_path(const std::string& word) { return word.find('/') != std::string::npos; }

/// The path of an existing file, with links resolved in its folders, but not the file itself.
fs::path place_of(const fs::path& file) {
  const fs::path absolute = fs::absolute(file).lexically_normal();
  return absolute.has_filename() ? fs::weakly_canonical(absolute.parent_path()) / absolute.filename()
                                 : fs::weakly_canonical(absolute);
}

}  // namespace

SubmissionBuilder::SubmissionBuilder(Order order, std::optional<Build> build) : order_(std::move(order)) {
  if (is_sample()) {
    (void)argv();  // throws if no sample bot has this name
    return;
  }
  copy_.emplace(order_.submission, order_.others, std::move(build));
  if (order_.typed.adapter != nullptr) {
    check_installed(*order_.typed.adapter);
  }
  if (!report() && !can_play()) {
    const std::string expected = order_.typed.adapter == nullptr
                                     ? "a program in PATH, the path of an executable file"
                                     : std::string(order_.typed.adapter->expects);
    throw std::invalid_argument("COMMAND: got '" + order_.typed.argv.front() + "', expected " + expected +
                                " in the submission's folder, or sample:NAME");
  }
}

const std::optional<BuildReport>& SubmissionBuilder::report() const {
  static const std::optional<BuildReport> kNone;
  return copy_ ? copy_->report() : kNone;
}

const std::vector<std::string>& SubmissionBuilder::left_out() const {
  static const std::vector<std::string> kNone;
  return copy_ ? copy_->left_out() : kNone;
}

const fs::path& SubmissionBuilder::folder() const {
  static const fs::path kNone;
  return copy_ ? copy_->folder() : kNone;
}

/// The file or folder for an adapter's interpreter has to be in the copy: the bot can read nothing else.
bool SubmissionBuilder::can_play() const {
  const std::vector<std::string> words = argv();
  if (order_.typed.adapter == nullptr) {
    return is_runnable(words.front());
  }
  const fs::path inside = place_of(words.front()).lexically_relative(folder());
  const bool is_inside = !inside.empty() && *inside.begin() != "..";
  return order_.typed.adapter->accepts(words) && (is_inside || order_.typed.adapter->starts_programs);
}

/// Whether the command's first word names a file that the build makes, or that the archive has.
bool SubmissionBuilder::is_built(const std::string& program) const {
  return is_path(program) || (order_.typed.adapter != nullptr && fs::exists(folder() / program));
}

Task<bool> SubmissionBuilder::finish(BuildRoom room, Milliseconds most) {
  if (!copy_) {
    co_return true;
  }
  if (copy_->ok()) {
    co_await copy_->run(std::move(room), most);
  }
  if (copy_->ok()) {
    copy_->close();
  }
  if (copy_->ok() && copy_->report() && !can_play()) {
    copy_->fail("there is no program '" + order_.typed.argv.front() + "'");
  }
  co_return copy_->ok();
}

BotCommand SubmissionBuilder::bot() const {
  BotCommand bot{argv(), confinement(), folder()};
  if (!is_sample()) {
    bot.adapter = order_.typed.adapter;
    bot.stdio = order_.typed.stdio;
  }
  return bot;
}

Confinement SubmissionBuilder::confinement() const {
  if (is_sample()) {
    return default_confinement(argv());
  }
  Confinement confinement;
  confinement.folder = folder();
  return confinement;
}

/// Whether the command names files of the copy, not of the original.
bool SubmissionBuilder::is_laid_out() const { return copy_ && (copy_->build() || copy_->unpacked()); }

bool SubmissionBuilder::is_sample() const { return order_.typed.argv.front().starts_with(kSamplePrefix); }

std::vector<std::string> SubmissionBuilder::argv() const {
  std::vector<std::string> argv = order_.typed.argv;
  std::string& program = argv.front();
  if (is_sample()) {
    const std::string name = program.substr(kSamplePrefix.size());
    const auto path = find_sample_bot(name);
    if (!path) {
      throw std::invalid_argument("no sample bot '" + name + "': expected one of " + sample_bot_names());
    }
    program = *path;
  } else if (is_laid_out()) {
    program = is_built(program) ? (folder() / program).lexically_normal().string() : program;
  } else {
    for (std::string& word : argv) {
      const bool from_path = &word == &program && !is_path(word) && order_.typed.adapter == nullptr;
      word = from_path ? word : copied(word);
    }
  }
  return argv;
}

/// Changes a word that names a file of the original to the same file of the copy.
std::string SubmissionBuilder::copied(const std::string& word) const {
  std::error_code missing;
  if (word.empty() || !fs::exists(fs::symlink_status(word, missing))) {
    return word;
  }
  const fs::path inside = place_of(word).lexically_relative(fs::canonical(order_.submission));
  const bool is_inside = !inside.empty() && *inside.begin() != "..";
  return is_inside ? (folder() / inside).lexically_normal().string() : word;
}

std::vector<std::string> SubmissionBuilder::typed() const {
  std::vector<std::string> words = order_.typed.argv;
  if ((is_laid_out()) && is_built(words.front())) {
    const fs::path top = copy_->unpacked() ? fs::path() : order_.submission;
    const fs::path built =
        (top / folder().lexically_relative(copy_->top()) / words.front()).lexically_normal();
    words.front() = is_path(built) ? built.string() : "./" + built.string();
  }
  return words;
}

}  // namespace referee::prepare
