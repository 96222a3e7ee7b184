#include "referee/tournament/config/entrant_names.h"

#include "protocol/limits.h"
#include "protocol/messages.h"
#include "referee/base/unicode/unicode.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee {
namespace {

constexpr std::size_t kRoomForNumber = 5;  // "-1000" behind a name that is taken already

/// What U+00C0 .. U+017F are without their marks, two characters each; a dot stands for none.
constexpr std::string_view kPlain =
    "A.A.A.A.A.A.AEC.E.E.E.E.I.I.I.I.D.N.O.O.O.O.O...O.U.U.U.U.Y.THss"
    "a.a.a.a.a.a.aec.e.e.e.e.i.i.i.i.d.n.o.o.o.o.o...o.u.u.u.u.y.thy."
    "A.a.A.a.A.a.C.c.C.c.C.c.C.c.D.d.D.d.E.e.E.e.E.e.E.e.E.e.G.g.G.g."
    "G.g.G.g.H.h.H.h.I.i.I.i.I.i.I.i.I.i.IJijJ.j.K.k.k.L.l.L.l.L.l.L."
    "l.L.l.N.n.N.n.N.n.n.N.n.O.o.O.o.O.o.OEoeR.r.R.r.R.r.S.s.S.s.S.s."
    "S.s.T.t.T.t.T.t.U.u.U.u.U.u.U.u.U.u.U.u.W.w.Y.y.Y.Z.z.Z.z.Z.z.s.";
constexpr char32_t kFirstPlain = 0xC0;
constexpr char32_t kLastPlain = 0x17F;
static_assert(kPlain.size() == 2 * (kLastPlain - kFirstPlain + 1));

std::string in_ascii(char32_t character) {
  if (character >= kFirstPlain && character <= kLastPlain) {
    std::string plain(kPlain.substr(2 * (character - kFirstPlain), 2));
    std::erase(plain, '.');
    return plain;
  }
  if (character == ' ') {
    return ".";
  }
  const char c = character < 0x80 ? static_cast<char>(character) : '\0';
  const bool allowed = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       c == '.' || c == '_' || c == '-';
  if (allowed) {
    return {c};
  }
  return c == '\0' || c == '\'' ? "" : "-";  // O'Brien is obrien
}

}  // namespace

std::string entrant_name_from(std::string_view text) {
  std::string name;
  for (const char32_t character : unicode::decoded_with_replacements(text)) {
    name += in_ascii(character);
  }
  const std::size_t begin = name.find_first_not_of("._-");
  name = begin == std::string::npos ? "" : name.substr(begin, protocol::kMaxName - kRoomForNumber);
  name.erase(name.find_last_not_of("._-") + 1);
  return name.empty() ? "student" : name;
}

std::string EntrantNames::give(const std::string& wanted) {
  const std::string name = is_house_name(wanted) ? entrant_name_from("student-" + wanted) : wanted;
  std::string unique = name;
  for (int number = 2; !taken_.insert(protocol::folded_name(unique)).second; ++number) {
    unique = name + "-" + std::to_string(number);
  }
  return unique;
}

}  // namespace referee
