#include "referee/tournament/run/forget_entrant.h"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/messages.h"
#include "protocol/sha256.h"
#include "referee/base/secrets.h"
#include "referee/base/text.h"
#include "referee/record/record.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr const char* kNewName = "forgotten-";
constexpr std::size_t kShownName = 60;  // bytes

const StoredEntrant& stored_entrant(const StoreContent& content, const std::string& name) {
  const std::string folded = protocol::folded_name(name);
  const auto found = std::ranges::find_if(content.entrants, [&](const StoredEntrant& entrant) {
    return protocol::folded_name(entrant.name) == folded;
  });
  if (found == content.entrants.end()) {
    throw std::invalid_argument("no entrant is called " + printable(name, kShownName));
  }
  return *found;
}

/// forgotten-1, or the next one that nobody has.
std::string free_name(const StoreContent& content) {
  std::set<std::string> taken;
  for (const StoredEntrant& entrant : content.entrants) {
    taken.insert(protocol::folded_name(entrant.name));
  }
  int number = 1;
  while (taken.contains(kNewName + std::to_string(number))) {
    ++number;
  }
  return kNewName + std::to_string(number);
}

bool is_of_a_name(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' || c == '_' ||
         c == '-';
}

/// A point ends a sentence, too: it goes on only if more of a name follows.
bool ends_word(const std::string& text, std::size_t at) {
  return at == text.size() || !is_of_a_name(text[at]) ||
         (text[at] == '.' && (at + 1 == text.size() || !is_of_a_name(text[at + 1])));
}

/// Names as they stand in requests, which have them folded, as keys and as values.
Json with_renamed_texts(const Json& json, const std::string& from, const std::string& to) {
  if (json.is_string()) {
    return protocol::folded_name(json.get_ref<const std::string&>()) == from ? Json(to) : json;
  }
  Json out = json.is_object() ? Json::object() : json;
  if (json.is_object()) {
    for (const auto& [key, value] : json.items()) {
      out[protocol::folded_name(key) == from ? to : key] = with_renamed_texts(value, from, to);
    }
  } else if (json.is_array()) {
    for (Json& value : out) {
      value = with_renamed_texts(value, from, to);
    }
  }
  return out;
}

/// The writes that take one entrant out of everything but the records.
class Erasure {
 public:
  Erasure(const StoreContent& content, const StoredEntrant& entrant, std::string name)
      : content_(content),
        entrant_(entrant),
        folded_(protocol::folded_name(entrant.name)),
        name_(std::move(name)) {}

  std::vector<StoreWrite> writes() {
    rename();
    forget_meta();
    forget_class_row();
    forget_requests();
    rename_in_notes();
    return std::move(writes_);
  }

 private:
  void rename() {
    StoredEntrant entrant = entrant_;
    entrant.name = name_;
    entrant.display.clear();
    // Nobody knows its token: the entrant cannot come back.
    entrant.token_sha256 = protocol::Sha256::hex_of(random_hex());
    entrant.withdrawn = "forgotten";
    entrant.by_no_show = false;
    writes_.emplace_back(store_write::RenameEntrant{entrant.number, name_});
    writes_.emplace_back(store_write::PutEntrant{std::move(entrant)});
    writes_.emplace_back(store_write::ForgetVersions{entrant_.number});
  }

  void forget_meta() {
    for (const char* const prefix : {meta_key::kTokenIssued, meta_key::kAwaitsApproval, meta_key::kPageToken,
                                     meta_key::kNextVersion, meta_key::kProgram}) {
      if (content_.meta.contains(prefix + folded_)) {
        writes_.emplace_back(store_write::RemoveMeta{prefix + folded_});
      }
    }
  }

  void forget_class_row() {
    std::optional<ClassExport> exported = roster_of(content_);
    if (!exported) {
      return;
    }
    std::erase_if(exported->rows, [&](const ClassExport::Row& row) {
      return !row.entrant.empty() && protocol::folded_name(row.entrant) == folded_;
    });
    writes_.emplace_back(store_write::SetMeta{meta_key::kRoster, exported->json().dump()});
  }

  void forget_requests() {
    const auto requests = content_.meta.find(meta_key::kRequests);
    if (requests != content_.meta.end()) {
      const Json renamed = with_renamed_texts(Json::parse(requests->second), folded_, name_);
      writes_.emplace_back(store_write::SetMeta{meta_key::kRequests, renamed.dump()});
    }
  }

  void rename_in_notes() {
    std::vector<StoredChange> changes = content_.changes;
    for (StoredChange& change : changes) {
      change.text = with_renamed_word(change.text, entrant_.name, name_);
      if (!entrant_.display.empty()) {
        change.text = with_renamed_word(change.text, entrant_.display, name_);
      }
    }
    writes_.emplace_back(store_write::ReplaceChanges{std::move(changes)});
  }

