#include "referee/tournament/config/student_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "referee/base/csv.h"
#include "referee/tournament/config/entrant_spec.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using Lines = std::vector<std::string>;

StudentList read_students(std::string_view csv) { return StudentList::read(csv, "students.csv"); }

/// A line for each student: "alice: Alice Liddell".
Lines students(std::string_view csv) {
  Lines lines;
  for (const Student& student : read_students(csv).students) {
    lines.push_back(student.name + ": " + student.display);
  }
  return lines;
}

std::string refusal_of_students(std::string_view csv) {
  return test_support::complaint([&] { read_students(csv); });
}

TEST(StudentList, CanvasGradebook) {
  const StudentList list = read_students(
      "Student,ID,SIS User ID,SIS Login ID,Section,Kalah tournament\n"
      "Points Possible,,,,,100\n"
      "\"Liddell, Alice\",4711,s1001,alice,,61.5\n");
  ASSERT_EQ(list.students.size(), 1U);
  const Student& alice = list.students[0];
  EXPECT_EQ(alice.name + ": " + alice.display + ", " + alice.full_name,
            "alice: Alice Liddell, Alice Liddell");
  EXPECT_EQ(alice.keys.id + " " + alice.keys.number + " " + alice.keys.login, "4711 s1001 alice");
  EXPECT_EQ(list.skipped, Lines{"line 2: Points Possible"});
}

TEST(StudentList, CanvasRowsThatAreNoStudents) {
  const StudentList list = read_students(
      "\xEF\xBB\xBFStudent,ID,SIS Login ID,Section,Bots (12)\r\n"
      ",,,,Manual Posting\r\n"
      "    Points Possible,,,,100\r\n"
      "\"Student, Test\",77,,Monday,\r\n"
      "\"Hatter, Mad\",78,mad@example.edu,Monday,\r\n");
  EXPECT_EQ(list.skipped, (Lines{"line 2: no student", "line 3: Points Possible", "line 4: test student"}));
  ASSERT_EQ(list.students.size(), 1U);
  EXPECT_EQ(list.students[0].name, "mad") << "what is before the @";
}

TEST(StudentList, CanvasWithoutLoginsNamesByName) {
  EXPECT_EQ(students("Student,ID,Section\n\"Liddell, Alice\",5,A\n\"Łuk Ølsen, Zoë\",6,A\nCher,7,A\n"),
            (Lines{"alice.liddell: Alice Liddell", "zoe.luk.olsen: Zoë Łuk Ølsen", "cher: Cher"}));
}

TEST(StudentList, MoodleGrades) {
  EXPECT_EQ(students("ID number,Email address,Kalah tournament,Kalah tournament (feedback)\n"
                     "s1001,alice@example.edu,61.5,\"rank 3 of 24, 5.5/7\"\n"),
            Lines{"alice: "});
}

TEST(StudentList, MoodleParticipants) {
  EXPECT_EQ(students("\"First name\";Surname;\"Email address\";\"ID number\"\r\n"
                     "Alice;Liddell;alice@example.edu;s1\r\n"
                     "Mad;Hatter;;s2\r\n"),
            (Lines{"alice: Alice Liddell", "mad.hatter: Mad Hatter"}));
  EXPECT_EQ(students("First name,Last name,Username,Email address\nBo,Peep,bpeep01,bo@example.edu\n"),
            Lines{"bpeep01: Bo Peep"});
  EXPECT_EQ(students("ID number,Grade\ns1001,5\n"), Lines{"s1001: "});
}

// With names in columns of their own (a setting of the gradebook), in whatever place and however "Manual
// Posting" stands.
TEST(StudentList, CanvasRowsOfAssignmentsAnywhere) {
  const StudentList list = read_students(
      "LastName,FirstName,ID,SIS Login ID,Section,Bots (12)\n"
      "Manual Posting,,,,,\n"
      ",,,,,Manual Posting (scores hidden from instructors)\n"
      "    Points Possible,,,,,100\n"
      "Liddell,Alice,1,alice,,\n"
      "Student,Test,2,,,\n");
  EXPECT_EQ(list.skipped, (Lines{"line 2: no student", "line 3: no student", "line 4: Points Possible",
                                 "line 6: test student"}));
  ASSERT_EQ(list.students.size(), 1U);
  EXPECT_EQ(list.students[0].display, "Alice Liddell");
  EXPECT_EQ(list.exported.platform, ClassExport::Platform::canvas);
  EXPECT_EQ(students("Student,ID\nManual Posting,,\nAsh,5\n"), Lines{"ash: Ash"});
}

