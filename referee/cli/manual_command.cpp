#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "protocol/server.h"
#include "referee/base/files.h"
#include "referee/cli/command_text.h"
#include "referee/cli/commands.h"

// Manual pages in the macros of man(7), from what the commands and options say of themselves.

namespace referee {
namespace {

constexpr std::string_view kFiles =
    ".SH FILES\n"
    ".TP\n.I /etc/referee/NAME.json\nThe tournament of the service\n.BR referee@NAME .\n"
    ".TP\n.I /var/lib/referee/NAME\nIts store, tournament.db, and its reports.\n"
    ".TP\n.I /usr/share/referee\n"
    "Sample tournaments and bots, the protocol, and pages on all of them; README.md comes first.\n";

/// Text as roff takes it: a hyphen that can be copied, no escapes, and no line that is taken for a request.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
      out += "\\&";
    }
    out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  }
  return out;
}

std::string heading(const std::string& page, const std::string& name, const std::string& about) {
  std::string title = page;
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
  return ".TH " + roff(title) + " 1 \"\" \"" + roff(protocol::kServer) + "\" \"Games\"\n.SH NAME\n" +
         roff(name) + " \\- " + roff(about) + "\n";
}

std::string list_of(const std::string& section, const std::vector<OptionText>& options) {
  std::string out = options.empty() ? "" : ".SH " + section + "\n";
  for (const OptionText& option : options) {
    out += ".TP\n.B " + roff(option.head) + "\n" + roff(option.description) + "\n";
  }
  return out;
}

/// The sections of a footer. Its lines are filled anew, but for those that are indented.
class FooterSections {
 public:
  explicit FooterSections(const std::string& footer) {
    std::istringstream lines(footer);
    for (std::string line; std::getline(lines, line);) {
      add(line);
    }
    leave_listing();
  }

  std::string description;
  std::string rest;  ///< EXIT STATUS, EXAMPLES

 private:
  void add(const std::string& line) {
    if (line.starts_with("Exit code: ")) {
      begin("EXIT STATUS");
      *section_ += roff(line.substr(std::string_view("Exit code: ").size())) + "\n";
    } else if (line == "Example:" || line == "Examples:") {
      begin("EXAMPLES");
    } else if (line.starts_with("  ")) {
      *section_ += std::string(listing_ ? "" : ".PP\n.nf\n.RS 4\n") + roff(line.substr(2)) + "\n";
      listing_ = true;
    } else {
      leave_listing();
      *section_ += line.empty() ? (section_->empty() ? "" : ".PP\n") : roff(line) + "\n";
    }
  }

  void begin(const std::string& name) {
    leave_listing();
    if (section_->ends_with(".PP\n")) {
      section_->resize(section_->size() - std::string_view(".PP\n").size());
    }
    section_ = &rest;
    rest += ".SH " + name + "\n";
  }

  void leave_listing() {
    *section_ += listing_ ? ".RE\n.fi\n.PP\n" : "";
    listing_ = false;
    while (section_->ends_with(".PP\n.PP\n")) {
      section_->resize(section_->size() - std::string_view(".PP\n").size());
    }
  }

  std::string* section_ = &description;
  bool listing_ = false;
};

std::string page_of_command(const CommandText& command) {
  const FooterSections footer(command.footer);
  return heading("referee-" + command.name, "referee-" + command.name, command.description) +
         ".SH SYNOPSIS\n.B referee " + roff(command.name) + "\n" + roff(command.usage) +
         "\n.SH DESCRIPTION\n" + roff(command.description) + ".\n" +
         (footer.description.empty() ? "" : ".PP\n") + footer.description +
         list_of("ARGUMENTS", command.arguments) + list_of("OPTIONS", command.options) + footer.rest +
         ".SH SEE ALSO\n.BR referee (1)\n";
}

std::string page_of_program(const CommandText& program, const std::vector<CommandText>& commands) {
  const FooterSections footer(program.footer);
  std::string out = heading("referee", "referee", "headless tournament referee for bots") +
                    ".SH SYNOPSIS\n.B referee\n.I COMMAND\n.RI [ OPTION ...]\n.SH DESCRIPTION\n" +
                    roff(program.description) + ".\n" + footer.description +
                    "Each command has a page of its own.\n.SH COMMANDS\n";
  std::string group;
  for (const CommandText& command : commands) {
    out += command.group == group ? "" : ".SS " + roff(command.group) + "\n";
    group = command.group;
    out += ".TP\n.BR referee\\-" + roff(command.name) + " (1)\n" + roff(command.description) + "\n";
  }
  return out + list_of("OPTIONS", program.options) + footer.rest + std::string(kFiles) +
         ".SH SEE ALSO\n.BR systemctl (1),\n.BR bwrap (1)\n";
}

}  // namespace

void add_manual_command(CLI::App& app, int&) {
  const auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("manual", "Write the manual pages into a folder");
  command->group("");  // not in the help: for what packs the program
  command->add_option("FOLDER", *folder)->required();
  command->callback([folder, &app] {
    const std::filesystem::path pages(*folder);
    std::filesystem::create_directories(pages);
    const std::vector<CommandText> commands = commands_of(app);
    write_file_atomically(pages / "referee.1", page_of_program(text_of(app), commands), Sync::none);
    for (const CommandText& each : commands) {
      write_file_atomically(pages / ("referee-" + each.name + ".1"), page_of_command(each), Sync::none);
    }
  });
}

}  // namespace referee
