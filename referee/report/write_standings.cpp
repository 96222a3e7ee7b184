#include "referee/base/files.h"
#include "referee/report/standings_page.h"

namespace referee {

/// The store has it all: nobody waits for the disk.
void write_standings(const std::filesystem::path& folder, const StandingsPage& page) {
  write_file_atomically(folder / "standings.json", standings_json(page), Sync::none);
  write_file_atomically(folder / "standings.csv", standings_csv(page), Sync::none);
  write_file_atomically(folder / "standings.md", standings_markdown(page), Sync::none);
  write_file_atomically(folder / "standings.html", standings_html(page), Sync::none);
}

}  // namespace referee
