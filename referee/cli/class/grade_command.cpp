#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "referee/base/files.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/cli/class/marks_grading.h"
#include "referee/cli/commands.h"
#include "referee/report/prize_list.h"
#include "referee/store/store.h"
#include "referee/tournament/config/student_list.h"
#include "referee/tournament/run/stored_page.h"

namespace referee {
namespace {

constexpr double kMaxPrize = 1'000'000;

struct GradeArguments : MarksArguments {
  std::string extra;
  bool split = false;
  std::string csv;
  std::string roster;
  std::string column;
  std::string json;
  bool publish = false;
};

std::optional<double> prize_from(std::string_view text) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value >= 0 && value <= kMaxPrize ? std::optional(value) : std::nullopt;
}

/// "20,10,5".
std::vector<double> read_extra(const std::string& text) {
  std::vector<double> extra;
  for (std::string_view rest = text;;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::optional<double> prize = prize_from(rest.substr(0, comma));
    if (!prize || (!extra.empty() && *prize > extra.back())) {
      throw std::invalid_argument("--extra: got '" + text +
                                  "', expected points for the places, the first one's first and none greater "
                                  "than the one before: 20,10,5");
    }
    extra.push_back(*prize);
    if (comma == rest.size()) {
      return extra;
    }
    rest.remove_prefix(comma + 1);
  }
}

/// The class that the tournament was played by: of the file that the command names, or of the store.
std::optional<ClassExport> roster_for(const GradeArguments& arguments) {
  if (!arguments.roster.empty()) {
    return StudentList::read(read_whole_file(arguments.roster, kMaxTextMib), arguments.roster).exported;
  }
  return read_roster(arguments.store);
}

/// A gradebook's file, and what to tell about it.
struct WrittenGradebook {
  std::string csv;
  std::string notes;  ///< lines
};

/// The kind that --csv names for a platform; nothing: it names none, and FILE alone takes the roster's.
std::optional<Gradebook::Kind> kind_of(ClassExport::Platform platform) {
  return platform == ClassExport::Platform::moodle   ? std::optional(Gradebook::Kind::moodle)
         : platform == ClassExport::Platform::canvas ? std::optional(Gradebook::Kind::canvas)
                                                     : std::nullopt;
}

/// What becomes of teachers' words that stand where the places are written.
std::string words_text(const ClassExport& roster, const ClassExport::Grades& grades,
                       const ClassExport::Column* column) {
  if (roster.platform != ClassExport::Platform::moodle || column == nullptr) {
    return "";
  }
  const auto kept = std::ranges::count_if(roster.rows, [&](const ClassExport::Row& row) {
    return grades.contains(protocol::folded_name(row.entrant)) && !roster.teachers_words(row, column).empty();
  });
  if (kept > 0) {
    return "feedback of " + std::to_string(kept) + " stays as " + roster.file +
           " has it, with the place behind it\n";
  }
  return std::ranges::any_of(roster.columns, &ClassExport::Column::feedback)
             ? ""
             : "the place replaces what feedback they have: " + roster.file + " has none of it\n";
}

/// The students of the class who get no points.
std::string ungraded_text(const ClassExport& roster, const ClassExport::Grades& grades) {
  constexpr std::size_t kMostNamed = 10;
  std::string names;
  std::size_t ungraded = 0;
  for (const ClassExport::Row& row : roster.rows) {
    if (row.entrant.empty() || grades.contains(protocol::folded_name(row.entrant))) {
      continue;
    }
    if (++ungraded <= kMostNamed) {
      names.append(names.empty() ? "" : ", ").append(printable(row.entrant, kShownText));
    }
  }
  return ungraded <= kMostNamed ? names : names + " and " + std::to_string(ungraded - kMostNamed) + " more";
}

/// What the platform has exported, with a column of these points.
WrittenGradebook gradebook_on(const ClassExport& roster, const Gradebook& book, const std::string& wanted) {
  ClassExport::Grades grades;
  std::string strangers;
  for (const Gradebook::Student& student : book.students) {
    if (roster.has(student.login) && student.points) {
      grades[protocol::folded_name(student.login)] = {student.points, student.feedback};
    } else if (student.points) {
      strangers.append(strangers.empty() ? "" : ", ").append(printable(student.login, kShownText));
    }
  }
  const ClassExport::Column* const column = roster.assignment(wanted);
  const std::string title =
      column == nullptr
          ? roster.new_column(column_title(book, kind_of(roster.platform).value_or(Gradebook::Kind::moodle)),
                              book.possible)
          : column->title;
  const auto graded = std::ranges::count_if(roster.rows, [&](const ClassExport::Row& row) {
    return !row.entrant.empty() && grades.contains(protocol::folded_name(row.entrant));  // all of a group
  });
  WrittenGradebook written{roster.with_grades(column, title, book.possible, grades), ""};
  written.notes = std::string(column == nullptr ? "a new column" : "the column") + " " +
                  fields::brief(title, kShownText) + " for " + name_of(roster.platform) + ", " +
                  std::to_string(graded) + " of the " + counted(roster.students(), "student") + " in " +
                  roster.file + "\n";
  if (column != nullptr) {
    written.notes += "importing it replaces the scores of these " + std::to_string(graded) +
                     " in that column; --column NAME takes another one\n";
  }
  written.notes += words_text(roster, grades, column);
  for (const std::string& warning : roster.warnings) {
    written.notes += warning + "\n";
  }
  if (const std::string others = ungraded_text(roster, grades); !others.empty()) {
    written.notes += "no points for these, so their scores stay as they are: " + others + "\n";
  }
  if (!strangers.empty()) {
    written.notes += "not in " + roster.file + ", so left out: " + strangers + "\n";
  }
  return written;
}

/// Where a gradebook goes, and in whose form.
struct GradebookTarget {
  GradebookFile file;
  std::optional<ClassExport> roster;

