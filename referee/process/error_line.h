#pragma once

#include <string>
#include <string_view>

namespace referee {

/// The line of a program's standard error that names why it has ended, in the words of its runtime: of
/// Python, Node, Deno, Java, C#, Rust, Go, C++, Ruby, Lua, PHP, Perl, Haskell and others. Traces and notes
/// behind it are passed over, and a cause that has a line of its own is added:
/// "java.lang.IllegalStateException: bad board; Caused by: ...". The last line that is not empty where no
/// line behind which little else stands names an error. One line, without blanks at its ends; bytes are as
/// the program wrote them.
std::string error_line(std::string_view stderr_text);

/// The line of a build's output that says why it failed: the first that names an error, for the others often
/// follow from it. The last line that is not empty where none does.
std::string first_error_line(std::string_view output);

}  // namespace referee
