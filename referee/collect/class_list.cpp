#include "referee/collect/class_list.h"

#include <algorithm>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "referee/base/csv.h"
#include "referee/base/files.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/base/unicode/unicode.h"

namespace referee::collect {
namespace {

using Json = nlohmann::json;
using prepare::Stage;

std::string joined(const std::vector<std::string>& texts, const char* between) {
  std::string all;
  for (const std::string& text : texts) {
    all.append(all.empty() ? "" : between).append(text);
  }
  return all;
}

/// Text from outside as JSON can hold it.
Json text_json(const std::string& text) { return fields::brief_text(text, text.size() * 3 + 3); }

Json texts_json(const std::vector<std::string>& texts) {
  Json all = Json::array();
  for (const std::string& text : texts) {
    all.push_back(text_json(text));
  }
  return all;
}

Json entrant_json(const CollectedEntrant& entrant) {
  Json json = entrant.prepared.shown();
  if (entrant.prepared.turn_wall_ms) {
    json["turn_wall_ms"] = *entrant.prepared.turn_wall_ms;
  }
  json.update({{"name", entrant.name},
               {"display", entrant.display},
               {"group", text_json(entrant.group)},
               {"members", texts_json(entrant.members)},
               {"hand_in", text_json(entrant.hand_in)},
               {"in", entrant.is_in()},
               {"notes", texts_json(entrant.notes)},
               {"content_sha256", entrant.content},
               {"terms_sha256", entrant.terms},
               {"built_sha256", entrant.built},
               {"reused", entrant.reused}});
  return json;
}

constexpr std::size_t kMaxText = 1024 * 1024;  // bytes of what we have written ourselves

CollectedEntrant read_entrant_of_list(const Json& json, const std::string& path) {
  fields::Object in(json, path);
  in.require();
  CollectedEntrant read;
  read.name = in.text("name", kMaxText);
  read.display = in.text("display", kMaxText);
  read.group = in.text("group", kMaxText);
  read.hand_in = in.text("hand_in", kMaxText);
  read.content = in.text("content_sha256", kMaxText);
  read.terms = in.text("terms_sha256", kMaxText);
  read.built = in.text("built_sha256", kMaxText);
  if (!protocol::is_valid_name(read.name)) {
    in.fail("name", read.name, "the name of an entrant");  // it becomes a part of paths
  }
  in.require();
  read.members = prepare::texts_at(in, "members");
  read.notes = prepare::texts_at(in, "notes");
  read.prepared = prepare::Report::read(in);
  return read;
}

}  // namespace

std::size_t ClassList::in() const {
  return static_cast<std::size_t>(std::ranges::count_if(entrants, &CollectedEntrant::is_in));
}

std::size_t ClassList::prepared_now() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      entrants, [](const CollectedEntrant& entrant) { return !entrant.reused && !entrant.content.empty(); }));
}

std::size_t ClassList::reused() const {
  return static_cast<std::size_t>(std::ranges::count_if(entrants, &CollectedEntrant::reused));
}

std::vector<std::string> notes_of_sleepers(const ClassList& list) {
  std::vector<std::string> notes;
  for (const CollectedEntrant& entrant : list.entrants) {
    const prepare::Report& report = entrant.prepared;
    if (entrant.is_in() && report.sleeps()) {
      notes.push_back(entrant.name + ": its first answer took " + fixed_text(*report.turn_wall_ms, 0) +
                      " ms, of which it computed " + fixed_text(*report.turn_ms, 1) +
                      " ms: it sleeps, or waits for something. All its matches wait for it. A clock with "
                      "\"late_in_a_row\", or with a smaller \"wall_ms\", ends that");
    }
  }
  return notes;
}

std::optional<MeasuredAnswers> measured_answers(const std::filesystem::path& tournament) {
  const std::filesystem::path path = tournament.parent_path() / kListFile;
  std::error_code none;
  if (!std::filesystem::exists(path, none)) {
    return std::nullopt;
  }
  MeasuredAnswers measured;
  double sum = 0;
  try {
    const std::string file = path.string();
    for (const CollectedEntrant& entrant :
         read_entrants(parse_strict(read_small_file(path, kMaxListMib), file), file)) {
      if (entrant.is_in() && entrant.prepared.turn_ms) {
        sum += entrant.prepared.turn_wall_ms.value_or(*entrant.prepared.turn_ms);
        ++measured.bots;
      }
    }
  } catch (const std::exception&) {  // another program's file, or one that its reader may not see
    return std::nullopt;
  }
  if (measured.bots == 0) {
    return std::nullopt;
  }
  measured.mean = LongTime(sum / 1000 / static_cast<double>(measured.bots));
  return measured;
}

std::string verdict_of(Stage stage) {
  switch (stage) {
    case Stage::unpack:
      return "cannot be unpacked";
    case Stage::start:
      return "no program found";
    case Stage::build:
      return "does not build";
    case Stage::trial:
      return "does not play";
    case Stage::machine:
      return "could not be prepared";
    case Stage::ready:
      break;
  }
  return "in";
}

Json class_list_json(const ClassList& list) {
  Json all = {{"tournament", list.tournament},
              {"download", text_json(list.download)},
              {"form", list.form},
              {"finished", list.finished},
              {"in", list.in()},
              {"not_in", list.not_in()},
              {"prepared_now", list.prepared_now()},
              {"entrants", Json::array()},
              {"listed", Json::array()},
              {"absent", texts_json(list.absent)},
              {"notes", texts_json(list.notes)}};
  for (const CollectedEntrant& entrant : list.entrants) {
    all["entrants"].push_back(entrant_json(entrant));
  }
  for (const ListedHandIn& listed : list.listed) {
    all["listed"].push_back({{"hand_in", text_json(listed.hand_in)},
                             {"whose", text_json(listed.whose)},
                             {"why", text_json(listed.why)}});
  }
  return all;
}

std::vector<CollectedEntrant> read_entrants(const Json& json, const std::string& file) {
  std::vector<CollectedEntrant> entrants;
  try {
    fields::Object in(json, "");
    in.require();
    const Json* const list = in.value("entrants");
    in.require();
    if (!list->is_array()) {
      in.fail("entrants", *list, "a list");
    }
    in.require();
    for (const Json& one : *list) {
      entrants.push_back(read_entrant_of_list(one, "entrants[" + std::to_string(entrants.size()) + "]"));
    }
  } catch (const fields::Exception& wrong) {
    throw std::invalid_argument(file + ": " + wrong.what());
  }
  return entrants;
}

std::string class_list_csv(const ClassList& list) {
  const auto row = [](const std::vector<std::string>& cells) {
    std::vector<std::string> safe;
    for (const std::string& cell : cells) {
      safe.push_back(csv::text_cell(cell));
    }
    return csv::line_of(safe);
  };
  std::string out(unicode::kByteOrderMark);
  out += row({"Who", "Group", "Entrant", "Hand-in", "In", "Verdict", "Why"});
  for (const CollectedEntrant& entrant : list.entrants) {
    out +=
        row({joined(entrant.members, ", "), entrant.group, entrant.name, entrant.hand_in,
             csv::yes_or_no(entrant.is_in()), verdict_of(entrant.prepared.stage), entrant.prepared.problem});
  }
  for (const ListedHandIn& listed : list.listed) {
    out += row({listed.whose, "", "", listed.hand_in, csv::yes_or_no(false), "listed", listed.why});
  }
  for (const std::string& student : list.absent) {
    out += row({student, "", "", "", csv::yes_or_no(false), "no hand-in", ""});
  }
  return out;
}

}  // namespace referee::collect
