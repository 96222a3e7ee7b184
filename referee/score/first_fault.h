#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "referee/score/score_report.h"

namespace referee::score {

/// The first answer of `seat` in a record that was not ok, with what it had been asked: the record is played
/// again up to there. A bot that did not come has answered `no_show`. Nothing if all were ok. REQUIRES: a
/// record that this program wrote.
std::optional<FirstFault> first_fault(std::string_view record, std::size_t seat);

}  // namespace referee::score
