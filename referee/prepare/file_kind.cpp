#include "referee/prepare/file_kind.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <system_error>

#include "protocol/messages.h"
#include "referee/base/folder_tree.h"

namespace referee::prepare {
namespace {

// All in lower case: systems and people write them in any.
constexpr std::array<std::string_view, 14> kNames = {"__macosx",
                                                     "thumbs.db",
                                                     "ehthumbs.db",
                                                     "desktop.ini",
                                                     "icon\r",
                                                     "$recycle.bin",
                                                     "system volume information",
                                                     "__pycache__",
                                                     "venv",
                                                     "pip-log.txt",
                                                     "nbproject",
                                                     "cmakelists.txt.user",
                                                     "cmake-build-debug",
                                                     "cmake-build-release"};
/// Everything hidden is among them: .DS_Store, ._bot.py, .git, .idea, .vscode, .venv, .bot.py.swp.
constexpr std::array<std::string_view, 2> kBeginnings = {".", "~$"};
constexpr std::array<std::string_view, 6> kEndings = {"~", ".pyc", ".pyo", ".iml", ".dsym", ".egg-info"};

constexpr std::array<std::string_view, 13> kArchiveEndings = {
    ".zip",  ".tar",     ".tgz",    ".tar.gz",  ".tbz", ".tbz2", ".txz",
    ".tzst", ".tar.bz2", ".tar.xz", ".tar.zst", ".rar", ".7z"};
constexpr std::array<std::string_view, 4> kCompressedEndings = {".gz", ".bz2", ".xz", ".zst"};
/// Files that begin as archives do, and that programs read as they are.
constexpr std::array<std::string_view, 15> kOtherEndings = {".jar", ".war", ".docx", ".xlsx",  ".pptx",
                                                            ".odt", ".ods", ".odp",  ".npz",   ".pt",
                                                            ".pth", ".whl", ".egg",  ".keras", ".epub"};

constexpr std::array<std::string_view, 9> kDocumentNames = {
    "readme", "license", "licence", "copying", "authors", "changelog", "notice", "todo", "contributing"};
constexpr std::array<std::string_view, 18> kDocumentEndings = {
    ".md",   ".txt", ".rst", ".pdf",  ".doc", ".docx", ".odt", ".rtf",    ".tex",
    ".html", ".png", ".jpg", ".jpeg", ".log", ".lnk",  ".url", ".webloc", ".gdoc"};

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool ends_as_one(std::string_view name, std::span<const std::string_view> endings) {
  return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

/// The name without the one of `endings` that it has, in any case of letters; the name itself if it has none.
std::string_view without_any(std::string_view name, std::span<const std::string_view> endings) {
  const std::string folded = protocol::folded_name(name);
  const auto found = std::ranges::find_if(endings, [&](std::string_view ending) {
    return folded.size() > ending.size() && folded.ends_with(ending);
  });
  return found == endings.end() ? name : name.substr(0, name.size() - found->size());
}

bool begins_as_archive(const std::filesystem::path& file) {
  using namespace std::string_view_literals;
  constexpr std::size_t kTarMagic = 257;
  static constexpr std::array<std::string_view, 9> kMagic = {"PK\3\4",
                                                             "PK\5\6",
                                                             "PK\7\10",
                                                             "\x1f\x8b",
                                                             "BZh",
                                                             "\xfd"
                                                             "7zXZ\0"sv,
                                                             "\x28\xb5\x2f\xfd",
                                                             "Rar!\x1a\7",
                                                             "7z\xbc\xaf\x27\x1c"};
  const std::string head = first_bytes_of(file, kTarMagic + 5);
  return std::ranges::any_of(kMagic, [&](std::string_view magic) { return head.starts_with(magic); }) ||
         (head.size() > kTarMagic && head.substr(kTarMagic) == "ustar");
}

}  // namespace

bool is_archive(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  std::error_code missing;
  if (without_archive_ending(name).size() < name.size()) {
    return std::filesystem::is_regular_file(file, missing);
  }
  return without_any(name, kOtherEndings).size() == name.size() && begins_as_archive(file);
}

bool is_compressed_alone(std::string_view name) {
  return without_archive_ending(name).size() == name.size() &&
         without_any(name, kCompressedEndings).size() < name.size();
}

std::string_view without_archive_ending(std::string_view name) { return without_any(name, kArchiveEndings); }

bool is_left_behind(std::string_view name) {
  const std::string folded = protocol::folded_name(name);
  const auto begins = [&](std::string_view beginning) { return folded.starts_with(beginning); };
  return is_one_of(folded, kNames) || std::ranges::any_of(kBeginnings, begins) ||
         ends_as_one(folded, kEndings);
}

bool is_document(std::string_view name) {
  const std::string folded = protocol::folded_name(name);
  return is_one_of(folded, kDocumentNames) || ends_as_one(folded, kDocumentEndings);
}

}  // namespace referee::prepare
