#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/loop/tasks.h"
#include "referee/match/launcher.h"
#include "referee/prepare/order.h"
#include "referee/prepare/report.h"
#include "referee/process/sandbox.h"

namespace referee::prepare {

/// The loop, the launcher and the sandbox in which hand-ins are built and tried.
struct Room {
  Tasks& tasks;
  Launcher& launcher;
  std::shared_ptr<const Sandbox> sandbox;
};

/// Copies or unpacks a hand-in, builds it, finds out how it is started, puts it into its destination, and
/// tries it there; without a trial it is built in its destination, and that is all. If it is not ready, there
/// is no destination afterwards. Failures of the hand-in are in the report. Throws std::system_error,
/// LaunchError or std::runtime_error if the machine fails.
Task<Report> carry_out(Room room, Order order);

/// The bot that `command` starts in `folder`, confined to it.
BotCommand bot_in(const std::filesystem::path& folder, const std::vector<std::string>& command,
                  std::int64_t memory_mib);

}  // namespace referee::prepare
