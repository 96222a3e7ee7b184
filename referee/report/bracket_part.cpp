#include <algorithm>
#include <vector>

#include "referee/base/text.h"
#include "referee/report/crosstable.h"
#include "referee/report/html_parts.h"
#include "referee/report/html_sections.h"
#include "referee/tournament/formats/bracket_picture.h"

namespace referee::html {

namespace {

// Measures of the drawing, in pixels.
constexpr double kHead = 26;               // the titles of the columns
constexpr double kLine = 24;               // the height of an entrant's line
constexpr double kAbove = 18;              // over a box, for the encounter's name
constexpr double kBetween = 10;            // between a box and the one below it
constexpr double kGap = 34;                // between columns
constexpr double kLetter = 9;              // about the width of a letter of a name in bold type
constexpr double kSeed = 30;               // the room left of a name
constexpr double kScore = 44;              // the room right of a name
constexpr double kOpen = 10;               // beside what stands in place of a name
constexpr double kSmall = 7;               // about the width of a letter of a small text
constexpr double kLinked = 52;             // the room of the first link to a game beside it: "game 1"
constexpr double kNumber = 26;             // that of each other one: "2"
constexpr std::size_t kShownLetters = 32;  // of a name; an entrant's name has no more

std::string pixels(double value) { return fixed_text(value, 1); }

std::string svg_text(double x, double y, std::string_view css_class, std::string_view content,
                     std::optional<Entrant> entrant = {}) {
  std::string out = "<text";
  out.append(entrant ? attribute("data-entrant", std::to_string(*entrant)) : "");
  out.append(" class=\"")
      .append(css_class)
      .append("\" x=\"")
      .append(pixels(x))
      .append("\" y=\"")
      .append(pixels(y));
  return out.append("\">").append(content).append("</text>");
}

std::string svg_rectangle(double x, double y, double width, double height, std::string_view attributes) {
  return "<rect x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\" width=\"" + pixels(width) + "\" height=\"" +
         pixels(height) + "\"" + std::string(attributes) + "/>";
}

/// One part of a bracket.
class BracketDrawing {
 public:
  BracketDrawing(const StandingsPage& page, const BracketPicture::Part& part) : page_(page), part_(part) {
    std::size_t letters = 0;
    for (const BracketPicture::Box& box : part.boxes) {
      for (const BracketPicture::Side& side : box.sides) {
        letters = std::max(letters, std::min(name_of(side).size(), kShownLetters));
      }
    }
    width_ = kSeed + kLetter * static_cast<double>(letters) + kScore;
    for (const BracketPicture::Box& box : part_.boxes) {
      if (const std::size_t links = links_of(box).size(); links > 0) {
        width_ = std::max(width_, room_of_name(box) + kLinked + kNumber * static_cast<double>(links - 1));
      }
      for (const BracketPicture::Side& side : box.sides) {
        const double label = side.entrant ? 0 : kLetter * static_cast<double>(side.label.size());
        width_ = std::max(width_, kOpen + label + kOpen);
      }
    }
    for (const std::string& title : part_.columns) {
      width_ = std::max(width_, kLetter * static_cast<double>(title.size()));
    }
    place_boxes();
  }

  std::string svg() const {
    const double width = left(part_.columns.size()) - kGap + 2;
    const double height = height_ + 2;
    std::string out = "<svg role=\"group\" aria-label=\"" + part_.title + "\" width=\"" + pixels(width) +
                      "\" height=\"" + pixels(height) + "\" viewBox=\"-1 0 " + pixels(width) + " " +
                      pixels(height) + "\">\n";
    for (std::size_t column = 0; column < part_.columns.size(); ++column) {
      out += svg_text(left(column), kHead - 11, "head", part_.columns[column]) + "\n";
    }
    for (std::size_t box = 0; box < part_.boxes.size(); ++box) {
      out += drawn(box);
    }
    return out + "</svg>\n";
  }

 private:
  /// The room of the encounter's name over a box.
  static double room_of_name(const BracketPicture::Box& box) {
    return kSmall * static_cast<double>(box.id().size());
  }

  double left(std::size_t column) const { return static_cast<double>(column) * (width_ + kGap); }

  /// Places boxes that no box leads to below each other, and each other box in the middle of the boxes before
  /// it.
  void place_boxes() {
    const auto begins = [](const BracketPicture::Box& box) {
      return !box.sides[0].from && !box.sides[1].from;
    };
    std::vector<std::size_t> begin;
    middles_.resize(part_.boxes.size());
    for (std::size_t box = 0; box < part_.boxes.size(); ++box) {
      if (begins(part_.boxes[box])) {
        begin.push_back(box);
      }
    }
    std::ranges::stable_sort(begin, {}, [&](std::size_t box) {
      return part_.boxes[box].sides[0].height + part_.boxes[box].sides[1].height;
    });
    for (const std::size_t box : begin) {
      middles_[box] = height_ + kAbove + kLine;
      height_ = middles_[box] + kLine + kBetween;
    }
    for (std::size_t box = 0; box < part_.boxes.size(); ++box) {  // after the boxes that lead to it
      const auto& [top, bottom] = part_.boxes[box].sides;
      if (top.from && bottom.from) {
        middles_[box] = (middles_[*top.from] + middles_[*bottom.from]) / 2;
      } else if (top.from || bottom.from) {
        middles_[box] = middles_[top.from ? *top.from : *bottom.from];
      }
    }
  }

