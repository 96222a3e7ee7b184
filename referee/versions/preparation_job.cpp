#include "referee/versions/preparation_job.h"

#include <fcntl.h>
#include <unistd.h>

#include <exception>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include <boost/asio/io_context.hpp>

#include "engines/registry.h"
#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "referee/adapt/adapter.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"
#include "referee/base/secrets.h"
#include "referee/games/adapters.h"
#include "referee/match/launcher.h"
#include "referee/net/clock_spec.h"
#include "referee/net/tasks.h"
#include "referee/process/sandbox.h"
#include "referee/submission/preparation.h"
#include "referee/versions/version_folder.h"

namespace referee::versions {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostJobText = 4096;  // bytes
constexpr fields::Range kMemory{1, std::numeric_limits<std::int64_t>::max()};
constexpr fields::Range kSeeds{0, static_cast<std::int64_t>(kMaxSeed)};

Json value_at(fields::Object& in, std::string_view key) {
  const Json* const value = in.value(key);
  in.require();
  return *value;
}

submission::PreparationOrder order_of(const PreparationJob& job) {
  submission::PreparationOrder order;
  order.submission = job.submission;
  order.destination = job.destination;
  if (!job.build.is_null()) {
    order.build = submission::Build::read(job.build, "build");
  }
  order.command = job.command;
  order.adapter = job.adapter.empty() ? nullptr : adapter_named(job.adapter);
  order.stdio = job.pipes ? Stdio::pipe : Stdio::tcp;
  order.memory_mib = job.memory_mib;
  order.trial.game = engines::find_game(job.game);
  order.trial.options = job.options;
  order.trial.clock = ClockSpec::read(job.clock, "clock");
  order.trial.seed = job.seed;
  if (order.trial.game == nullptr) {
    throw std::invalid_argument("game: got \"" + job.game + "\", expected a game of this referee");
  }
  return order;
}

Task<> prepare_into(submission::PreparationRoom room, submission::PreparationOrder order,
                    std::optional<submission::Prepared>& prepared, std::exception_ptr& failure) {
  Launcher& launcher = room.launcher;
  try {
    prepared = co_await submission::prepare(std::move(room), std::move(order));
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  launcher.close();
}

/// What was built is on the disk before anybody is told so.
void sync_file_system(const std::filesystem::path& folder) {
  const FileDescriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (open.get() < 0 || ::syncfs(open.get()) != 0) {
    throw_cannot("sync", folder);
  }
}

VersionReport report_of(const PreparationJob& job, submission::Prepared prepared) {
  VersionReport report;
  report.stage = name_of(prepared.stage);
  report.problem = std::move(prepared.problem);
  report.output = std::move(prepared.output);
  report.command = std::move(prepared.command);
  report.left_out = std::move(prepared.left_out);
  report.adapter = job.adapter;
  report.pipes = job.pipes;
  report.build_seconds = prepared.build_seconds;
  report.turn_ms = prepared.turn_ms;
  if (prepared.stage == submission::Stage::ready) {
    report.built_bytes = bytes_in(job.destination);
    sync_file_system(job.destination);
  }
  return report;
}

}  // namespace

std::string PreparationJob::json() const {
  return protocol::dump(Json{{"submission", submission.string()},
                             {"destination", destination.string()},
                             {"build", build},
                             {"command", command},
                             {"as", adapter},
                             {"pipes", pipes},
                             {"memory_mib", memory_mib},
                             {"game", game},
                             {"options", options},
                             {"clock", clock},
                             {"seed", seed},
                             {"sandbox", sandbox},
                             {"as_root", as_root},
                             {"report", report.string()},
                             {"trash", trash.string()}});
}

PreparationJob PreparationJob::read(const Json& json) {
  fields::Object in(json, "");
  PreparationJob job;
  job.submission = in.text_or("submission", kMostJobText, "");
  job.destination = in.text_or("destination", kMostJobText, "");
  job.build = value_at(in, "build");
  const Json command = value_at(in, "command");
  for (const Json& word : command) {
    if (!word.is_string()) {
      in.fail("command", command, "a list of words");
      in.require();
    }
    job.command.push_back(word.get<std::string>());
  }
  job.adapter = in.text_or("as", kMostJobText, "");
  job.pipes = in.boolean_or("pipes", false);
  job.memory_mib = in.integer("memory_mib", kMemory);
  job.game = in.text_or("game", kMostJobText, "");
  job.options = value_at(in, "options");
  job.clock = value_at(in, "clock");
  job.seed = static_cast<std::uint64_t>(in.integer("seed", kSeeds));
  job.sandbox = in.text_or("sandbox", kMostJobText, "");
  job.as_root = in.boolean_or("as_root", false);
  job.report = in.text_or("report", kMostJobText, "");
  job.trash = in.text_or("trash", kMostJobText, "");
  in.refuse_unknown();
  in.require();
  return job;
}

void carry_out(const PreparationJob& job) {
  submission::PreparationOrder order = order_of(job);
  const auto level = sandbox_level(job.sandbox);
  if (!level) {
    throw std::invalid_argument("sandbox: got \"" + job.sandbox + "\", expected a level");
  }
  const auto sandbox = Sandbox::open(*level, job.as_root ? RunAs::root : RunAs::own_user);
  boost::asio::io_context io(1);
  Tasks tasks(io);
  Launcher launcher(tasks, sandbox);
  std::optional<submission::Prepared> prepared;
  std::exception_ptr failure;
  submission::PreparationRoom room{tasks, launcher, sandbox};
  tasks.start("prepare", prepare_into(std::move(room), std::move(order), prepared, failure));
  io.run();
  if (failure) {
    std::rethrow_exception(failure);
  }
  if (!prepared) {
    throw std::runtime_error("the preparation has not ended");
  }
  write_file_atomically(job.report, report_of(job, *std::move(prepared)).json());
}

}  // namespace referee::versions
