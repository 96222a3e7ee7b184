#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/match/record_files.h"
#include "referee/match/stderr_file.h"
#include "referee/pages/site.h"
#include "referee/pages/site_folder.h"
#include "referee/report/standings_page.h"
#include "referee/report/swiss_report.h"
#include "referee/store/store.h"
#include "referee/tournament/run/forget_entrant.h"
#include "referee/tournament/run/marks_folder.h"
#include "referee/tournament/run/stored_page.h"
#include "referee/versions/version_folder.h"
#include "referee/versions/versions.h"

namespace referee {
namespace {

struct ForgetArguments {
  std::string store;
  std::string name;
  std::string reports;
};

/// Writes the files again that named the entrant, from the store. A record that is missing stays missing.
void renew_reports(Store& store, const ForgottenEntrant& forgotten, const std::filesystem::path& reports) {
  const StoreContent content = store.load();
  const StandingsPage page = page_of(content);
  write_standings(reports, page);
  if (has_swiss_reports(page)) {
    SwissReportFiles(reports).write(page);
  }
  RecordFiles files(reports);
  for (const StoredAttempt& attempt : content.games) {
    const bool is_void = attempt.status == StoredAttempt::Status::voided;
    if (std::filesystem::exists(files.path_of(attempt.match, attempt.attempt, is_void))) {
      files.write(attempt.match, attempt.attempt, is_void, store.record(attempt.match, attempt.attempt));
    }
  }
  StderrFile(files.stderr_path(forgotten.was)).remove();
  if (const std::filesystem::path site = reports / "site"; std::filesystem::exists(site)) {
    pages::SiteFolder folder(site);
    (void)pages::write_site(store, {}, folder);
  }
}

void forget(const ForgetArguments& arguments) {
  const StoreUri uri = StoreUri::parse(arguments.store);
  if (!arguments.reports.empty() && !std::filesystem::is_directory(arguments.reports)) {
    throw std::invalid_argument("--reports: " + arguments.reports + ": expected the folder of the reports");
  }
  // Opened to read first: to write, a store that does not exist is made.
  (void)open_store(uri, StoreAccess::read_only);
  const std::unique_ptr<Store> store = open_store(uri, StoreAccess::exclusive);
  const ForgottenEntrant forgotten = forget_entrant(*store, arguments.name);
  const versions::VersionFolder handed_in(uri);
  versions::remove_unnamed_files(handed_in, store->load());
  versions::sweep(handed_in.work());
  const MarksFolder marks(uri);
  std::filesystem::remove_all(marks.of(forgotten.was));
  std::filesystem::remove(marks.published(forgotten.was));
  std::filesystem::remove(marks.page());  // it has everybody's name
  std::cout << escaped(arguments.store) << ": " << forgotten.was << " is " << forgotten.name << " now, in "
            << forgotten.matches.size() << " records too\n";
  if (!arguments.reports.empty()) {
    renew_reports(*store, forgotten, arguments.reports);
    std::cout << escaped(arguments.reports) << ": standings, records and site are written again, and "
              << forgotten.was << ".stderr is removed\n";
  }
  std::cout << "These may still have the name: the tournament file and its roster, "
            << (arguments.reports.empty() ? "the reports folder (--reports), " : "")
            << "other sites, backups, logs, and what bots have written\n";
}

}  // namespace

void add_forget_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("forget", "Erase who an entrant is from a store, and keep its results");
  const auto arguments = std::make_shared<ForgetArguments>();
  command
      ->add_option("STORE", arguments->store, "PATH, sqlite:PATH or postgresql:...; no referee may run on it")
      ->required();
  command->add_option("NAME", arguments->name, "The entrant")->required();
  command
      ->add_option("--reports", arguments->reports,
                   "Its reports folder: standings, records and site there are written again, with names "
                   "alone, and what the entrant's bot wrote to standard error is removed")
      ->type_name("FOLDER");
  command->footer(
      "The entrant is called forgotten-1 (or the next number) from then on, in standings, notes and records. "
      "Its display name, its token and its row of the class are removed. It plays no more. Records get new "
      "digests and seals, and still verify.\n"
      "Exit code: 0 done, 2 no store, no such entrant, or one of its matches is not over, 3 the machine "
      "failed, or a referee runs on STORE.\n\n"
      "Example:\n"
      "  referee forget class.db alice --reports out/class");
  command->callback([arguments, &code] {
    forget(*arguments);
    code = exit_code::kDone;
  });
}

}  // namespace referee
