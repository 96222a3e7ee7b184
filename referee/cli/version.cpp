#include "referee/cli/version.h"

#include <string_view>

#include "protocol/server.h"
#include "referee/cli/commit.h"  // made by commit.cmake when the program is built

namespace referee {

std::string version_text() {
  constexpr std::string_view kCommit = REFEREE_COMMIT;
  std::string text(protocol::kServer);
  text += "\n";
  if (!kCommit.empty()) {
    text.append("commit ").append(kCommit).append(", ");
  }
  return text + "built by " REFEREE_COMPILER;
}

}  // namespace referee
