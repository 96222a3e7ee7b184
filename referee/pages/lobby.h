#pragma once

#include <string>
#include <vector>

namespace referee::pages {

/// What people see of a tournament before it begins: who has come, who is expected, and how to join.
struct Lobby {
  struct Entrant {
    enum class Comes {
      launched,  ///< the referee starts its bot
      here,      ///< dialled in
      away,      ///< expected
      waits      ///< registered, and to be approved
    };
    std::string name;
    Comes comes = Comes::away;
  };
  std::string begins = {};                   ///< for people: when it begins
  std::vector<Entrant> entrants = {};        ///< without those that are withdrawn
  std::string address = {};                  ///< of this page, as other machines open it; "": none can
  std::vector<std::string> join_lines = {};  ///< commands for those who want to join; empty: nobody can
  std::string join_note = {};                ///< for people, beside these; may be empty
};

/// The lobby as HTML: a section that needs no script.
std::string lobby_html(const Lobby& lobby);

/// The commands with which a bot dials in at `address`, HOST:PORT. `pin`: of the certificate; "": no TLS.
/// `code`: new names need the class's code.
std::vector<std::string> join_lines(const std::string& address, const std::string& pin, bool code);

}  // namespace referee::pages
