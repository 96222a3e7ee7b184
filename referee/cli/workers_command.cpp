#include <iostream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/store/store.h"

namespace referee {
namespace {

/// A field of what a worker says of its machine, which may say anything.
std::string field_of(const std::string& about, const char* key) {
  const auto json = nlohmann::json::parse(about, nullptr, false);
  const auto found = json.is_object() ? json.find(key) : json.end();
  return json.is_object() && found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string per_minute(const WorkerState& worker) {
  return worker.since_s == 0
             ? ""
             : fixed_text(60.0 * static_cast<double>(worker.done) / static_cast<double>(worker.since_s), 1);
}

void print(const JobOverview& overview) {
  std::cout << overview.waiting << " matches wait, " << overview.workers.size() << " workers\n";
  for (const WorkerState& worker : overview.workers) {
    std::cout << escaped(printable(worker.name, kShownText)) << ": " << worker.slots << " slots, "
              << printable(field_of(worker.about, "cpu"), kShownText) << ", sandbox "
              << printable(field_of(worker.about, "sandbox"), kShownText) << "; " << worker.done
              << " played (" << per_minute(worker) << " a minute), " << worker.lost
              << " leases lost; last word " << worker.silent_s << " s ago\n";
    for (const RunningJob& job : worker.jobs) {
      std::cout << "  " << printable(job.name, kShownText) << ", turn " << job.turns << ", " << job.seconds
                << " s\n";
    }
  }
}

}  // namespace

void add_workers_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("workers", "Show which workers play the matches of a store");
  const auto store = std::make_shared<std::string>();
  command->add_option("STORE", *store, "postgresql:...")->required();
  command->footer(
      "Each worker that has said something in the last hour, its machine, how many matches it has played,\n"
      "and what it plays now.\n"
      "Exit code: 0 done, 2 no such store, 3 the database is away.\n\n"
      "Example:\n  referee workers 'postgresql://referee@db.example.org/class?schema=spring'");
  command->callback([store, &code] {
    const std::unique_ptr<Store> opened = open_store(StoreUri::parse(*store), StoreAccess::read_only);
    if (!opened->has_jobs()) {
      throw NotAStore("store " + *store + ": a file has no jobs for workers: expected postgresql://...");
    }
    print(opened->job_overview());
    code = exit_code::kDone;
  });
}

}  // namespace referee
