#include "referee/tournament/config/web_spec.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr fields::Range kDelayTurns{0, 1'000'000};
constexpr fields::Range kDelaySeconds{0, 24LL * 60 * 60};
constexpr fields::Range kFreezeRounds{0, 100};
constexpr fields::Range kPlaces{1, 100'000};
constexpr fields::Range kShowTurn{20, 10'000};  // milliseconds
constexpr std::int64_t kUsualShowTurn = 300;
constexpr std::size_t kMostProxies = 100;
constexpr std::size_t kMostHosts = 100;
constexpr std::size_t kMostAddress = 262;  // bytes: a host of 255, brackets are for less, and a port

/// "show": null, or {"turn_ms": 300}.
std::optional<std::int64_t> read_show(fields::Object& in, const std::string& path) {
  const Json* const found = in.find("show");
  if (found == nullptr || found->is_null()) {
    return std::nullopt;
  }
  if (!found->is_object()) {
    in.fail("show", *found, R"(null, or an object, as {"turn_ms":300})");
    return std::nullopt;
  }
  fields::Object show(*found, path + ".show");
  const std::int64_t turn_ms = show.integer_or("turn_ms", kShowTurn, kUsualShowTurn);
  show.refuse_unknown();
  show.require();
  return turn_ms;
}

/// The address that is the value of `key`; `usual` if there is no such key, nothing for null.
std::optional<Address> read_address(fields::Object& in, std::string_view key, std::optional<Address> usual) {
  const Json* const found = in.find(key);
  if (found == nullptr) {
    return usual;
  }
  if (found->is_null()) {
    return std::nullopt;
  }
  const auto* const text = found->get_ptr<const std::string*>();
  if (text != nullptr && text->size() <= kMostAddress) {
    try {
      return Address::parse(*text);
    } catch (const std::invalid_argument&) {  // said below, with the key's path
    }
  }
  in.fail(key, *found, R"("HOST:PORT", as "127.0.0.1:7880", or null)");
  return std::nullopt;
}

/// A key whose value is a list of texts.
struct TextList {
  std::string_view key;
  std::size_t most;
  std::string_view what;  ///< of several, for people
  std::string_view one;   ///< of one, with an example
};

/// `text_of`: what is kept of a value; nothing if it is not one of these.
template <class TextOf>
std::vector<std::string> read_texts(fields::Object& in, const TextList& list, const TextOf& text_of) {
  std::vector<std::string> texts;
  const Json* const found = in.find(list.key);
  if (found == nullptr) {
    return texts;
  }
  if (!found->is_array() || found->size() > list.most) {
    in.fail(list.key, *found,
            "a list of at most " + std::to_string(list.most) + " " + std::string(list.what));
    return texts;
  }
  for (std::size_t i = 0; i < found->size(); ++i) {
    std::optional<std::string> text = text_of(found->at(i));
    if (!text) {
      in.fail(std::string(list.key).append("[").append(std::to_string(i)).append("]"), found->at(i),
              std::string(list.one));
      return texts;
    }
    texts.push_back(std::move(*text));
  }
  return texts;
}

std::vector<std::string> read_proxies(fields::Object& in) {
  const TextList list{"trusted_proxies", kMostProxies, "addresses or networks",
                      R"(an address or a network, as "10.0.0.7" or "10.0.0.0/8")"};
  return read_texts(in, list, [](const Json& value) {
    const auto* const text = value.get_ptr<const std::string*>();
    return text != nullptr && is_network(*text) ? std::optional(*text) : std::nullopt;
  });
}

/// A host's name of letters, digits, "-", "_" and ".", in lower case, as a browser sends it; else nothing.
std::optional<std::string> host_name(const Json& value) {
  constexpr std::size_t kMostName = 253;
  const auto* const text = value.get_ptr<const std::string*>();
  if (text == nullptr || text->empty() || text->size() > kMostName) {
    return std::nullopt;
  }
  std::string name;
  for (const char c : *text) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!is_letter && !(c >= '0' && c <= '9') && c != '-' && c != '_' && c != '.') {
      return std::nullopt;
    }
    name += is_letter ? static_cast<char>(c | 0x20) : c;
  }
  return name;
}

std::vector<std::string> read_hosts(fields::Object& in) {
  const TextList list{"hosts", kMostHosts, "names",
                      R"(a name without scheme and port, as "class.example.org")"};
  return read_texts(in, list, host_name);
}

}  // namespace

bool is_network(const std::string& text) {
  if (text.find('\0') != std::string::npos) {
    return false;  // what is behind it would go unread
  }
  const std::size_t slash = text.find('/');
  const std::string address = text.substr(0, slash);
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  const bool is_v4 = ::inet_pton(AF_INET, address.c_str(), bytes.data()) == 1;
  if (!is_v4 && ::inet_pton(AF_INET6, address.c_str(), bytes.data()) != 1) {
    return false;
  }
  if (slash == std::string::npos) {
    return true;
  }
  const char* const begin = text.data() + slash + 1;
  const char* const end = text.data() + text.size();
  int bits = -1;
  const auto [stop, error] = std::from_chars(begin, end, bits);
  return error == std::errc{} && stop == end && bits >= 0 && *begin != '-' && bits <= (is_v4 ? 32 : 128);
}

WebSpec WebSpec::read(const Json& json, const std::string& path) {
  WebSpec web;
  if (json.is_null()) {
    web.listen.reset();
    return web;
  }
  if (!json.is_object()) {
    throw fields::Exception(
        {path, fields::brief(json), R"(null, or an object, as {"listen":"127.0.0.1:7880"})"});
  }
  fields::Object in(json, path);
  web.listen_named = in.find("listen") != nullptr;
  web.listen = read_address(in, "listen", kUsual);
  web.names = static_cast<Names>(in.choice_or("names", {"name", "display"}, 0));
  web.delay_turns = in.integer_or("delay_turns", kDelayTurns, 0);
  web.delay = std::chrono::seconds(in.integer_or("delay_s", kDelaySeconds, 0));
  web.freeze_rounds = static_cast<int>(in.integer_or("freeze_rounds", kFreezeRounds, 0));
  web.places = static_cast<int>(in.integer_or("places", kPlaces, 0));
  web.matches = static_cast<Matches>(in.choice_or("matches", {"all", "own"}, 0));
  web.show_turn_ms = read_show(in, path);
  web.lab = in.boolean_or("lab", false);
  web.metrics = read_address(in, "metrics", std::nullopt);
  web.trusted_proxies = read_proxies(in);
  web.hosts = read_hosts(in);
  in.refuse_unknown();
  in.require();
  return web;
}

void WebSpec::override_listen(const std::string& text) {
  if (text == "off") {
    listen.reset();
    return;
  }
  try {
    listen = Address::parse(text);
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument("--web '" + text + "': expected HOST:PORT, as 127.0.0.1:7880, or off");
  }
  listen_named = true;
}

}  // namespace referee