  bool takes_roster() const { return roster && (!file.names_kind || file.kind == kind_of(roster->platform)); }
};

/// The export of another class would have marks for nobody, and they take long to play.
void refuse_another_class(const ClassExport& roster, const std::string& store) {
  const auto entrants = open_store(StoreUri::parse(store), StoreAccess::read_only)->load().entrants;
  if (std::ranges::none_of(entrants, [&](const auto& entrant) { return roster.has(entrant.name); })) {
    throw std::invalid_argument("--roster: got " + roster.file + ", expected the class of " + store +
                                ": none of its entrants is in there" +
                                (entrants.empty() ? "" : ", such as " + entrants.front().name));
  }
}

/// Throws std::invalid_argument for what would be wrong once all is played.
GradebookTarget target_of(const GradeArguments& arguments) {
  GradebookTarget target{GradebookFile::of(arguments.csv), roster_for(arguments)};
  const std::optional<ClassExport>& roster = target.roster;
  if (target.takes_roster()) {
    (void)roster->assignment(arguments.column);
  } else if (roster && !arguments.roster.empty()) {
    throw std::invalid_argument("--csv: got '" + arguments.csv + "', expected FILE: " + roster->file +
                                " is of " + name_of(roster->platform));
  } else if (!arguments.column.empty()) {
    throw std::invalid_argument(
        "--column: got '" + arguments.column +
        "', expected none: no roster of that platform is in the store (--roster FILE)");
  }
  if (!arguments.roster.empty() && arguments.extra.empty()) {
    refuse_another_class(*roster, arguments.store);
  }
  check_writable(target.file.path);
  return target;
}

WrittenGradebook gradebook_for(const GradebookTarget& target, const std::string& column,
                               const Gradebook& book) {
  const std::optional<ClassExport>& roster = target.roster;
  if (target.takes_roster()) {
    return gradebook_on(*roster, book, column);
  }
  const std::string known =
      roster ? "the roster in the store, " + roster->file + ", is of " + name_of(roster->platform) +
                   ": --csv FILE without a platform writes for it\n"
             : "no roster of that platform is in the store; --roster FILE names the file that was exported\n";
  return {gradebook_csv(book, target.file.kind), "logins are the entrants' names: " + known};
}

/// What is told of grades, and written of them.
struct Graded {
  std::string text;
  std::string json;
  Gradebook book;
};

/// `target`: nothing without --csv.
void write(const GradeArguments& arguments, const std::optional<GradebookTarget>& target,
           const Graded& graded) {
  std::cout << graded.text;
  if (target) {
    const WrittenGradebook gradebook = gradebook_for(*target, arguments.column, graded.book);
    write_file_atomically(target->file.path, gradebook.csv);
    std::cout << escaped(target->file.path.string() + ": " + gradebook.notes, "\n\\");
  }
  if (!arguments.json.empty()) {
    write_file_atomically(arguments.json, graded.json);
  }
}

/// The exit code.
int grade_by_places(const GradeArguments& arguments, const std::optional<GradebookTarget>& target) {
  const std::vector<double> extra = read_extra(arguments.extra);
  const PrizeList list =
      prize_list_of(read_page(arguments.store), extra, arguments.split ? Sharing::average : Sharing::best);
  write(arguments, target, {prize_list_text(list), prize_list_json(list), gradebook_of(list)});
  return exit_code::kDone;
}

/// The exit code.
int grade(const GradeArguments& arguments) {
  if (arguments.publish) {
    publish_marks(arguments.store);
    return exit_code::kDone;
  }
  const auto target = arguments.csv.empty() ? std::nullopt : std::optional(target_of(arguments));
  if (!arguments.json.empty()) {
    check_writable(arguments.json);
  }
  if (!arguments.extra.empty()) {
    return grade_by_places(arguments, target);
  }
  return grade_by_marks(arguments, [&](const score::ClassMarks& marks) {
    write(arguments, target, {"", class_json(marks), gradebook_of(marks)});
  });
}

}  // namespace

