#include "referee/join/submit.h"

#include <chrono>
#include <stdexcept>
#include <thread>

#include <nlohmann/json.hpp>

#include "referee/base/text.h"
#include "referee/join/packed_bot.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::seconds kPause{1};  // between two questions
constexpr std::size_t kShownDetail = 300;  // bytes

/// The answer is no.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One run: asks with the token, and reads the answers.
class Submission {
 public:
  explicit Submission(const SubmitSpec& spec) : spec_(spec) {
    if (spec.tls) {
      tls_.emplace(*spec.tls);
    }
  }

  Json ask(std::string_view method, const std::string& target,
           std::optional<std::string_view> body = std::nullopt) {
    const HttpAnswer answer =
        ask_over_http(spec_.place, tls_ ? &*tls_ : nullptr, method, target, spec_.token, body);
    Json data = Json::parse(answer.body, nullptr, false);
    if (answer.status >= 400) {
      const std::string detail = data.is_object() && data.contains("detail") && data["detail"].is_string()
                                     ? data["detail"].get<std::string>()
                                     : answer.body;
      throw Refused(std::to_string(answer.status) + " " + answer.reason + ": " +
                    printable(detail, kShownDetail) +
                    (answer.retry_after.empty() ? "" : " (try again in " + answer.retry_after + " s)"));
    }
    if (!data.is_object()) {
      throw NoConnection("the answer does not come from a referee: is the address right?");
    }
    return data;
  }

 private:
  const SubmitSpec& spec_;
  std::optional<TlsClient> tls_;
};

/// For the query of an address.
std::string in_query(const std::string& text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       c == '.' || c == '_' || c == '-';
    if (plain) {
      out += c;
    } else {
      out += {'%', kHex[byte / 16], kHex[byte % 16]};
    }
  }
  return out;
}

void print_lines(std::ostream& out, const Json& version) {
  const std::string output = version.value("output", "");
  if (!output.empty()) {
    out << escaped(output, "\n") << (output.ends_with('\n') ? "" : "\n");
  }
  for (const Json& name : version.value("left_out", Json::array())) {
    out << "not copied: " << escaped(name.get<std::string>()) << "\n";
  }
}

/// Prints what has become of a version.
SubmitEnd print_end(std::ostream& out, const Json& version) {
  print_lines(out, version);
  const std::string number = std::to_string(version.at("number").get<int>());
  if (version.at("status") != "ready") {
    out << "submission " << number << " does not play (" << escaped(version.at("stage").get<std::string>())
        << "): " << escaped(version.at("problem").get<std::string>()) << std::endl;
    return SubmitEnd::refused;
  }
  const std::string plays = version.at("plays").get<std::string>();
  out << "submission " << number << " is ready";
  if (version.contains("turn_ms") && version["turn_ms"].is_number()) {
    out << ", first answer after " << fixed_text(version["turn_ms"].get<double>(), 0) << " ms";
  }
  out << ": "
      << (plays == "now"    ? "it plays now"
          : plays == "next" ? "it plays from the next round on"
                            : "another submission plays")
      << std::endl;
  return SubmitEnd::plays;
}

SubmitEnd hand_in(const SubmitSpec& spec, std::ostream& out) {
  Submission submission(spec);
  const Json terms = submission.ask("GET", "/api/submissions");
  const PackedBot bot = pack_bot(spec.bot, terms.at("max_bytes").get<std::uint64_t>());
  for (const std::string& name : bot.left_out) {
    out << "left out, because it is no plain file: " << escaped(name) << "\n";
  }
  Json version = submission.ask("PUT", "/submissions?name=" + in_query(bot.name), bot.bytes);
  const std::string number = std::to_string(version.at("number").get<int>());
  out << "received: submission " << number << (version.at("known").get<bool>() ? ", the same as before" : "")
      << ", SHA-256 " << escaped(version.at("sha256").get<std::string>()) << std::endl;
  if (!spec.wait) {
    return SubmitEnd::plays;
  }
  version = submission.ask("GET", "/api/submissions/" + number);
  while (version.at("status") == "waiting") {
    std::this_thread::sleep_for(kPause);
    version = submission.ask("GET", "/api/submissions/" + number);
  }
  return print_end(out, version);
}

}  // namespace

SubmitEnd submit(const SubmitSpec& spec, std::ostream& out, std::ostream& complaints) {
  try {
    return hand_in(spec, out);
  } catch (const Refused& refused) {
    complaints << "referee: submit: " << escaped(refused.what()) << std::endl;
    return SubmitEnd::refused;
  } catch (const TooLarge& large) {
    complaints << "referee: submit: " << escaped(large.what()) << std::endl;
    return SubmitEnd::refused;
  } catch (const Json::exception&) {
    throw NoConnection("the answer does not come from a referee: is the address right?");
  }
}

}  // namespace referee
