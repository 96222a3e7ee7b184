#include "engines/step/request_stream.h"

#include <string_view>

namespace referee {
namespace {

void answer(StepRequests& requests, std::string_view line, std::vector<std::string>& answers) {
  if (line.find_first_not_of(" \t") != std::string_view::npos) {
    answers.push_back(requests.answer(line));
  }
}

}  // namespace

std::vector<std::string> RequestStream::filled(std::size_t size) {
  std::vector<std::string> answers;
  lines_.filled(size);
  while (const auto line = lines_.next()) {
    if (line->oversize) {
      answers.push_back(StepRequests::answer_to_oversize());
    } else {
      answer(requests_, line->text, answers);
    }
  }
  return answers;
}

std::vector<std::string> RequestStream::ended() {
  std::vector<std::string> answers;
  answer(requests_, lines_.unfinished(), answers);
  return answers;
}

}  // namespace referee
