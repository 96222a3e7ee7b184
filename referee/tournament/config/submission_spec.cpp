#include "referee/tournament/config/submission_spec.h"

#include <string_view>

#include "protocol/fields.h"
#include "referee/adapt/adapter.h"
#include "referee/games/adapters.h"
#include "referee/prepare/build.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostWords = 100;
constexpr std::size_t kMostWord = 4096;  // bytes
constexpr fields::Range kBytes{1024, 256 * static_cast<std::int64_t>(SubmissionSpec::kMebibyte)};
constexpr fields::Range kPerHour{1, 1000};
constexpr fields::Range kKept{3, 1000};
constexpr fields::Range kQueue{1, 10'000};
constexpr fields::Range kDisk{static_cast<std::int64_t>(SubmissionSpec::kMebibyte),
                              static_cast<std::int64_t>(1) << 50};

std::vector<std::string> submission_command(fields::Object& in) {
  std::vector<std::string> words;
  const Json* const list = in.find("command");
  if (list == nullptr) {
    return words;
  }
  const std::string expected = "a list of 1 to " + std::to_string(kMostWords) + " texts, as [\"./bot\"]";
  if (!list->is_array() || list->empty() || list->size() > kMostWords) {
    in.fail("command", *list, expected);
    in.require();
  }
  for (const Json& word : *list) {
    const auto* const text = word.get_ptr<const std::string*>();
    if (text == nullptr || text->empty() || text->size() > kMostWord ||
        text->find('\0') != std::string::npos) {
      in.fail("command", *list, expected);
      in.require();
      break;
    }
    words.push_back(*text);
  }
  return words;
}

const Adapter* submission_adapter(fields::Object& in, std::string_view game) {
  const std::string name = in.text_or("as", kMostWord, "json");
  const Adapter* const adapter = name == "json" ? nullptr : adapter_named(name);
  if (name != "json" && (adapter == nullptr || adapter->game != game)) {
    in.fail("as", Json(name),
            "\"json\", or a convention of " + std::string(game) + " (referee match --help)");
    in.require();
  }
  return adapter;
}

template <class Number>
void read_number(fields::Object& in, std::string_view key, fields::Range range, Number& number) {
  number = static_cast<Number>(in.integer_or(key, range, static_cast<std::int64_t>(number)));
}

}  // namespace

SubmissionSpec SubmissionSpec::read(const Json& json, std::string_view game, const std::string& path) {
  fields::Object in(json, path);
  SubmissionSpec spec;
  if (const Json* const build = in.find("build")) {
    (void)prepare::Build::read(*build, path + ".build");
    spec.build = *build;
  }
  spec.adapter = submission_adapter(in, game);
  spec.stdio = static_cast<Stdio>(in.choice_or("stdio", {"tcp", "pipe"}, 0));
  if (spec.adapter != nullptr && spec.stdio != Stdio::tcp) {
    in.fail("stdio", Json("pipe"), "\"tcp\": a program of a handout talks to its adapter");
  }
  spec.command = submission_command(in);
  read_number(in, "max_bytes", kBytes, spec.max_bytes);
  read_number(in, "per_hour", kPerHour, spec.per_hour);
  read_number(in, "versions_kept", kKept, spec.versions_kept);
  read_number(in, "queue", kQueue, spec.queue);
  read_number(in, "disk_bytes", kDisk, spec.disk_bytes);
  in.refuse_unknown();
  in.require();
  return spec;
}

}  // namespace referee
