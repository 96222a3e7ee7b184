#include "referee/process/bot_libraries.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "engines/embedded_file.h"
#include "referee/base/files.h"

namespace engines {
std::span<const EmbeddedFile> bot_library_files();  // embed_files in CMakeLists.txt
}

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEntries = 2000;     // files of a folder
constexpr std::size_t kMostRead = 256 * 1024;  // bytes of a source

struct BotLibrary {
  std::string_view file;                  // from the folder of our sample bots
  std::set<std::string_view> endings;     // of sources that may import it
  std::vector<std::string_view> imports;  // what such a source has
  std::set<std::string_view> instead;     // names in a folder that are the library in another form
};

const std::array<BotLibrary, 3>& bot_libraries() {
  static const std::array<BotLibrary, 3> kLibraries{
      BotLibrary{"python/referee.py", {".py"}, {"import referee", "from referee import"}, {"referee"}},
      BotLibrary{"javascript/referee.js",
                 {".js", ".mjs", ".cjs"},
                 {"./referee.js", "./referee\"", "./referee'"},
                 {}},
      BotLibrary{"java/Referee.java", {".java"}, {"Referee."}, {"Referee.class"}}};
  return kLibraries;
}

bool imports(const fs::path& source, const BotLibrary& library) {
  std::string text(kMostRead, '\0');
  std::ifstream file(source, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return std::ranges::any_of(library.imports,
                             [&](std::string_view words) { return text.find(words) != std::string::npos; });
}

}  // namespace

void add_missing_libraries(const fs::path& folder) {
  std::set<std::string> names;
  std::vector<fs::path> sources;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (std::size_t looked = 0;
       !error && entry != fs::recursive_directory_iterator() && ++looked < kMostEntries;
       entry.increment(error)) {
    std::error_code gone;
    names.insert(entry->path().filename().string());
    if (entry->is_regular_file(gone)) {
      sources.push_back(entry->path());
    }
  }
  std::ranges::sort(sources);
  for (const BotLibrary& library : bot_libraries()) {
    const std::string name = fs::path(library.file).filename().string();
    const auto is_there = [&](std::string_view other) { return names.contains(std::string(other)); };
    if (is_there(name) || std::ranges::any_of(library.instead, is_there)) {
      continue;
    }
    const auto importer = std::ranges::find_if(sources, [&](const fs::path& source) {
      return library.endings.contains(source.extension().string()) && imports(source, library);
    });
    if (importer != sources.end()) {
      const auto* const ours = engines::find_file(engines::bot_library_files(), library.file);
      write_file_atomically(importer->parent_path() / name, ours->text, Sync::none);
    }
  }
}

}  // namespace referee
