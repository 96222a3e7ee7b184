#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// What the program's commands and options are, as their definitions in CLI11 say it: manual pages and
/// completions are written from this, so that they agree with `--help`.
namespace referee {

/// An option, or an argument without a name of its own.
struct OptionText {
  std::vector<std::string> names;   ///< as they are typed: "-h", "--help"; of an argument its word, "GAME"
  std::string head;                 ///< as help shows it: "-h,--help", "--seed NUMBER"
  std::string description;          ///< on one line
  std::vector<std::string> values;  ///< all that it takes, if these are words that can be listed
  bool takes_value;
  bool repeats;  ///< may be given several times, or takes several words
};

struct CommandText {
  std::string name;
  std::string group;  ///< of a command: the title of the group in which help shows it
  std::string description;
  std::string usage;   ///< what follows its name: "GAME [OPTIONS]"
  std::string footer;  ///< what help shows below the options
  std::vector<OptionText> arguments;
  std::vector<OptionText> options;
};

/// Lines of a footer that belong together, each with its end: a paragraph, or a listing, which is to be shown
/// as it is.
struct FooterBlock {
  bool is_listing;
  std::string text;
};

/// A part of a footer.
struct FooterSection {
  std::string title;  ///< "Exit status" or "Examples"; empty: what stands before both
  std::vector<FooterBlock> blocks;
};

/// The parts of what help shows below the options of a command. The first one has no title, and may have no
/// blocks.
std::vector<FooterSection> sections_of(const std::string& footer);

/// One command as help shows it. `app`: the program, or one of its commands.
CommandText text_of(const CLI::App& app);

/// The commands that the help of `program` shows, in that order.
std::vector<CommandText> commands_of(const CLI::App& program);

}  // namespace referee
