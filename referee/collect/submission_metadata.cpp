#include "referee/collect/submission_metadata.h"

#include <memory>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/collect/yaml_tree.h"

namespace referee::collect {
namespace {

[[noreturn]] void refuse_metadata(const std::string& file, const YamlNode& node,
                                  const std::string& expected) {
  throw std::invalid_argument(file + ": line " + std::to_string(node.line) + ": expected " + expected);
}

/// The text of a member; "" if there is none, or it is null.
std::string metadata_text(const YamlNode& map, std::string_view key, const std::string& file) {
  const YamlNode* const found = map.find(key);
  if (found == nullptr) {
    return "";
  }
  if (found->kind != YamlNode::Kind::scalar) {
    refuse_metadata(file, *found, "a text for " + std::string(key));
  }
  return found->text == "~" || found->text == "null" ? "" : found->text;
}

std::vector<Submitter> submitters_of(const YamlNode& submission, const std::string& file) {
  const YamlNode* const list = submission.find(":submitters");
  if (list == nullptr || list->kind != YamlNode::Kind::list) {
    refuse_metadata(file, list == nullptr ? submission : *list, "a list \":submitters:\"");
  }
  std::vector<Submitter> submitters;
  for (const auto& one : list->items) {
    if (one->kind != YamlNode::Kind::map) {
      refuse_metadata(file, *one, "\":name:\", \":sid:\" and \":email:\"");
    }
    submitters.push_back({metadata_text(*one, ":name", file), metadata_text(*one, ":sid", file),
                          metadata_text(*one, ":email", file)});
  }
  return submitters;
}

/// A time stands there as text, or as Ruby writes its object: with "utc" in it.
std::optional<UtcTime> created_at(const YamlNode& submission, const std::string& file) {
  const YamlNode* const at = submission.find(":created_at");
  const YamlNode* const text = at != nullptr && at->kind == YamlNode::Kind::map ? at->find("utc") : at;
  if (text == nullptr || (text->kind == YamlNode::Kind::scalar && text->text.empty())) {
    return std::nullopt;
  }
  const auto time = text->kind == YamlNode::Kind::scalar ? utc_time_of(text->text) : std::nullopt;
  if (!time) {
    refuse_metadata(
        file, *text,
        "a time as 2026-11-20 23:59:00.000000000 Z, got " + fields::brief(std::string(text->text)));
  }
  return time;
}

}  // namespace

std::vector<SubmissionMetadata> read_submission_metadata(std::string_view text, const std::string& file) {
  const std::shared_ptr<const YamlNode> all = read_yaml(text, file);
  if (all->kind != YamlNode::Kind::map) {
    refuse_metadata(file, *all, "a submission's folder, as \"submission_4711:\"");
  }
  std::vector<SubmissionMetadata> submissions;
  for (const auto& [folder, submission] : all->members) {
    if (submission->kind != YamlNode::Kind::map) {
      refuse_metadata(file, *submission, "\":submitters:\" and \":created_at:\" of " + fields::brief(folder));
    }
    submissions.push_back({folder, submitters_of(*submission, file), created_at(*submission, file)});
  }
  return submissions;
}

}  // namespace referee::collect
