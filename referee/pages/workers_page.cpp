#include "referee/pages/workers_page.h"

#include <cstdint>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/text.h"
#include "referee/report/html_parts.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

/// "34 s", "12 min", "1 h 20 min", "3 d 4 h"
std::string span_text(std::int64_t seconds) {
  constexpr std::int64_t kMinute = 60;
  constexpr std::int64_t kHour = 60 * kMinute;
  constexpr std::int64_t kDay = 24 * kHour;
  const auto parts = [seconds](std::int64_t large, const char* unit, std::int64_t small, const char* rest) {
    const std::int64_t more = seconds % large / small;
    return std::to_string(seconds / large) + unit + (more > 0 ? " " + std::to_string(more) + rest : "");
  };
  if (seconds < 2 * kMinute) {
    return std::to_string(seconds) + " s";
  }
  if (seconds < kHour) {
    return std::to_string(seconds / kMinute) + " min";
  }
  return seconds < kDay ? parts(kHour, " h", kMinute, " min") : parts(kDay, " d", kHour, " h");
}

std::string whole(const Json& number) { return std::to_string(number.get<std::int64_t>()); }

std::string key_attribute(std::string_view key) { return " data-key=\"" + html::escaped(key) + "\""; }

// ---- the queue ----

std::string figure_html(const char* name, const std::string& value, const std::string& more = "") {
  return std::string("<div><dt>") + name + "</dt><dd>" + value +
         (more.empty() ? "" : " <small>" + more + "</small>") + "</dd></div>\n";
}

std::string queue_html(const Json& data) {
  const Json& oldest = data.at("oldest_wait_s");
  const std::size_t silent = data.at("workers").size() - data.at("alive").get<std::size_t>();
  return "<dl class=\"figures\">\n" +
         figure_html("Waiting", whole(data.at("waiting")),
                     oldest.is_null() ? "" : "the oldest for " + span_text(oldest.get<std::int64_t>())) +
         figure_html("Being played", whole(data.at("running"))) +
         figure_html("Workers", whole(data.at("alive")),
                     silent == 0 ? "" : "and " + std::to_string(silent) + " silent") +
         figure_html("Jobs lost", whole(data.at("leases_lost"))) + "</dl>\n";
}

// ---- workers ----

std::string players_text(const Json& players) {
  std::string text;
  for (const Json& player : players) {
    text += (text.empty() ? " <small>" : ", ") + html::foreign(player.get_ref<const std::string&>());
  }
  return text.empty() ? text : text + "</small>";
}

std::string job_text(const Json& job) {
  if (job.at("match").is_null()) {
    return job.at("kind") == "match" ? "a game that is still secret" : "other work";
  }
  const std::string id = html::escaped(job.at("match").get_ref<const std::string&>());
  std::string text =
      job.at("has_page").get<bool>() ? "<a href=\"matches/" + id + "\">" + id + "</a>" : "<b>" + id + "</b>";
  if (job.at("attempt") != 1) {
    text += ", attempt " + whole(job.at("attempt"));
  }
  if (!job.at("turn").is_null()) {
    text += ", turn " + whole(job.at("turn"));
  }
  return text + ", " + span_text(job.at("seconds").get<std::int64_t>()) + players_text(job.at("players"));
}

std::string jobs_html(const Json& worker) {
  std::string items;
  for (const Json& job : worker.at("jobs")) {
    const Json& match = job.at("match");
    items += "<li" + (match.is_null() ? "" : key_attribute(match.get_ref<const std::string&>())) + ">" +
             job_text(job) + "</li>";
  }
  if (!items.empty()) {
    return "<ul>" + items + "</ul>";
  }
  return worker.at("silent").get<bool>() ? "" : "nothing";
}