TEST(StudentList, HasAStudent) {
  EXPECT_EQ(refusal_of_students("Username,Email address\r\n"),
            "students.csv: no student, expected a row for each below the header");
  EXPECT_THAT(refusal_of_students("Student,ID\n  Points Possible,\n"), HasSubstr("no student"));
}

TEST(StudentList, AListOfNbgraderIsRead) {
  const StudentList list =
      read_students("id,first_name,last_name,email,lms_user_id\njd7,Jane,Doe,jdoe1@x.edu,\n");
  ASSERT_EQ(list.students.size(), 1U);
  EXPECT_EQ(list.students[0].full_name, "Jane Doe");
  EXPECT_EQ(list.students[0].keys.number, "jd7") << "as its folders of submissions are called";
}

// Moodle's own names of the columns of participants and grades.
TEST(StudentList, MoodleInItsLanguages) {
  for (const std::string header :
       {"First name,Last name,Email address", "Vorname,Nachname,E-Mail-Adresse",
        "Prénom,Nom de famille,Adresse de courriel", "Prénom,Nom,Adresse de courriel",
        "Nombre,Apellido(s),Dirección de correo", "Nome,Cognome,Indirizzo email",
        "Nome,Sobrenome,\"Número de identificação\",Instituição,Departamento,\"Endereço de email\"",
        "Nome,Apelido,Número ID,Instituição,Departamento,Endereço de e-mail",
        "Voornaam,Achternaam,ID-nummer,Instelling,Afdeling,E-mailadres",
        "Imię,Nazwisko,Numer ID,Instytucja,Wydział,Adres e-mail",
        "Förnamn,Efternamn,ID-nummer,Institution,Avdelning,E-postadress",
        "Adı,Soyadı,ID numarası,Kurum,Bölüm,E-posta adresi", "名,姓,学号,机构,系别,电子邮件地址",
        "名字,姓氏,識別號碼,機構,科系,電子郵件", "名,姓,IDナンバー,所属組織,部署,メールアドレス"}) {
    const bool whole = std::ranges::count(header, ',') == 5;
    const StudentList list =
        read_students(header + (whole ? "\nAlice,Liddell,7,,,al@x.edu\n" : "\nAlice,Liddell,al@x.edu\n"));
    EXPECT_EQ(list.students.at(0).name, "al") << header;
    EXPECT_EQ(list.students[0].display, "Alice Liddell") << header;
    EXPECT_EQ(list.students[0].keys.number, whole ? "7" : "") << header;
    EXPECT_EQ(list.exported.platform, ClassExport::Platform::moodle) << header;
    EXPECT_TRUE(std::ranges::all_of(list.exported.columns, &ClassExport::Column::identity)) << header;
  }
}

TEST(StudentList, MoodlesApostropheMayBeCurved) {
  EXPECT_EQ(students("Nom d’utilisateur,Prénom\nal,Alice\n"), Lines{"al: Alice"});
}

// Finnish and Catalan, of which a column or two are known: the students would be called 1 and 2.
TEST(StudentList, ALanguageThatIsKnownInPartIsRefused) {
  EXPECT_THAT(
      refusal_of_students("Etunimi,Sukunimi,ID-nummer,Email\nMatti,Meri,1,mm@example.fi\n"),
      StartsWith("students.csv: line 1: got [\"Etunimi\",\"Sukunimi\"] among the columns that say who a "
                 "student is, expected the header of"));
  EXPECT_THAT(refusal_of_students("Nombre,Cognoms,Departamento\nJ,S,1\n"), HasSubstr("got [\"Cognoms\"]"));
  EXPECT_EQ(students("Email,Section,Mark\nal@example.edu,A,3\n"), Lines{"al: "}) << "a list of one's own";
}

TEST(StudentList, NoBreakSpacesAreBlanksAndMarksThatNobodySeesAreNoLetters) {
  EXPECT_EQ(
      students("\u200bFirst name,Last\u2060 name,\ufeffEmail address\nAlice,Liddell\u200e,al@example.edu\n"),
      Lines{"al: Alice Liddell"});
  EXPECT_EQ(students("First\u00a0name,\u00a0Last name\u00a0,Email address\n"
                     "Alice\u00a0Pleasance,Liddell\u00a0,al@example.edu\u00a0\n"),
            Lines{"al: Alice Pleasance Liddell"});
}

