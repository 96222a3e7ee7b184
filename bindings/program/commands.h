#pragma once

namespace CLI {
class App;
}

/// The commands of the program: those of `referee` of the same name, with the options that need nothing of a
/// system. Each function adds one to `app`; its exit code goes to `code`: 0 done, 1 a difference, 2 a wrong
/// argument or file.
namespace program {

void add_step(CLI::App& app, int& code);
void add_verify(CLI::App& app, int& code);
void add_show(CLI::App& app, int& code);

}  // namespace program
