#pragma once

#include <exception>
#include <string>

#include "protocol/json_writer.h"
#include "referee/record/record_lines.h"

/// What a function of the module hands to JavaScript: the text that `make` returns, which `said` keeps, or
/// {"error":why}; nullptr if there is no memory. No exception leaves it.
template <class Make>
const char* said_text(std::string& said, Make make) noexcept {
  try {
    try {
      said = make();
    } catch (const referee::Difference& difference) {
      said = protocol::dump({{"error", difference.text()}});
    } catch (const std::exception& wrong) {
      said = protocol::dump({{"error", wrong.what()}});
    }
    return said.c_str();
  } catch (const std::exception&) {
    return nullptr;
  }
}
