#include "referee/show/plain_frames.h"

#include "referee/screen/plain.h"
#include "referee/screen/scale.h"

namespace referee::show {
namespace {

std::string text_of(const Frame& frame, const Part& part, bool utf8) {
  const screen::Scale scale = screen::scale_to_fit(frame.picture, part.max_rows, part.max_columns);
  std::string text = screen::plain_line(frame.title, utf8) + "\n";
  text += screen::plain_text(screen::scaled(frame.picture, scale), utf8);
  if (!scale.is_full()) {
    text += "scale " + scale.text() + "\n";
  }
  for (const auto& lines : {frame.picture.notes, frame.seats}) {
    for (const std::string& line : lines) {
      text += screen::plain_line(line, utf8) + "\n";
    }
  }
  if (!frame.end.empty()) {
    text += screen::plain_line(frame.end, utf8) + "\n";
  }
  return text + "\n";
}

}  // namespace

void write_frames(Frames& frames, std::optional<std::size_t> only, const Part& part, bool utf8,
                  std::ostream& out) {
  const std::size_t end = only ? *only + 1 : frames.count();
  for (std::size_t i = only.value_or(0); i < end && out; ++i) {
    out << text_of(frames.frame(i), part, utf8);
  }
}

}  // namespace referee::show
