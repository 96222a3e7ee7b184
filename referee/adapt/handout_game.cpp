#include "referee/adapt/handout_game.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "protocol/limits.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRoomForMove = protocol::kMaxLineFromBot - 1024;  // beside the rest of its message

}  // namespace

void put_file(const fs::path& path, std::string_view text) {
  std::error_code ignored;  // opening it tells
  fs::create_directories(path.parent_path(), ignored);
  fs::remove_all(path, ignored);
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (file.get() < 0) {
    throw std::system_error(errno, std::generic_category(), "cannot write " + path.string());
  }
  write_all(file, text, path);
}

RunAnswer answer_of(const ProgramRun& run, const HandoutGame& game, const std::string& program) {
  const std::string& printed = run.printed();
  const std::size_t end = printed.find('\n');
  if (printed.empty()) {
    return {"", program + " printed nothing (" + run.status_text() + ")"};
  }
  if (end == std::string::npos ? printed.size() == ProgramRun::kKept : end > kRoomForMove) {
    return {"", program + " printed a first line of over " + std::to_string(kRoomForMove) + " bytes"};
  }
  std::string move = game.move_in(std::string_view(printed).substr(0, end));
  std::string why = move.empty() ? "the first line that " + program + " printed is blank" : "";
  return {std::move(move), std::move(why)};
}

}  // namespace referee