  const StoreContent& content_;
  const StoredEntrant& entrant_;
  std::string folded_;
  std::string name_;
  std::vector<StoreWrite> writes_;
};

/// Records are read and replaced one after the other, so that only one is in memory.
std::vector<std::string> rename_in_records(Store& store, const StoreContent& content, const std::string& from,
                                           const std::string& to) {
  std::vector<std::string> matches;
  for (const StoredAttempt& attempt : content.games) {
    const std::string record = store.record(attempt.match, attempt.attempt);
    if (record.empty()) {
      continue;
    }
    std::string renamed = with_renamed_player(record, from, to);
    if (renamed != record) {
      matches.push_back(attempt.match);
      store.apply({store_write::ReplaceRecord{attempt.match, attempt.attempt, std::move(renamed)}});
    }
  }
  return matches;
}

void require_over(Store& store, const StoreContent& content, const StoredEntrant& entrant) {
  for (const StoredAttempt& attempt : content.games) {
    if (attempt.status != StoredAttempt::Status::running) {
      continue;
    }
    const std::string record = store.record(attempt.match, attempt.attempt);
    const Json header = Json::parse(record.substr(0, record.find('\n')), nullptr, false);
    if (!header.is_object() ||
        header.value("players", Json::array()).dump().find(Json(entrant.name).dump()) != std::string::npos) {
      throw std::invalid_argument(entrant.name + " plays in " + attempt.match +
                                  ", which is not over: let the tournament go on until it is");
    }
  }
}

/// The header with another name among its players; nothing if none has the name.
std::optional<std::string> renamed_header(const std::string& header, const std::string& from,
                                          const std::string& to) {
  const Json players = Json::parse(header).at("players");
  const std::string folded = protocol::folded_name(from);
  Json renamed = players;
  for (Json& player : renamed) {
    if (protocol::folded_name(player.get<std::string>()) == folded) {
      player = to;
    }
  }
  const std::size_t at = header.rfind(",\"players\":[");
  if (renamed == players || at == std::string::npos) {
    return std::nullopt;
  }
  const std::size_t begin = header.find('[', at);
  const std::size_t end = header.find(']', begin) + 1;  // names have no brackets
  return header.substr(0, begin) + renamed.dump() + header.substr(end);
}

/// Replaces the text of the member `key` of the last line, which has no other member of that name. `parsed`:
/// the line as it was.
void replace_member(std::string& line, const Json& parsed, const std::string& key, const std::string& value) {
  const std::string member = "\"" + key + "\":";
  const std::string before = member + escaped_json(parsed.at(key).dump());
  if (const std::size_t at = line.rfind(before); at != std::string::npos) {
    line.replace(at, before.size(), member + escaped_json(Json(value).dump()));
  }
}

}  // namespace

std::string with_renamed_word(const std::string& text, const std::string& from, const std::string& to) {
  const std::string folded = protocol::folded_name(text);  // as long as the text: only ASCII letters change
  const std::string wanted = protocol::folded_name(from);
  std::string out;
  std::size_t copied = 0;
  for (std::size_t at = folded.find(wanted); at != std::string::npos && !wanted.empty();
       at = folded.find(wanted, at)) {
    const std::size_t end = at + wanted.size();
    if ((at == 0 || !is_of_a_name(text[at - 1])) && ends_word(text, end)) {
      out.append(text, copied, at - copied).append(to);
      copied = end;
    }
    at = end;
  }
  out.append(text, copied);
  return out;
}

std::string with_renamed_player(const std::string& record, const std::string& from, const std::string& to) {
  const std::size_t header_end = record.find('\n');
  const auto header = renamed_header(record.substr(0, header_end), from, to);
  if (!header) {
    return record;
  }
  std::string last(last_line(record));
  const std::string body = *header + record.substr(header_end, record.size() - 1 - last.size() - header_end);
  const Json parsed = Json::parse(last);
  if (parsed.contains("why")) {
    replace_member(last, parsed, "why", with_renamed_word(parsed.at("why").get<std::string>(), from, to));
  }
  replace_member(last, parsed, "digest", protocol::Sha256::hex_of(body));
  return with_seal(body + last + "\n");
}

ForgottenEntrant forget_entrant(Store& store, const std::string& name) {
  const StoreContent content = store.load();
  const StoredEntrant& entrant = stored_entrant(content, name);
  require_over(store, content, entrant);
  ForgottenEntrant done{entrant.name, free_name(content), {}};
  // The records first: if the program ends before the entrant has its new name, the same command finds them
  // done.
  done.matches = rename_in_records(store, content, entrant.name, done.name);
  store.apply(Erasure(content, entrant, done.name).writes());
  store.erase_deleted();
  return done;
}

}  // namespace referee