  std::string name_of(const BracketPicture::Side& side) const {
    return side.entrant ? printable(page_.history.entrants[*side.entrant].name, kShownLetters) : side.label;
  }

  /// The line from a box to its winner's line in the next box.
  std::string line(std::size_t from, std::size_t to, double y) const {
    const double begin = left(part_.boxes[from].column) + width_;
    const double end = left(part_.boxes[to].column);
    return "<path d=\"M" + pixels(begin) + " " + pixels(middles_[from]) + "H" + pixels(end - kGap / 2) + "V" +
           pixels(y) + "H" + pixels(end) + "\"/>";
  }

  /// The links to the games of a box.
  std::vector<RecordLink> links_of(const BracketPicture::Box& box) const {
    std::vector<RecordLink> links;
    if (!box.paired || static_cast<std::size_t>(box.round) > page_.history.rounds.size()) {
      return links;
    }
    const History::Round& round = page_.history.rounds[static_cast<std::size_t>(box.round) - 1];
    const auto played =
        std::ranges::find(round, box.table, [](const auto& one) { return one.encounter.table; });
    for (std::size_t position = 0; played != round.end() && position < (page_.rules().apart ? 2 : 1);
         ++position) {
      for (RecordLink& record : record_links(page_, *played, position, links.size())) {
        links.push_back(std::move(record));
      }
    }
    return links;
  }

  /// "r3t1", with a link to each game, each in a room of its own.
  std::string heading(const BracketPicture::Box& box, double x, double y) const {
    std::string out = svg_text(x + 2, y, "small", box.id());
    double at = x + room_of_name(box) + 2;
    bool first = true;
    for (const RecordLink& record : links_of(box)) {
      out += "<a" + attribute("href", record.href) +
             attribute("aria-label", "Game " + record.label + " of " + box.id()) + ">" +
             svg_text(at, y, "small", (first ? "game " : "") + record.label) + "</a>";
      at += first ? kLinked : kNumber;
      first = false;
    }
    return out;
  }

  std::string drawn(std::size_t index) const {
    const BracketPicture::Box& box = part_.boxes[index];
    const double x = left(box.column);
    const double top = middles_[index] - kLine;
    std::string out;
    std::string marked;
    std::string content;
    for (std::size_t side = 0; side < 2; ++side) {
      const BracketPicture::Side& of = box.sides[side];
      const double y = top + static_cast<double>(side) * kLine;
      const double base = y + kLine - 6;
      if (of.from) {
        out += line(*of.from, index, y + kLine / 2);
      }
      if (of.won) {
        marked += svg_rectangle(x, y, width_, kLine, " class=\"won\"");
      }
      if (of.entrant && !is_withheld(page_, *of.entrant)) {
        content += svg_text(x + kSeed - 8, base, "small end", std::to_string(of.seed));
      }
      if (const std::string name = name_of(of); !name.empty()) {
        content += svg_text(x + (of.entrant ? kSeed : kOpen), base,
                            of.won       ? "won"
                            : of.entrant ? "name"
                                         : "open",
                            of.entrant ? link(page_.href_of(*of.entrant), escaped(name)) : escaped(name),
                            of.entrant);
      }
      if (!of.score.empty()) {
        content += svg_text(x + width_ - 8, base, of.won ? "end won" : "end", of.score);
      }
    }
    out += marked + svg_rectangle(x, top, width_, 2 * kLine, " rx=\"4\"") + content;
    return std::string("<g class=\"") + (box.paired ? "box" : "box forecast") + "\">" + out +
           heading(box, x, top - 5) + "</g>\n";
  }

  const StandingsPage& page_;
  const BracketPicture::Part& part_;
  std::vector<double> middles_;  // by box
  double width_ = 0;             // of a box
  double height_ = kHead;        // of all boxes placed so far
};

}  // namespace

std::string bracket_part(const StandingsPage& page) {
  const auto picture = page.format->bracket(page.history);
  if (!picture) {
    return "";
  }
  std::string out;
  if (picture->winner) {
    out += "<p>Winner: <strong>" + foreign(names_by_entrant(page)[*picture->winner]) + "</strong></p>\n";
  }
  for (const BracketPicture::Part& part : picture->parts) {
    out += "<h3>" + part.title + "</h3>\n<div class=\"scroll bracket\" role=\"group\" tabindex=\"0\"" +
           attribute("aria-label", part.title) + ">\n" + BracketDrawing(page, part).svg() + "</div>\n";
  }
  return out;
}

}  // namespace referee::html
