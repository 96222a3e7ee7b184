#include <optional>
#include <string>

#include "bench/fuzz/targets.h"
#include "protocol/sha256.h"
#include "referee/record/replay.h"

// A record. Its digest is mended first, so that what is changed before it is looked at, too.
namespace fuzz {
namespace {

constexpr std::string_view kKey = "\"digest\":\"";
constexpr std::size_t kDigits = 64;

std::string with_new_digest(std::string_view record) {
  std::string text(record);
  const std::size_t body = record.substr(0, record.size() - (record.ends_with('\n') ? 1 : 0)).rfind('\n');
  const std::size_t key = record.rfind(kKey);
  if (body != std::string_view::npos && key != std::string_view::npos && key > body &&
      record.size() >= key + kKey.size() + kDigits) {
    text.replace(key + kKey.size(), kDigits, protocol::Sha256::hex_of(record.substr(0, body + 1)));
  }
  return text;
}

void check(std::string_view text) {
  const referee::Verified verified = referee::verify_record(text);
  promise(verified.turns >= 0, "a count is not negative");
  if (verified.difference) {
    promise(verified.difference->line >= 1 && !verified.difference->field.empty(),
            "a difference names its line and field");
    promise(verified.difference->text().size() < 4096, "a difference is short");
  }
}

}  // namespace

void record(std::string_view input) {
  check(input);
  check(with_new_digest(input));
}

}  // namespace fuzz
