#include "referee/score/score_formats.h"
#include "referee/score/score_parts.h"
#include "referee/score/whole_points.h"

namespace referee::score {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// A value that Classroom's runner sets, or what is known without it: no value may be empty.
std::string from_runner(const char* variable, const std::string& otherwise = "") {
  return env_or(variable, otherwise.empty() ? "local" : otherwise);
}

/// "2026-11-20T08:00:00.000Z" to the second.
std::string to_the_second(const std::string& utc) { return utc.size() > 19 ? utc.substr(0, 19) + "Z" : utc; }

OrderedJson head_of(const ScoreReport& report) {
  const std::string commit = from_runner("COMMIT_URL");
  OrderedJson result;
  result["schema"] = "classroom50/result/v1";
  result["classroom"] = from_runner("CLASSROOM");
  result["assignment"] = from_runner("ASSIGNMENT", report.rubric);
  result["owner"] = from_runner("OWNER", report.submission);
  result["assignment_type"] = from_runner("ASSIGNMENT_TYPE", "individual");
  result["submission"] = from_runner("SUBMISSION_TAG", report.submission);
  result["commit"] = commit;
  result["release"] = from_runner("RELEASE_URL");
  result["review"] = from_runner("REVIEW_URL", commit);
  result["datetime"] = to_the_second(report.started);
  return result;
}

}  // namespace

std::string classroom_json(const ScoreReport& report) {
  const std::vector<WholePoints> whole = whole_points(report);
  WholePoints sum;
  OrderedJson tests = OrderedJson::array();
  for (std::size_t i = 0; i < report.items.size(); ++i) {
    const ScoredItem& item = report.items[i];
    sum.points += whole[i].points;
    sum.max_points += whole[i].max_points;
    tests.push_back({{"test-name", item.number + ". " + item.name},
                     {"passed", item.status == ItemStatus::full},
                     {"score", whole[i].points},
                     {"max-score", whole[i].max_points},
                     {"reason", item.withheld ? withheld_text(item) : reason_of(item)}});
  }
  OrderedJson result = head_of(report);
  result["score"] = sum.points;
  result["max-score"] = sum.max_points;
  result["tests"] = std::move(tests);
  return dumped(result);
}

}  // namespace referee::score
