#include "referee/report/record_files.h"
#include "referee/report/standings_page.h"

namespace referee {

void write_standings(const std::filesystem::path& folder, const StandingsPage& page) {
  write_file_atomically(folder / "standings.json", standings_json(page));
  write_file_atomically(folder / "standings.csv", standings_csv(page));
  write_file_atomically(folder / "standings.md", standings_markdown(page));
  write_file_atomically(folder / "standings.html", standings_html(page));
}

}  // namespace referee
