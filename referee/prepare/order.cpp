#include "referee/prepare/order.h"

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
#include "referee/base/files.h"
#include "referee/base/folder.h"
#include "referee/base/secrets.h"
#include "referee/games/adapters.h"
#include "referee/match/launcher.h"
#include "referee/net/clock_spec.h"
#include "referee/net/tasks.h"
#include "referee/prepare/report.h"
#include "referee/process/sandbox.h"

namespace referee::prepare {
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

Task<> prepare_into(PreparationRoom room, PreparationOrder order, std::optional<Prepared>& prepared,
                    std::exception_ptr& failure) {
  Launcher& launcher = room.launcher;
  try {
    prepared = co_await prepare(std::move(room), std::move(order));
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  launcher.close();
}

/// What was built is on the disk before anybody is told so.
PreparationReport report_of(const PreparationJob& job, Prepared prepared) {
  PreparationReport report{std::move(prepared)};
  if (report.prepared.stage == Stage::ready) {
    report.built_bytes = bytes_in(job.destination);
    sync_file_system(job.destination);
  }
  return report;
}

}  // namespace

PreparationJob PreparationJob::of(const PreparationOrder& order) {
  PreparationJob job;
  job.submission = order.submission;
  job.destination = order.destination;
  job.build = order.build ? order.build->json() : Json();
  job.command = order.command;
  job.adapter = order.adapter == nullptr ? "" : std::string(order.adapter->name);
  job.pipes = order.stdio == Stdio::pipe;
  job.memory_mib = order.memory_mib;
  job.game = order.trial.game->name;
  job.options = order.trial.options;
  job.clock = order.trial.clock.json();
  job.seed = order.trial.seed;
  return job;
}

PreparationOrder PreparationJob::order() const {
  PreparationOrder order;
  order.submission = submission;
  order.destination = destination;
  if (!build.is_null()) {
    order.build = Build::read(build, "build");
  }
  order.command = command;
  order.adapter = adapter.empty() ? nullptr : adapter_named(adapter);
  order.stdio = pipes ? Stdio::pipe : Stdio::tcp;
  order.memory_mib = memory_mib;
  order.trial.game = engines::find_game(game);
  order.trial.options = options;
  order.trial.clock = ClockSpec::read(clock, "clock");
  order.trial.seed = seed;
  if (order.trial.game == nullptr) {
    throw std::invalid_argument("game: got \"" + game + "\", expected a game of this referee");
  }
  return order;
}

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
  PreparationOrder order = job.order();
  const auto level = sandbox_level(job.sandbox);
  if (!level) {
    throw std::invalid_argument("sandbox: got \"" + job.sandbox + "\", expected a level");
  }
  const auto sandbox = Sandbox::open(*level, job.as_root ? RunAs::root : RunAs::own_user);
  boost::asio::io_context io(1);
  Tasks tasks(io);
  Launcher launcher(tasks, sandbox);
  std::optional<Prepared> prepared;
  std::exception_ptr failure;
  PreparationRoom room{tasks, launcher, sandbox};
  tasks.start("prepare", prepare_into(std::move(room), std::move(order), prepared, failure));
  io.run();
  if (failure) {
    std::rethrow_exception(failure);
  }
  if (!prepared) {
    throw std::runtime_error("the preparation has not ended");
  }
  write_file_atomically(job.report, protocol::dump(report_of(job, *std::move(prepared)).json()));
}

}  // namespace referee::prepare