std::string machine_html(const Json& machine) {
  std::string more;
  const auto add = [&more](const std::string& text) { more += (more.empty() ? "" : ", ") + text; };
  const auto of = [&machine](const char* key) -> const Json& { return machine.at(key); };
  if (!of("cpus").is_null()) {
    add(of("cpus") == 1 ? "1 CPU" : html::escaped(of("cpus").dump()) + " CPUs");
  }
  if (!of("sandbox").is_null()) {
    add("sandbox " + html::foreign(of("sandbox").get_ref<const std::string&>()));
  }
  if (!of("kernel").is_null()) {
    add("kernel " + html::foreign(of("kernel").get_ref<const std::string&>()));
  }
  if (!of("calibration_ms").is_null()) {
    add("calibration " + decimal_text(of("calibration_ms").get<double>()) + " ms");
  }
  const std::string cpu = of("cpu").is_null() ? "" : html::foreign(of("cpu").get_ref<const std::string&>());
  return cpu + (more.empty() ? "" : "<small>" + more + "</small>");
}

/// A cell that is sorted by its seconds, because its text has other units.
std::string span_cell(const Json& seconds, const std::string& text, const char* css_class = "") {
  const std::string cell = html::cell(text, css_class);
  return "<td" + html::attribute("data-value", whole(seconds)) + cell.substr(3);
}

std::string worker_html(const Json& worker) {
  const std::string& name = worker.at("name").get_ref<const std::string&>();
  const std::string silence = span_text(worker.at("silent_s").get<std::int64_t>());
  const bool silent = worker.at("silent").get<bool>();
  const Json& rate = worker.at("per_minute");
  return "<tr" + key_attribute(name) + (silent ? " class=\"silent\"" : "") +
         "><th scope=\"row\" class=\"name\">" + html::foreign(name) +
         (silent ? "<small>silent</small>" : "") + "</th>" + html::cell(jobs_html(worker), "text") +
         span_cell(worker.at("silent_s"), silent ? "silent for " + silence : silence + " ago",
                   silent ? "fault" : "") +
         span_cell(worker.at("since_s"), span_text(worker.at("since_s").get<std::int64_t>())) +
         html::cell(whole(worker.at("done"))) +
         html::cell(rate.is_null() ? "–" : fixed_text(rate.get<double>(), 1)) +
         html::cell(whole(worker.at("leases_lost")), worker.at("leases_lost") == 0 ? "none" : "fault") +
         html::cell(whole(worker.at("slots"))) + html::cell(machine_html(worker.at("machine")), "text") +
         "</tr>\n";
}

std::string workers_table(const Json& workers) {
  if (workers.empty()) {
    return "<p>No worker has reported in the last hour.</p>\n";
  }
  std::string rows;
  for (const Json& worker : workers) {
    rows += worker_html(worker);
  }
  const std::string heads = html::column("Worker", " class=\"name\"") +
                            html::column("Works on", " class=\"text\"") + html::column("Last report") +
                            html::column("Since") + html::column("Played") + html::column("A minute") +
                            html::column("Jobs lost") + html::column("Slots") +
                            html::column("Machine", " class=\"text\"");
  return html::table_of(
      {.css_class = "workers",
       .label = "Workers",
       .caption = "A worker is a program that plays games for this tournament. The table has those "
                  "that reported in the last hour. A worker is silent after 15 s without a report: "
                  "other workers then play its games, and it has lost these jobs.",
       .head = heads,
       .rows = rows});
}

std::string old_data_html(std::int64_t age) {
  return age < kOldWorkersSeconds
             ? ""
             : "<p class=\"banner\">The database cannot be read now. You see the state of " + span_text(age) +
                   " ago.</p>\n";
}

}  // namespace

std::string workers_body_html(const nlohmann::json& data) {
  return "<header class=\"top\"><div class=\"title\"><h1>Workers</h1><p class=\"facts\">" +
         html::foreign(data.at("tournament").get_ref<const std::string&>()) +
         "</p></div><div class=\"page-controls\"><p id=\"connection\" class=\"connection\"></p>"
         "<a href=\"./\">Tournament</a></div></header>\n" +
         html::search_field() + "<main>\n" + old_data_html(data.at("age_s").get<std::int64_t>()) +
         queue_html(data) + "<section class=\"part\"><h2>Who works on what</h2>\n" +
         workers_table(data.at("workers")) + "</section>\n</main>";
}

}  // namespace referee::pages
