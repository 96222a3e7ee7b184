#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/cli/commands.h"
#include "referee/pages/workers_data.h"
#include "referee/store/job_watch.h"

namespace referee {
namespace {

using Json = nlohmann::json;

struct WorkersArguments {
  std::string store;
  bool json = false;
};

/// A fact of a machine, as machine_data() has it.
std::string fact_text(const Json& fact) {
  if (fact.is_null()) {
    return "";
  }
  return fact.is_string() ? fact.get<std::string>() : decimal_text(fact.get<double>());
}

std::string per_minute(const WorkerState& worker) {
  const auto rate = done_per_minute(worker);
  return rate ? fixed_text(*rate, 1) : "";
}

// ---- for people ----

std::string queue_text(const JobOverview& overview) {
  return std::to_string(overview.waiting) + " games wait" +
         (overview.waiting > 0 ? ", the oldest for " + std::to_string(overview.oldest_wait_s) + " s" : "") +
         ", " + std::to_string(overview.workers.size()) + " workers\n";
}

std::string workers_text(const JobOverview& overview) {
  TextTable table({"worker", "role", "CPU", "sandbox", "slots", "calibration ms", "played", "a minute",
                   "jobs lost", "since", "last report"},
                  4);
  for (const WorkerState& worker : overview.workers) {
    const Json machine = pages::machine_data(worker.about);
    table.add({printable(worker.name, kShownText), printable(worker.role, kShownText),
               fact_text(machine.at("cpu")), fact_text(machine.at("sandbox")), std::to_string(worker.slots),
               fact_text(machine.at("calibration_ms")), std::to_string(worker.done), per_minute(worker),
               std::to_string(worker.lost), std::to_string(worker.since_s) + " s",
               (is_silent(worker) ? "silent " : "") + std::to_string(worker.silent_s) + " s"});
  }
  return table.text();
}

/// "" if nothing is played.
std::string jobs_text(const JobOverview& overview) {
  TextTable table({"game/attempt", "worker", "role", "turn", "time"}, 3);
  bool any = false;
  for (const WorkerState& worker : overview.workers) {
    for (const RunningJob& job : worker.jobs) {
      any = true;
      table.add({printable(job.name, kShownText), printable(worker.name, kShownText),
                 printable(worker.role, kShownText), std::to_string(job.turns),
                 std::to_string(job.seconds) + " s"});
    }
  }
  return any ? table.text() : "";
}

std::string text_of(const JobOverview& overview) {
  std::string text = queue_text(overview);
  if (!overview.workers.empty()) {
    text += "\n" + workers_text(overview);
  }
  if (const std::string jobs = jobs_text(overview); !jobs.empty()) {
    text += "\n" + jobs;
  }
  return text;
}

// ---- for programs ----

Json worker_json(const WorkerState& worker) {
  Json jobs = Json::array();
  for (const RunningJob& job : worker.jobs) {
    jobs.push_back(
        {{"name", printable(job.name, kShownText)}, {"turn", job.turns}, {"seconds", job.seconds}});
  }
  Json data = pages::worker_data(worker, std::move(jobs));
  data["role"] = printable(worker.role, kShownText);
  return data;
}

Json json_of(const JobOverview& overview) {
  Json workers = Json::array();
  for (const WorkerState& worker : overview.workers) {
    workers.push_back(worker_json(worker));
  }
  return {{"waiting", overview.waiting},
          {"oldest_wait_s", overview.waiting > 0 ? Json(overview.oldest_wait_s) : Json()},
          {"running", overview.running},
          {"leases_lost", overview.lost},
          {"workers", std::move(workers)}};
}

void show_workers(const WorkersArguments& arguments) {
  const JobOverview overview = open_job_watch(StoreUri::parse(arguments.store))->look();
  std::cout << (arguments.json ? escaped_json(protocol::dump(json_of(overview))) + "\n" : text_of(overview));
}

}  // namespace

void add_workers_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("workers", "Show which workers play the matches of a store");
  const auto arguments = std::make_shared<WorkersArguments>();
  command->add_option("STORE", arguments->store, "postgresql:...")->required();
  command->add_flag("--json", arguments->json, "Print one JSON object");
  command->footer(
      "How many matches wait; each worker that has said something in the last hour, the role as which it has "
      "logged in to the database, its machine, how many matches it has played, its lost leases, and how long "
      "ago it has said something (\"silent\": for more than 15 s); and what is played now.\n"
      "Exit code: 0 done, 2 no such store, 3 the database is away.\n\n"
      "Example:\n"
      "  referee workers 'postgresql://referee@db.example.org/class?schema=spring'");
  command->callback([arguments, &code] {
    show_workers(*arguments);
    code = exit_code::kDone;
  });
}

}  // namespace referee