void add_grade_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("grade", "Give marks to a class, or extra points for places");
  const auto arguments = std::make_shared<GradeArguments>();
  command
      ->add_option("STORE", arguments->store, "The tournament's results: PATH, sqlite:PATH or postgresql:...")
      ->required();
  CLI::Option* const extra =
      command->add_option("--extra", arguments->extra, "Points for the first place, the second, ...: 20,10,5")
          ->type_name("POINTS");
  command
      ->add_flag("--split", arguments->split,
                 "Those who share a place get the average of their places, not all the better prize")
      ->needs(extra);
  arguments->add_to(*command, extra);
  CLI::Option* csv = command
                         ->add_option("--csv", arguments->csv,
                                      "Also write a gradebook to import: FILE, canvas:FILE or moodle:FILE; "
                                      "default: the roster's platform, "
                                      "else Canvas")
                         ->type_name("FILE");
  command
      ->add_option("--roster", arguments->roster,
                   "What Canvas, Moodle, Brightspace or Blackboard has exported of the class; default: the "
                   "one of the tournament file")
      ->type_name("FILE")
      ->needs(csv);
  command
      ->add_option("--column", arguments->column,
                   "The assignment for the points, by title or number; default: the only one, else a new one")
      ->type_name("NAME")
      ->needs(csv);
  CLI::Option* json =
      command->add_option("--json", arguments->json, "Also write all of it to this file, as JSON")
          ->type_name("FILE");
  command
      ->add_flag("--publish", arguments->publish,
                 "Play nothing: show each entrant the mark that was found last, on its page /me")
      ->excludes(extra, csv, json, command->get_option("--marks"), command->get_option("--jobs"));
  command->footer(
      "With --extra: who is withdrawn or has not played gets nothing, and whoever is next moves up.\n"
      "With marks: every entrant's newest program plays the bots at the borders. Games and results are in "
      "STORE.marks, for you alone; the same command again plays what is missing. Look at marks.html there, "
      "and then --publish.\n"
      "Exit code: 0 done, 2 wrong usage or file, 3 the referee or its machine failed, also for one entrant "
      "alone, 4 sandbox weaker than asked, 128+N ended by signal N.\n\n"
      "Examples:\n"
      "  referee grade walls_class.db --marks marks.json --csv canvas:marks.csv\n"
      "  referee grade walls_class.db --publish\n"
      "  referee grade walls_class.db --extra 20,10,5\n"
      "  referee grade walls_class.db --extra 20,10,5 --csv extra.csv --column 4711\n"
      "  referee grade walls_class.db --extra 20,10,5 --split --csv moodle:extra.csv");
  command->callback([arguments, &code] { code = grade(*arguments); });
}

}  // namespace referee
