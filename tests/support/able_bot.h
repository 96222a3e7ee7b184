#pragma once

namespace test_support {

/// A bot of Walls for `sh -c`: always turns left, and tells its process to standard error at each start; $1:
/// what it does at new_match ("hello": says it again).
inline constexpr const char* kAbleBot = R"(
  hello() { echo '{"type":"hello","protocol":1,"features":["new_match"]}'; }
  hello
  while read -r line; do
    case $line in
      *'"type":"start"'*) echo $$ >&2 ;;
      *'"type":"turn"'*)
        turn=${line#*'"turn":'}
        echo '{"type":"move","match":"m1","move":"left","turn":'"${turn%%,*}"'}' ;;
      *'"type":"new_match"'*) eval "$1" ;;
    esac
  done)";

}  // namespace test_support
