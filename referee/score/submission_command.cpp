#include "referee/score/submission_command.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "referee/adapt/submission.h"
#include "referee/prepare/start_table.h"
#include "referee/process/program.h"
#include "referee/rules/ready_bots.h"

namespace referee::score {
namespace {

namespace fs = std::filesystem;

bool is_path(const std::string& word) { return word.find('/') != std::string::npos; }

/// The path of an existing file, with links resolved in its folders, but not the file itself.
fs::path place_of(const fs::path& file) {
  const fs::path absolute = fs::absolute(file).lexically_normal();
  return absolute.has_filename() ? fs::weakly_canonical(absolute.parent_path()) / absolute.filename()
                                 : fs::weakly_canonical(absolute);
}

/// Whether an existing file lies below `folder`.
bool lies_in(const fs::path& folder, const fs::path& file) {
  const fs::path inside = place_of(file).lexically_relative(folder);
  return !inside.empty() && *inside.begin() != "..";
}

}  // namespace

SubmissionCommand::SubmissionCommand(fs::path submission, BotCommand typed)
    : submission_(std::move(submission)), typed_(std::move(typed)) {
  if (is_sample()) {
    (void)argv();  // throws if no sample bot has this name
    return;
  }
  if (!fs::is_directory(submission_) && !fs::is_regular_file(submission_)) {
    throw std::invalid_argument("submission " + submission_.string() + ": expected a folder or an archive");
  }
  if (typed_.adapter != nullptr) {
    check_installed(*typed_.adapter);
  }
}

bool SubmissionCommand::is_sample() const { return typed_.argv.front().starts_with(kSamplePrefix); }

void SubmissionCommand::set_copy(fs::path top, const prepare::Report& report, bool has_build) {
  built_in_ = report.folder;
  folder_ = report.folder.empty() ? std::move(top) : top / report.folder;
  unpacked_ = report.unpacked;
  is_laid_out_ = has_build || unpacked_;
  if (report.is_ready()) {
    enter_only_folder();
  }
}

/// People pack a folder where its content is asked for, and platforms unpack that: if the command names
/// nothing here, the bot works in the only folder whose files it names.
void SubmissionCommand::enter_only_folder() {
  std::error_code odd;
  const bool names_original = !is_laid_out_ && std::ranges::any_of(typed_.argv, [&](const std::string& word) {
    return !word.empty() && fs::exists(word, odd) && !fs::path(word).is_absolute();
  });
  const fs::path entered = names_original ? folder_ : prepare::find_start(folder_, typed_.argv).folder;
  if (entered != folder_) {
    built_in_ /= entered.lexically_relative(folder_);
    folder_ = entered;
    is_laid_out_ = true;
  }
}

/// The file or folder for an adapter's interpreter has to be in the copy: the bot can read nothing else.
std::optional<CommandFault> SubmissionCommand::fault() const {
  const std::vector<std::string> words = argv();
  if (typed_.adapter == nullptr) {
    return fault_of_command(words, folder_);
  }
  const bool plays = accepts(*typed_.adapter, words) &&
                     (lies_in(folder_, words.front()) || typed_.adapter->starts_programs());
  return plays ? std::nullopt : std::optional(CommandFault{0, std::string(typed_.adapter->expects)});
}

std::string SubmissionCommand::complaint(const CommandFault& fault) const {
  const std::string place = " in the submission's folder";
  if (fault.word > 0) {
    return "COMMAND[" + std::to_string(fault.word) + "]: got '" + typed_.argv[fault.word] +
           "', expected a file" + place;
  }
  return "COMMAND: got '" + typed_.argv.front() + "', expected " +
         (typed_.adapter == nullptr ? "a program in PATH, the path of an executable file" : fault.expected) +
         place + ", or sample:NAME";
}

/// Whether the command's first word names a file that the build makes, or that the archive has.
bool SubmissionCommand::is_built(const std::string& program) const {
  return is_path(program) || (typed_.adapter != nullptr && fs::exists(folder_ / program));
}

BotCommand SubmissionCommand::bot() const {
  BotCommand bot{argv(), confinement(), folder_};
  if (!is_sample()) {
    bot.adapter = typed_.adapter;
    bot.stdio = typed_.stdio;
  }
  return bot;
}

Confinement SubmissionCommand::confinement() const {
  if (is_sample()) {
    return default_confinement(argv());
  }
  Confinement confinement;
  confinement.folder = folder_;
  return confinement;
}

std::vector<std::string> SubmissionCommand::argv() const {
  std::vector<std::string> argv = typed_.argv;
  std::string& program = argv.front();
  if (is_sample()) {
    if (const auto expected = rules::place_ready_bot(argv, nullptr)) {
      throw std::invalid_argument("COMMAND: got '" + program + "', expected " + *expected);
    }
  } else if (is_laid_out_) {
    program = is_built(program) ? (folder_ / program).lexically_normal().string() : program;
  } else {
    for (std::string& word : argv) {
      const bool from_path = &word == &program && !is_path(word) && typed_.adapter == nullptr;
      const bool is_own = &word == &program && is_path(word) && fs::path(word).is_relative() &&
                          !fs::exists(word) && fs::exists(folder_ / word);
      word = from_path ? word : is_own ? (folder_ / word).lexically_normal().string() : copied(word);
    }
  }
  return argv;
}

/// Changes a word that names a file of the original to the same file of the copy.
std::string SubmissionCommand::copied(const std::string& word) const {
  std::error_code missing;
  const fs::path original = fs::canonical(submission_, missing);
  if (missing) {
    throw std::invalid_argument(
        "submission " + submission_.string() +
        ": it was removed while it was copied, expected it to stay until it is scored");
  }
  if (word.empty() || !fs::exists(fs::symlink_status(word, missing)) || !lies_in(original, word)) {
    return word;
  }
  return (folder_ / place_of(word).lexically_relative(original)).lexically_normal().string();
}

std::vector<std::string> SubmissionCommand::typed() const {
  std::vector<std::string> words = typed_.argv;
  if (is_laid_out_ && is_built(words.front())) {
    const fs::path top = unpacked_ ? fs::path() : submission_;
    const fs::path built = (top / built_in_ / words.front()).lexically_normal();
    words.front() = is_path(built) ? built.string() : "./" + built.string();
  }
  for (std::size_t word = 1; is_laid_out_ && word < words.size(); ++word) {
    std::error_code odd;
    if (!words[word].empty() && !built_in_.empty() && fs::exists(folder_ / words[word], odd)) {
      const fs::path top = unpacked_ ? fs::path() : submission_;
      words[word] = (top / built_in_ / words[word]).lexically_normal().string();
    }
  }
  return words;
}

}  // namespace referee::score