TEST(StudentList, TextAsAFormulaIsThatText) {
  const StudentList list =
      read_students("Student,ID,SIS User ID,SIS Login ID\n\"=\"\"Liddell, Alice\"\"\",1,=\"007\",alice\n");
  EXPECT_EQ(list.students.at(0).display, "Alice Liddell");
  EXPECT_EQ(list.students[0].keys.number, "007");
  EXPECT_EQ(list.exported.rows.at(0).cells.at(2), "=\"007\"") << "the platform's own bytes";
}

TEST(StudentList, FilesOfExcelAreWrittenBackAsTheyWere) {
  const std::string csv = "\xEF\xBB\xBFsep=;\r\nStudent;ID;SIS Login ID\r\nLiddell;1;alice\r\n;;\r\n";
  const StudentList list = read_students(csv);
  EXPECT_EQ(list.with_columns(csv, "students.csv", {{StudentList::kAliasColumn, {{"alice", "calm-otter"}}}}),
            "\xEF\xBB\xBFsep=;\r\nStudent;ID;SIS Login ID;Referee alias\r\nLiddell;1;alice;calm-otter\r\n");
}

TEST(StudentList, TheFileItselfIsKeptWithoutItsGrades) {
  const std::string header = "Student,ID,Section,Bots (7),Lab (8),Final Score";
  const StudentList list =
      read_students(header + "\r\n  Points Possible,,,100,5,(read only)\r\n\"L, A\",1,\"M\",61,4,80\r\n");
  const ClassExport again = ClassExport::read(list.exported.json(), "roster");
  EXPECT_EQ(again.json(), list.exported.json());
  EXPECT_EQ(again.json().dump().find("61"), std::string::npos);
  ASSERT_NE(again.assignment("Bots"), nullptr);
  EXPECT_EQ(again.assignment("8")->title, "Lab (8)");
  EXPECT_EQ(again.assignment(""), nullptr) << "there are two";
  EXPECT_EQ(again.with_grades(again.assignment("7"), "", 0, {{"a.l", {12.5, ""}}}),
            "Student,ID,Section,Bots (7)\r\n  Points Possible,,,100\r\n\"L, A\",1,\"M\",12.5\r\n");
  EXPECT_EQ(again.with_grades(nullptr, "New, too", 0, {{"a.l", {std::nullopt, ""}}}),
            "Student,ID,Section,\"New, too\"\r\n  Points Possible,,,0\r\n\"L, A\",1,\"M\",\r\n");
}

TEST(StudentList, ADamagedExportIsNamed) {
  const ClassExport good = read_students("Username\nalice\n").exported;
  const auto refusal_of = [&](const char* pointer, const nlohmann::json& value) {
    nlohmann::json json = good.json();
    json[nlohmann::json::json_pointer(pointer)] = value;
    return test_support::complaint<fields::Exception>([&] { ClassExport::read(json, "roster"); });
  };
  EXPECT_THAT(refusal_of("/platform", "Ilias"), StartsWith("roster.platform: got \"Ilias\", expected "));
  EXPECT_THAT(refusal_of("/separator", ",,"), StartsWith("roster.separator: got "));
  EXPECT_THAT(refusal_of("/columns", nlohmann::json::array()), StartsWith("roster."));
  EXPECT_THAT(refusal_of("/rows/0/cells", nlohmann::json::array()),
              StartsWith("roster.rows[0].cells: got []"));
  EXPECT_THAT(refusal_of("/rows", 5), StartsWith("roster.rows: got 5, expected a list"));
  EXPECT_THAT(
      test_support::complaint<fields::Exception>([] { ClassExport::read(nlohmann::json(), "roster"); }),
      StartsWith("roster: got null"));
}

TEST(StudentList, NamesAreUniqueAndValid) {
  const StudentList list = read_students(
      "Username,First name\na@x.org,\nA@y.org,\na-2,\nhouse@x.org,\n+++,\n---@x.org,\n"
      "house-1234567890123456789012345,\na-name-that-is-much-longer-than-thirty-two-bytes,\na-name-that-is-"
      "much-longer-than-others,\n");
  std::set<std::string> names;
  for (const Student& student : list.students) {
    EXPECT_TRUE(protocol::is_valid_name(student.name)) << student.name;
    EXPECT_TRUE(names.insert(protocol::folded_name(student.name)).second) << student.name;
    EXPECT_FALSE(is_house_name(student.name)) << student.name;
  }
  EXPECT_EQ(list.students[0].name, "a");
  EXPECT_EQ(list.students[1].name, "A-2");
}

