#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "referee/lab/ask_report.h"
#include "referee/lab/asked_record.h"

namespace referee {

/// A row for each turn, for a terminal: the answers then and now, marked where they differ, and their times.
std::string table_of(const AskReport& report);

/// What follows the table: reasons of faults then and now, how many turns differ, what answers cost, and
/// which came too late.
std::string summary_of(const AskReport& report, const AskedRecord& record);

/// All of it, for programs. Times are in microseconds.
nlohmann::json json_of(const AskReport& report, const AskedRecord& record);

}  // namespace referee
