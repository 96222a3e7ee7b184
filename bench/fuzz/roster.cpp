#include <set>
#include <stdexcept>
#include <string>

#include "bench/fuzz/targets.h"
#include "protocol/messages.h"
#include "referee/base/csv.h"
#include "referee/tournament/config/student_list.h"

// A class list, as a learning platform exports it.
namespace fuzz {
namespace {

/// The cells, written by our own writer, as text that read_csv reads.
std::string written(const std::vector<referee::CsvRow>& rows) {
  std::string text;
  for (const referee::CsvRow& row : rows) {
    std::vector<std::string> cells;
    for (const std::string& cell : row.cells) {
      cells.push_back(referee::csv::text_cell(cell));
    }
    text += referee::csv::line_of(cells);
  }
  return text;
}

}  // namespace

void roster(std::string_view input) {
  try {
    for (const referee::CsvRow& row : referee::read_csv(input, "class.csv")) {
      const auto again = referee::read_csv(written({row}), "written.csv");
      promise(again.size() == 1, "a row that is written is read as one row");
    }
    const auto list = referee::StudentList::read(input, "class.csv");
    std::set<std::string> names;
    for (const referee::Student& student : list.students) {
      promise(protocol::is_valid_name(student.name), "entrants of a class list have valid names");
      promise(names.insert(protocol::folded_name(student.own_name)).second,
              "own names of a class list are unique");
    }
  } catch (const std::invalid_argument&) {
    return;
  }
}

}  // namespace fuzz
