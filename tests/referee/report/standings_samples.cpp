// Standings in every format, for standings_formats_test.py, which reads them with standard readers.
// standings_samples FOLDER a folder a page in FOLDER
#include <filesystem>
#include <iostream>

#include "tests/referee/report/sample_pages.h"

int main(int argc, char** argv) {
  using namespace referee;
  if (argc != 2) {
    std::cerr << "usage: standings_samples FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  const auto write = [&](const std::string& name, const StandingsPage& page) {
    std::filesystem::create_directory(folder / name);
    write_standings(folder / name, page);
  };
  write("tables", sample_pages::tables());
  write("pairs", sample_pages::pairs());
  write("round_robin", sample_pages::round_robin());
  write("by_score", sample_pages::by_score());
  write("field", sample_pages::field());
  write("machines", sample_pages::machines());
  write("empty", sample_pages::empty());
  for (const std::size_t entrants : {2U, 3U, 5U, 6U, 8U, 12U, 16U, 33U}) {
    write("bracket_of_" + std::to_string(entrants), sample_pages::double_elimination(entrants));
  }
  write("bracket_begins", sample_pages::double_elimination(6, 1));
  write("bracket_runs", sample_pages::double_elimination(12, 3));
  write("bracket_waits", sample_pages::double_elimination(6, 0));
  write("swiss_final", sample_pages::swiss_final());
  for (std::size_t shift = 0; shift < sample_pages::hostile_texts().size(); ++shift) {
    write("hostile_" + std::to_string(shift), sample_pages::hostile(shift));
    write("hostile_bracket_" + std::to_string(shift), sample_pages::hostile_bracket(shift));
    write("hostile_field_" + std::to_string(shift), sample_pages::hostile_field(shift));
  }
}
