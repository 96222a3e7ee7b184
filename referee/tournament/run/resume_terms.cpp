#include "referee/tournament/run/resume_terms.h"

#include <string_view>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"

namespace referee {
namespace {

constexpr std::string_view kSilence = R"({"silence_us":)";

bool flag(const Json& seat, const char* key) { return seat.value(key, Json()) == Json(true); }

}  // namespace

std::string ResumeTerms::json() const {
  Json list = Json::array();
  for (const Match::Attendance& seat : seats) {
    list.push_back({{"came", seat.came}, {"dials", seat.dials}, {"resumes", seat.resumes}});
  }
  return protocol::dump({{"boot_id", boot_id}, {"seats", std::move(list)}});
}

std::optional<ResumeTerms> ResumeTerms::read(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("boot_id") || !json["boot_id"].is_string() ||
      !json.contains("seats") || !json["seats"].is_array()) {
    return std::nullopt;
  }
  ResumeTerms terms;
  terms.boot_id = json["boot_id"].get<std::string>();
  for (const Json& seat : json["seats"]) {
    if (!seat.is_object()) {
      return std::nullopt;
    }
    terms.seats.push_back({flag(seat, "came"), flag(seat, "dials"), flag(seat, "resumes")});
  }
  return terms;
}

KeptTurns KeptTurns::read(std::string_view text) {
  KeptTurns turns;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      break;  // cut off by a crash in the middle of write(): that turn has not left
    }
    const std::string_view line = text.substr(0, end + 1);
    text.remove_prefix(end + 1);
    if (!line.starts_with(kSilence)) {
      turns.lines += line;
      continue;
    }
    turns.silence.clear();
    const Json state = Json::parse(line, nullptr, false);
    const Json silence = state.is_object() ? state.value("silence_us", Json()) : Json();
    for (const Json& time : silence.is_array() ? silence : Json::array()) {
      turns.silence.emplace_back(time.is_number_integer() ? time.get<std::int64_t>() : 0);
    }
  }
  return turns;
}

std::string KeptTurns::silence_line(const std::vector<Microseconds>& silence) {
  Json list = Json::array();
  for (const Microseconds time : silence) {
    list.push_back(time.count());
  }
  return protocol::dump({{"silence_us", std::move(list)}}) + "\n";
}

}  // namespace referee
