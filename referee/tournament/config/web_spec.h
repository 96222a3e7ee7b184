#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/net/address.h"

namespace referee {

/// What the pages of a tournament show in a browser, where, and when.
struct WebSpec {
  /// Which name of an entrant the pages show.
  enum class Names {
    name,    ///< the one that it plays under
    display  ///< the one for people, where it has one
  };
  /// Whose matches the pages show, with their results.
  enum class Matches {
    all,
    own  ///< each entrant sees its own, and spectators none
  };
  /// Where the pages are if nobody says where.
  static inline const Address kUsual{"127.0.0.1", 7880};

  std::optional<Address> listen = kUsual;  ///< nothing: no pages
  /// Whether the file or the command line named `listen`: then no other port takes its place.
  bool listen_named = false;
  Names names = Names::name;
  std::int64_t delay_turns = 0;   ///< a running match is shown so many turns later
  std::chrono::seconds delay{0};  ///< shown so much later; the later of this and delay_turns counts
  int freeze_rounds = 0;          ///< the results of so many last rounds wait for `referee ctl reveal`
  int places = 0;                 ///< so many first places of the standings are shown; 0: all
  Matches matches = Matches::all;
  /// Games that are over are shown again at so many milliseconds a turn; nothing: they are not.
  std::optional<std::int64_t> show_turn_ms;
  bool lab = false;                ///< there is a page in which bots are written and play in the browser
  std::optional<Address> metrics;  ///< where Prometheus reads figures; nothing: nowhere
  /// Addresses and networks, "10.0.0.7" or "10.0.0.0/8", whose X-Forwarded-For counts.
  std::vector<std::string> trusted_proxies;
  /// Names under which browsers may ask for the pages, beside addresses, "localhost" and the host of
  /// `listen`: lower case, without ports.
  std::vector<std::string> hosts;

  /// Reads "web": null, or an object. Throws fields::Exception at or below `path`.
  static WebSpec read(const nlohmann::json& json, const std::string& path);
  /// Reads --web: "HOST:PORT", or "off". Throws std::invalid_argument for other text.
  void override_listen(const std::string& text);
};

/// Whether `text` is an IPv4 or IPv6 address in digits, or such a network in CIDR notation.
bool is_network(const std::string& text);

}  // namespace referee
