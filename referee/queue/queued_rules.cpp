#include "referee/queue/queued_rules.h"

#include <stdexcept>
#include <utility>

#include "protocol/fields.h"
#include "referee/queue/bundle.h"
#include "referee/rules/rules_entry.h"

namespace referee::queue {
namespace {

constexpr std::size_t kHexDigits = 64;

}  // namespace

void add_rules(const QueuedRules& rules, nlohmann::json& job) {
  if (!rules.sha256.empty()) {
    job[kRulesSha256] = rules.sha256;
    job[kRulesBundle] = rules.bundle;
  }
}

QueuedRules rules_of(const nlohmann::json& job) {
  fields::Object in(job, "");
  QueuedRules rules;
  rules.sha256 = in.text_or(kRulesSha256, kHexDigits, "");
  if (!rules.sha256.empty()) {
    rules.bundle = in.text(kRulesBundle, kHexDigits);
  }
  in.require();
  return rules;
}

void open_rules_of(const nlohmann::json& job,
                   const std::function<std::filesystem::path(const std::string& bundle)>& unpacked) {
  const QueuedRules rules = rules_of(job);
  if (rules.sha256.empty() || engines::find_rules(rules.sha256) != nullptr) {
    return;
  }
  const engines::Entry& opened = rules::open_rules(unpacked(rules.bundle));
  if (opened.rules_sha256() != rules.sha256) {
    throw std::runtime_error("bundle " + rules.bundle + " has other rules than the job names: " +
                             opened.rules_sha256() + ", expected " + rules.sha256);
  }
}

Task<QueuedRules> RulesOnBoard::rules(const engines::Entry& game) {
  QueuedRules rules{game.rules_sha256(), ""};
  const auto* const folder = rules::rules_folder_of(game);
  if (rules.sha256.empty() || folder == nullptr) {
    co_return rules;
  }
  if (const auto found = bundles_.find(rules.sha256); found != bundles_.end()) {
    rules.bundle = found->second;
    co_return rules;
  }
  Bundle bundle = co_await work_.run<Bundle>([folder] { return pack_whole(folder->copy()); });
  rules.bundle = bundle.sha256;
  co_await board_.put_bundle(std::move(bundle));
  bundles_[rules.sha256] = rules.bundle;
  co_return rules;
}

}  // namespace referee::queue
