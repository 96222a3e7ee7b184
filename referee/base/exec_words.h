#pragma once

#include <string>
#include <vector>

namespace referee {

/// `texts` as the exec functions take an argv or an environment: pointers into them, and a null behind.
inline std::vector<char*> exec_words(const std::vector<std::string>& texts) {
  std::vector<char*> words;
  words.reserve(texts.size() + 1);
  for (const std::string& text : texts) {
    words.push_back(const_cast<char*>(text.c_str()));
  }
  words.push_back(nullptr);
  return words;
}

}  // namespace referee