TEST(StudentList, ALongDisplayIsCutBetweenCharacters) {
  std::string name;
  for (int i = 0; i < 60; ++i) {
    name += "é";
  }
  EXPECT_EQ(read_students("First name\n" + name + "x\n").students[0].display, name.substr(0, 100));
}

TEST(StudentList, MistakesNameFileLineAndColumns) {
  EXPECT_EQ(refusal_of_students("Username\nalice\n\nALICE\n"),
            "students.csv: line 4: \"ALICE\" is in line 2 already, expected each student once");
  EXPECT_EQ(refusal_of_students("Student,ID\nLiddell, Alice,5\n"),
            "students.csv: line 2: got 3 cells, expected 2 as in the header");
  EXPECT_THAT(
      refusal_of_students("Matrikel,Rufname\n1,Alice\n"),
      StartsWith(
          "students.csv: line 1: got the columns [\"Matrikel\",\"Rufname\"], expected the header of a Canvas "
          "gradebook (\"Student\", \"ID\", \"SIS Login ID\") or of a Moodle export"));
  EXPECT_THAT(refusal_of_students(""), StartsWith("students.csv: line 1: empty, expected the header of"));
  EXPECT_THAT(refusal_of_students("Username,Grade\n,5\n"),
              HasSubstr("students.csv: line 2: nothing names the student"));
}

TEST(StudentList, AliasesAreTheNamesOfTheEntrants) {
  const StudentList list = read_students(
      "Student,ID,SIS Login ID,Section,Referee alias\n"
      "\"Liddell, Alice\",1,alice,,calm-otter\n");
  ASSERT_EQ(list.students.size(), 1U);
  EXPECT_TRUE(list.exported.aliases);
  EXPECT_EQ(list.students[0].name, "calm-otter");
  EXPECT_EQ(list.students[0].display, "") << "the student's own name is for nobody to see";
  EXPECT_EQ(list.students[0].own_name, "alice");
  EXPECT_TRUE(ClassExport::read(list.exported.json(), "roster").aliases);
}

TEST(StudentList, WithAliasesAllOtherCellsStayByteForByte) {
  const std::string csv = "Student;ID;SIS Login ID\r\nPoints Possible;;\r\n\"Liddell; Alice\";1;alice\r\n";
  const std::map<std::string, std::string> given{{"alice", "calm-otter"}};
  const std::string once =
      read_students(csv).with_columns(csv, "students.csv", {{StudentList::kAliasColumn, given}});
  EXPECT_EQ(once,
            "Student;ID;SIS Login ID;Referee alias\r\nPoints Possible;;;\r\n"
            "\"Liddell; Alice\";1;alice;calm-otter\r\n");
  EXPECT_EQ(read_students(once).with_columns(once, "aliases.csv", {{StudentList::kAliasColumn, given}}),
            once);
}

TEST(StudentList, EachStudentHasAnAliasOfItsOwn) {
  EXPECT_THAT(refusal_of_students("Student,ID,SIS Login ID,Referee alias\nA,1,a,owl\nB,2,b,OWL\n"),
              HasSubstr("line 3: column \"Referee alias\": got \"OWL\", expected a name for each student"));
  EXPECT_THAT(refusal_of_students("Student,ID,SIS Login ID,Referee alias\nA,1,a,\n"), HasSubstr("line 2"));
}

TEST(StudentList, StudentsOfOneGroupAreOneEntrant) {
  const StudentList list = read_students(
      "Student,ID,SIS Login ID,Referee entrant,Referee group\n"
      "\"Liddell, Alice\",1,alice,tea,Tea Party\n\"Hatter, Mad\",2,mad,tea,Tea Party\nCat,3,cat,cat,\n");
  ASSERT_EQ(list.students.size(), 3U);
  EXPECT_EQ(list.students[0].name, "tea");
  EXPECT_EQ(list.students[1].name, "tea");
  EXPECT_EQ(list.students[1].own_name, "mad");
  EXPECT_FALSE(list.exported.aliases);
  const ClassExport::Grades grades{{"tea", {20, ""}}};
  EXPECT_EQ(list.exported.with_grades(nullptr, "Bots", 20, grades),
            "Student,ID,SIS Login ID,Bots\n    Points Possible,,,20\n"
            "\"Liddell, Alice\",1,alice,20\n\"Hatter, Mad\",2,mad,20\n")
      << "a row for each member";
  EXPECT_THAT(refusal_of_students("Student,ID,SIS Login ID,Referee alias,Referee group\n"
                                  "A,1,a,owl,Tea\nB,2,b,owl,Milk\n"),
              HasSubstr("line 3"));
}

