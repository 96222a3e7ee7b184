#pragma once

#include <string>
#include <vector>

#include "referee/net/session.h"

namespace test_support {

/// Keeps what a session reports.
class CollectingOwner final : public referee::SessionOwner {
 public:
  struct Line {
    std::string text;
    bool oversize = false;
    referee::Arrival arrival;
  };

  void on_line(referee::Session&, const referee::Received& line) override {
    lines.push_back({std::string(line.text), line.oversize, line.arrival});
  }
  void on_sent(referee::Session&) override { ++sent; }
  void on_closed(referee::Session&, referee::CloseReason reason) override { closed.push_back(reason); }

  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const Line& line : lines) {
      all.push_back(line.text);
    }
    return all;
  }

  std::vector<Line> lines;
  std::vector<referee::CloseReason> closed;
  int sent = 0;
};

}  // namespace test_support
