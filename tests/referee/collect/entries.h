#pragma once

#include <string>
#include <vector>

#include "referee/collect/hand_in.h"

namespace referee::collect {

/// Entries of a download; a name that ends with "/" is a folder's.
inline std::vector<Entry> entries(const std::vector<std::string>& names) {
  std::vector<Entry> made;
  for (const std::string& name : names) {
    const bool folder = name.ends_with('/');
    const std::string plain = name.substr(0, name.size() - (folder ? 1 : 0));
    made.push_back({plain, "/download/" + plain, folder});
  }
  return made;
}

/// A line for each hand-in: "label: part <- path; ...".
inline std::vector<std::string> lines_of(const Download& download) {
  std::vector<std::string> lines;
  for (const HandIn& hand_in : download.hand_ins) {
    std::string line = hand_in.label + (hand_in.late ? " late" : "") + ":";
    for (const HandIn::Part& part : hand_in.parts) {
      line += " " + part.name + "<-" + part.path.filename().string();
    }
    lines.push_back(line + (hand_in.problem.empty() ? "" : " [" + hand_in.problem + "]"));
  }
  return lines;
}

}  // namespace referee::collect