constexpr std::string_view kWorksheet =
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Online text,Last modified (grade),Feedback comments\n"
    "Participant 123,Alice Liddell,alice@example.edu,Submitted,61,100,Yes,\"Monday, 1 "
    "January\",secret,-,good\n"
    "Participant 124,Mad Hatter,mad@example.edu,No submission,,100,Yes,-,,-,\n";

TEST(StudentList, MoodlesGradingWorksheet) {
  const StudentList list = read_students(kWorksheet);
  ASSERT_EQ(list.students.size(), 2U);
  EXPECT_EQ(list.students[0].keys.id, "123");
  EXPECT_EQ(list.students[0].keys.email, "alice@example.edu");
  EXPECT_EQ(list.students[0].name, "alice");
  const ClassExport::Column* const grade = list.exported.assignment("");
  ASSERT_NE(grade, nullptr);
  EXPECT_EQ(grade->title, "Grade");
  EXPECT_EQ(list.exported.with_grades(grade, "", 20, {{"alice", {20, "rank 1"}}}),
            "Identifier,Full name,Email address,Status,Maximum Grade,Grade can be changed,"
            "Last modified (submission),Last modified (grade),Grade,Feedback comments\n"
            "Participant 123,Alice Liddell,alice@example.edu,Submitted,100,Yes,\"Monday, 1 January\",-,20,"
            "good [rank 1]\n")
      << "what its import asks for, and no text of a student";
}

TEST(StudentList, TeachersWordsStayWithThePlaceBehindThem) {
  const auto feedback_after = [](const std::string& cell, const ClassExport::Grade& grade) {
    const ClassExport file =
        read_students("Identifier,Full name,Username,Grade,Feedback comments\nParticipant 7,Ann,ann,5," +
                      cell + "\n")
            .exported;
    const ClassExport again = ClassExport::read(file.json(), "roster");
    const std::string out = again.with_grades(again.assignment(""), "", 20, {{"ann", grade}});
    return read_csv(out, "out.csv").at(1).cells.back();
  };
  const ClassExport::Grade second{10, "place 2"};
  EXPECT_EQ(feedback_after("", second), "place 2");
  EXPECT_EQ(feedback_after("\"Good, \"\"ann\"\"\"", second), "Good, \"ann\" [place 2]");
  EXPECT_EQ(feedback_after("-1 for style", second), "-1 for style [place 2]") << "no ' before it";
  EXPECT_EQ(feedback_after("Good", {std::nullopt, "no place"}), "Good") << "no points";
  for (const std::string earlier : {"place 1", "no place", "place 1 (round 2 of 5)"}) {
    EXPECT_EQ(feedback_after(earlier, second), "place 2");
    EXPECT_EQ(feedback_after("Good [" + earlier + "]", second), "Good [place 2]") << "not twice";
  }
  EXPECT_EQ(feedback_after("<p>Good [place 1]</p>", second), "<p>Good</p> [place 2]");
  EXPECT_EQ(feedback_after("place 1 is deserved [really]", second), "place 1 is deserved [really] [place 2]");
  const std::string lines(500, 'x');
  EXPECT_EQ(feedback_after("\"" + lines + "\n2\"", second), lines + "\n2 [place 2]");
}

TEST(StudentList, TheWordsOfAnAssignmentAreThoseOfItsColumn) {
  const ClassExport file =
      read_students("Username,Bots (Real),Lab (Real),Lab (Feedback),Bots (Feedback)\nann,1,2,slow,fast\n")
          .exported;
  EXPECT_EQ(file.teachers_words(file.rows.at(0), file.assignment("Bots")), "fast");
  EXPECT_EQ(file.teachers_words(file.rows.at(0), nullptr), "");
}

