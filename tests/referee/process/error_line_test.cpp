#include "referee/process/error_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <string>

namespace referee {
namespace {

using testing::HasSubstr;

struct Ended {
  const char* runtime;  ///< the name of the case
  const char* wrote;    ///< to standard error, as its runtime does
  const char* names;    ///< what the line has
};

void PrintTo(const Ended& one, std::ostream* out) { *out << one.runtime; }

const std::array kEnded{
    Ended{"Python",
          "Traceback (most recent call last):\n  File \"bot.py\", line 3, in <module>\n    d['x']\nKeyError: "
          "'x'\n",
          "KeyError: 'x'"},
    Ended{"PythonOfTwoLines",
          "Traceback (most recent call last):\n  File \"bot.py\", line 3, in <module>\nmine.Oops: "
          "first\nsecond\n",
          "mine.Oops: first"},
    Ended{"PythonInAnother",
          "Traceback (most recent call last):\n  File \"a\", line 1\nKeyError: 'x'\n\nDuring handling of the "
          "above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"a\", "
          "line 3\n"
          "ValueError: bad board\n",
          "ValueError: bad board"},
    Ended{"PythonSyntax", "  File \"bot.py\", line 1\n    x = = 1\n        ^\nSyntaxError: invalid syntax\n",
          "SyntaxError: invalid syntax"},
    Ended{"Node",
          "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module "
          "'./referee.js'\n"
          "Require stack:\n- /bot/bot.js\n    at Module._resolveFilename (node:internal/x:1207:15)\n    at "
          "node:x {\n"
          "  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/bot/bot.js' ]\n}\n\nNode.js v20.20.2\n",
          "Error: Cannot find module './referee.js'"},
    Ended{"NodeWithCause",
          "/bot/bot.js:3\n    throw new Error('bad board', { cause: e });\n    ^\n\nError: bad board\n    at "
          "f (/bot/bot.js:3:9) {\n"
          "  [cause]: TypeError: x is not a function\n      at g (/bot/bot.js:2:3)\n}\n\nNode.js v20.20.2\n",
          "Error: bad board; [cause]: TypeError: x is not a function"},
    Ended{"NodeOfATypeOfItsOwn",
          "/bot/bot.js:1\nthrow 'no board'\n^\nno board\n(Use `node --trace-uncaught ...` to show where the "
          "exception was thrown)\n\nNode.js v20.20.2\n",
          "no board"},
    Ended{"NodeWithCode",
          "node:internal/x:1\nTypeError [ERR_INVALID_ARG_TYPE]: The \"path\" argument\n    at f (x.js:1:1)\n",
          "TypeError [ERR_INVALID_ARG_TYPE]"},
    Ended{"Deno",
          "error: Uncaught (in promise) TypeError: Cannot read properties\n    at file:///bot/bot.ts:3:9\n",
          "TypeError: Cannot read properties"},
    Ended{"Java",
          "Picked up JAVA_TOOL_OPTIONS: -Xmx768m\nException in thread \"main\" "
          "java.lang.IllegalStateException: bad board\n\tat Bot.main(Bot.java:1)\nCaused by: "
          "java.lang.ArrayIndexOutOfBoundsException: Index 2 out of bounds for length 2\n\tat "
          "Bot.f(Bot.java:1)\n\t... 1 more\n",
          "java.lang.IllegalStateException: bad board; Caused by: java.lang.ArrayIndexOutOfBoundsException: "
          "Index 2"},
    Ended{"JavaWithoutItsClass",
          "Error: Could not find or load main class Bot\nCaused by: java.lang.ClassNotFoundException: Bot\n",
          "Could not find or load main class Bot"},
    Ended{"CSharp",
          "Unhandled exception. System.IndexOutOfRangeException: Index was outside\n ---> System.Exception: "
          "inner\n   at Program.<Main>$(String[] args) in /bot/Program.cs:line 3\n",
          "System.IndexOutOfRangeException: Index was outside; ---> System.Exception: inner"},
    Ended{"Mono",
          "\nUnhandled Exception:\nSystem.NullReferenceException: Object reference\n  at Bot.Main ()\n",
          "System.NullReferenceException: Object reference"},
    Ended{"Rust",
          "thread 'main' panicked at panic.rs:1:82:\nindex out of bounds: the len is 0 but the index is "
          "6\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
          "panicked at panic.rs:1:82: index out of bounds"},
    Ended{"OldRust",
          "thread 'main' panicked at 'index out of bounds', a.rs:1:2\nnote: run with `RUST_BACKTRACE=1`\n",
          "index out of bounds"},
    Ended{
        "Go",
        "panic: runtime error: index out of range [5] with length 2\n\ngoroutine 1 [running]:\nmain.main()\n"
        "\t/home/ann/bot.go:9 +0x1d\nexit status 2\n",
        "panic: runtime error: index out of range [5] with length 2"},
    Ended{"GoOfManyRoutines",
          "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan "
          "receive]:\nmain.main()\n\t/a.go:9\n"
          "created by main.f in goroutine 1\n\t/a.go:7\n\ngoroutine 7 [select]:\nmain.g(0xc000, "
          "0x2)\n\t/a.go:8\n",
          "fatal error: all goroutines are asleep"},
    Ended{"GoRun", "2026/11/28 22:00:00 no board\nexit status 1\n", "no board"},
    Ended{"Ruby", "bot.rb:3:in 'fetch': key not found: :view (KeyError)\n\tfrom bot.rb:3:in '<main>'\n",
          "key not found: :view (KeyError)"},
    Ended{"Lua",
          "lua: bot.lua:3: attempt to index a nil value (local 'm')\nstack traceback:\n\tbot.lua:3: in main "
          "chunk\n\t[C]: in ?\n",
          "attempt to index a nil value"},
    Ended{"Haskell",
          "bot: Prelude.head: empty list\nCallStack (from HasCallStack):\n  error, called at "
          "libraries/base\n  errorEmptyList, called at bot.hs:4:8 in main:Main\n",
          "Prelude.head: empty list"},
    Ended{"NewHaskell",
          "bot: Uncaught exception ghc-internal:GHC.Internal.Exception.ErrorCall:\n\nPrelude.head: empty "
          "list\n\n"
          "HasCallStack backtrace:\n  error, called at libraries/base\n",
          "Prelude.head: empty list"},
    Ended{"Php",
          "PHP Fatal error:  Uncaught TypeError: Cannot access offset in /bot/bot.php:3\nStack trace:\n#0 "
          "{main}\n  thrown in /bot/bot.php on line 3\n",
          "Uncaught TypeError: Cannot access offset"},
    Ended{"Perl",
          "Can't locate Referee.pm in @INC at bot.pl line 1.\nBEGIN failed--compilation aborted at bot.pl "
          "line 1.\n",
          "Can't locate Referee.pm"},
    Ended{"Cpp",
          "terminate called after throwing an instance of 'std::out_of_range'\n  what():  "
          "vector::_M_range_check\n",
          "what():  vector::_M_range_check"},
    Ended{"CppAssertion", "bot: bot.cpp:3: int main(): Assertion `x > 0' failed.\nAborted\n",
          "Assertion `x > 0' failed."},
    Ended{"Julia",
          "ERROR: LoadError: BoundsError: attempt to access\nStacktrace:\n [1] f\nin expression starting at "
          "/a.jl:3\n",
          "BoundsError"},
    Ended{"TheReferee", "KeyError: 'x' was caught\nkilled: its processes took more than 1024 MiB together\n",
          "killed: its processes took more than 1024 MiB together"},
    Ended{"Windows", "Traceback (most recent call last):\r\n  File \"a\"\r\nKeyError: 'x'\r\n",
          "KeyError: 'x'"},
};

class ErrorLine : public testing::TestWithParam<Ended> {};

TEST_P(ErrorLine, NamesTheErrorAndNotTheTrace) {
  const std::string line = error_line(GetParam().wrote);
  EXPECT_THAT(line, HasSubstr(GetParam().names));
  EXPECT_EQ(line.find_first_of("\r\n"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, ErrorLine, testing::ValuesIn(kEnded),
                         [](const auto& one) { return std::string(one.param.runtime); });

TEST(ErrorLineOfWords, IsTheLastOneWhereNoneNamesAnError) {
  EXPECT_EQ(error_line(""), "");
  EXPECT_EQ(error_line("\n \n"), "");
  EXPECT_EQ(error_line("loading\n  no board\n\n"), "no board");
}

TEST(ErrorLineOfWords, IsNotOneOfLongBefore) {
  EXPECT_EQ(error_line("Error: no book, playing without\nturn 1\nturn 2\nturn 3\nturn 4\nturn 5\nturn 6\n"),
            "turn 6");
}

const std::array kBuilds{
    Ended{"Gcc",
          "bot.cpp: In function 'int main()':\n"
          "bot.cpp:2:5: warning: unused\n"
          "bot.cpp:2:13: error: 'foo' was not declared\n"
          "bot.cpp:3:1: error: expected '}'\n",
          "bot.cpp:2:13: error: 'foo' was not declared"},
    Ended{"GccHeader",
          "bot.c:1:10: fatal error: referee.h: No such file or directory\ncompilation terminated.\n",
          "referee.h"},
    Ended{"Linker",
          "/usr/bin/ld: /tmp/a.o: in function `main':\n"
          "bot.c:(.text+0xe): undefined reference to `foo'\ncollect2: error: ld returned 1 exit status\n",
          "undefined reference to `foo'"},
    Ended{"Rustc",
          "error[E0308]: mismatched types\n --> bot.rs:1:27\n  |\nerror: aborting due to 1 previous error\n",
          "error[E0308]: mismatched types --> bot.rs:1:27"},
    Ended{"Javac", "Note: x\nBot.java:3: error: cannot find symbol\n    foo();\n    ^\n1 error\n",
          "Bot.java:3: error: cannot find symbol"},
    Ended{"Go", "# command-line-arguments\n./bot.go:5:2: undefined: x\n", "./bot.go:5:2: undefined: x"},
    Ended{"GoImport", "# command-line-arguments\n./bot.go:5:2: \"fmt\" imported and not used\n",
          "imported and not used"},
    Ended{"Ghc",
          "[1 of 1] Compiling Main\n\n"
          "bot.hs:4:8: error: [GHC-88464]\n    Variable not in scope: foo\n",
          "bot.hs:4:8: error: [GHC-88464] Variable not in scope: foo"},
    Ended{"NoCompiler", "sh: 1: rustc: not found\n", "rustc: not found"},
    Ended{"NoCompilerOfMake",
          "rustc bot.rs\nmake: rustc: No such file or directory\nmake: *** [Makefile:2: bot] Error 127\n",
          "rustc: No such file or directory"},
    Ended{"NoTarget", "make: *** No rule to make target 'bot'.  Stop.\n", "No rule to make target 'bot'"},
    Ended{"CSharp", "Program.cs(3,5): error CS1002: ; expected [/bot/a.csproj]\n",
          "error CS1002: ; expected"},
};

class FirstErrorLine : public testing::TestWithParam<Ended> {};

TEST_P(FirstErrorLine, SaysWhyTheBuildFailed) {
  EXPECT_THAT(first_error_line(GetParam().wrote), HasSubstr(GetParam().names));
}

INSTANTIATE_TEST_SUITE_P(All, FirstErrorLine, testing::ValuesIn(kBuilds),
                         [](const auto& one) { return std::string(one.param.runtime); });

TEST(FirstErrorLineOfWords, IsTheLastOneWhereNoneNamesAnError) {
  EXPECT_EQ(first_error_line("one\ntwo\n"), "two");
  EXPECT_EQ(first_error_line(""), "");
}

}  // namespace
}  // namespace referee
