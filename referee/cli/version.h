#pragma once

#include <string>

namespace referee {

/// For `--version`: protocol::kServer, and on a second line the commit and the compiler of this build, as
/// "commit 7d9b2652c1f3, built by Clang 19.1.7". A "+" behind the commit: with changes that are in no commit.
/// Without the commit if the sources were no repository.
std::string version_text();

}  // namespace referee