TEST(StudentList, BrightspaceGetsWhatItsImportAsksFor) {
  const std::string head = "OrgDefinedId,Username,Last Name,First Name,Email,";
  const StudentList list = read_students(head +
                                         "HW1 Points Grade <Numeric MaxPoints:20 Weight:100>,End-of-Line "
                                         "Indicator\n#s1,#ann,Doe,Ann,a@x.edu,7,#\n");
  EXPECT_EQ(list.students.at(0).name, "ann");
  EXPECT_EQ(list.students[0].keys.number, "s1");
  const ClassExport file = ClassExport::read(list.exported.json(), "roster");
  EXPECT_EQ(file.with_grades(file.assignment("HW1"), "", 20, {{"ann", {12.5, "place 1"}}}),
            head +
                "HW1 Points Grade <Numeric MaxPoints:20 Weight:100>,End-of-Line Indicator\n"
                "#s1,#ann,Doe,Ann,a@x.edu,12.5,#\n");
  EXPECT_EQ(file.new_column("W, extra", 20), "W- extra Points Grade <Numeric MaxPoints:20>");
}

TEST(StudentList, BlackboardsColumnIsFilled) {
  const StudentList list = read_students(
      "Last Name\tFirst Name\tUsername\tStudent ID\tAvailability\tTotal [Total Pts: 20 Score] |1\t"
      "HW1 [Total Pts: 20 Score] |1234567\nDoe\tAnn\tann\ts1\tYes\t3\t4\n");
  EXPECT_EQ(list.students.at(0).keys.number, "s1");
  const ClassExport& file = list.exported;
  EXPECT_EQ(file.assignment("1234567"), file.assignment("HW1"));
  EXPECT_EQ(file.with_grades(file.assignment(""), "", 20, {{"ann", {20, "place 1"}}}),
            "Last Name\tFirst Name\tUsername\tStudent ID\tAvailability\tHW1 [Total Pts: 20 Score] |1234567\n"
            "Doe\tAnn\tann\ts1\tYes\t20\n");
}

TEST(StudentList, OtherGradebooksAreRefusedByName) {
  EXPECT_THAT(refusal_of_students("First Name,Last Name,Unique User ID,School UID,HW1\nAnn,Doe,ann,s1,\n"),
              HasSubstr("Schoology"));
  EXPECT_THAT(
      refusal_of_students("First Name,Last Name,SID,Email,HW1,HW1 - Max Points,HW1 - Lateness (H:M:S)\n"
                          "Ann,Doe,s1,a@x.edu,,,\n"),
      HasSubstr("Gradescope"));
  EXPECT_EQ(students("First Name,Last Name,SID,Email\nAnn,Doe,s1,a@x.edu\n"), Lines{"a: Ann Doe"})
      << "Gradescope's roster names the students";
}

TEST(StudentList, GithubsStudentsAreCalledAfterTheIdentifierThatAllHave) {
  const StudentList list = read_students(
      "identifier,github_username,github_id,name\njdoe1@x.edu,jane-gh,111,Jane Doe\nlate@x.edu,,,\n");
  EXPECT_EQ(list.students.at(0).name, "jdoe1");
  EXPECT_EQ(list.students[0].keys.login, "jane-gh");
  EXPECT_EQ(list.students.at(1).name, "late");
  EXPECT_FALSE(list.exported.is_worksheet());
}

TEST(StudentList, IdsThatASpreadsheetHasChangedOrTwoShareAreTold) {
  using testing::ElementsAre;
  EXPECT_THAT(read_students("Student,ID\nA,1.0E+05\nB,1.0E+05\nC,7\n").exported.warnings,
              ElementsAre(AllOf(HasSubstr("line 2"), HasSubstr("1.0E+05"), HasSubstr("spreadsheet"))));
  EXPECT_THAT(
      read_students("Username,ID number\na,\"1,23457E+11\"\nb,7\nc,7\nd,e+1\ne,\nf,\n").exported.warnings,
      ElementsAre(HasSubstr("1,23457E+11"), AllOf(HasSubstr("line 3"), HasSubstr("line 4"))));
}

TEST(StudentList, WorksheetOfAnonymousSubmissions) {
  const Student student = read_students("Identifier,Status,Grade\nParticipant 7,Submitted,\n").students.at(0);
  EXPECT_EQ(student.name, "participant.7");
  EXPECT_EQ(student.keys.id, "7");
  EXPECT_EQ(read_students("Identifiant,Nom complet\nParticipant88,Zoe\n").students.at(0).keys.id, "88");
}

}  // namespace
}  // namespace referee
