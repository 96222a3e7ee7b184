#include "referee/prepare/own_process.h"

#include <fcntl.h>

#include <chrono>
#include <csignal>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"
#include "referee/base/folder.h"
#include "referee/base/strict_json.h"
#include "referee/prepare/preparation.h"
#include "referee/process/program.h"

namespace referee::prepare {
namespace {

namespace fs = std::filesystem;

/// Beyond what the build and the trial may take: for unpacking, copying, and a busy machine.
constexpr std::chrono::seconds kPreparationMargin{180};
constexpr std::size_t kMostReportMib = 64;

FileDescriptor null_device() {
  FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (null.get() < 0) {
    throw_errno("/dev/null");
  }
  return null;
}

fs::path report_beside(const fs::path& order) { return order.parent_path() / "report.json"; }

/// A hand-in may be built by the command of the build, or by that of the start table.
std::chrono::seconds longest_of(const Order& order) {
  const std::int64_t build_s = order.build.value_or(Build()).timeout_s;
  return std::chrono::seconds(2 * build_s) + std::chrono::ceil<std::chrono::seconds>(kLongestTrial) +
         kPreparationMargin;
}

Report brought_down(const std::string& how) {
  Report report;
  report.stage = Stage::machine;
  report.problem = "the process that prepared it " + how;
  return report;
}

Task<> carry_out_with(Launcher& launcher, Room room, Order order, std::optional<Report>& report,
                      std::exception_ptr& failure) {
  try {
    report = co_await carry_out(std::move(room), std::move(order));
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  launcher.close();
}

}  // namespace

Task<Report> OwnProcess::prepare(std::string name, Order order) {
  std::optional<Slots::Held> slot;
  if (terms_.slots != nullptr) {
    slot.emplace(co_await terms_.slots->take(1));
  }
  if (!stopped_for_.empty()) {
    throw std::runtime_error(stopped_for_);
  }
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "order.json";
  order.sandbox = terms_.sandbox;
  order.as_root = terms_.as_root;
  write_file_atomically(file, protocol::dump(order.json()), Sync::none);
  const FileDescriptor null = null_device();
  const BotCommand command{{this_program(), "prepare", file.string()}};
  const auto process = KernelProcess::start(tasks_, reaper_, command, null, null);
  running_.insert(process);
  const std::chrono::seconds longest = longest_of(order);
  const bool ended = co_await process->ended_within(longest);
  if (!ended) {
    co_await process->stop(Milliseconds(0));
  }
  running_.erase(process);
  if (!stopped_for_.empty()) {
    throw std::runtime_error(stopped_for_);
  }
  if (!ended) {
    co_return brought_down("took longer than " + std::to_string(longest.count()) + " s");
  }
  if (process->killed()) {
    co_return brought_down("was ended by " + process->status_text());
  }
  if (!process->succeeded()) {
    throw std::runtime_error(name + " could not be prepared: " + how_ended(*process));
  }
  const fs::path report = report_beside(file);
  co_return Report::read(parse_strict(read_small_file(report, kMostReportMib), report.string()));
}

void OwnProcess::stop(const std::string& why) {
  stopped_for_ = why;
  for (const std::shared_ptr<Process>& process : running_) {
    process->signal(SIGKILL);
  }
}

void carry_out_file(const fs::path& file) {
  Order order = Order::read(parse_strict(read_small_file(file), file.string()));
  const fs::path destination = order.destination;
  // Who gives the order has tried out the same sandbox.
  const auto sandbox =
      Sandbox::open(order.sandbox, order.as_root ? RunAs::root : RunAs::own_user, TriedBy::first_start);
  boost::asio::io_context io(1);
  Tasks tasks(io);
  Launcher launcher(tasks, sandbox);
  std::optional<Report> report;
  std::exception_ptr failure;
  Room room{tasks, launcher, sandbox};
  tasks.start("prepare", carry_out_with(launcher, std::move(room), std::move(order), report, failure));
  io.run();
  if (failure) {
    std::rethrow_exception(failure);
  }
  if (!report) {
    throw std::runtime_error("the preparation has not ended");
  }
  if (report->is_ready()) {  // what was built is on the disk before anybody is told so
    report->built_bytes = bytes_in(destination);
    sync_file_system(destination);
  }
  write_file_atomically(report_beside(file), protocol::dump(report->json()));
}

}  // namespace referee::prepare
