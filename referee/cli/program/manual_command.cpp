#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "protocol/server.h"
#include "referee/base/files.h"
#include "referee/cli/commands.h"
#include "referee/cli/program/command_markdown.h"
#include "referee/cli/program/command_text.h"

// Manual pages in the macros of man(7), from what the commands and options say of themselves; the same in
// Markdown is made in command_markdown.cpp.

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

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string heading(const std::string& page, const std::string& name, const std::string& about) {
  return ".TH " + roff(upper(page)) + " 1 \"\" \"" + roff(protocol::kServer) + "\" \"Games\"\n.SH NAME\n" +
         roff(name) + " \\- " + roff(about) + "\n";
}

std::string list_of(const std::string& section, const std::vector<OptionText>& options) {
  std::string out = options.empty() ? "" : ".SH " + section + "\n";
  for (const OptionText& option : options) {
    out += ".TP\n.B " + roff(option.head) + "\n" + roff(option.description) + "\n";
  }
  return out;
}

std::string roff(const FooterSection& section) {
  std::string out;
  for (const FooterBlock& block : section.blocks) {
    if (block.is_listing) {
      out += ".PP\n.nf\n.RS 4\n" + roff(block.text) + ".RE\n.fi\n";
    } else {
      out += (out.empty() ? "" : ".PP\n") + roff(block.text);
    }
  }
  return out;
}

/// The parts of a footer that have titles.
std::string titled(const std::vector<FooterSection>& sections) {
  std::string out;
  for (const FooterSection& section : sections) {
    if (!section.title.empty()) {
      out += ".SH " + upper(section.title) + "\n" + roff(section);
    }
  }
  return out;
}

std::string page_of_command(const CommandText& command) {
  const std::vector<FooterSection> footer = sections_of(command.footer);
  const std::string more = roff(footer.front());
  return heading("referee-" + command.name, "referee-" + command.name, command.description) +
         ".SH SYNOPSIS\n.B referee " + roff(command.name) + "\n" + roff(command.usage) +
         "\n.SH DESCRIPTION\n" + roff(command.description) + ".\n" + (more.empty() ? "" : ".PP\n") + more +
         list_of("ARGUMENTS", command.arguments) + list_of("OPTIONS", command.options) + titled(footer) +
         ".SH SEE ALSO\n.BR referee (1)\n";
}

std::string page_of_program(const CommandText& program, const std::vector<CommandText>& commands) {
  const std::vector<FooterSection> footer = sections_of(program.footer);
  std::string out = heading("referee", "referee", "headless tournament referee for bots") +
                    ".SH SYNOPSIS\n.B referee\n.I COMMAND\n.RI [ OPTION ...]\n.SH DESCRIPTION\n" +
                    roff(program.description) + ".\n" + roff(footer.front()) +
                    "Each command has a page of its own.\n.SH COMMANDS\n";
  std::string group;
  for (const CommandText& command : commands) {
    out += command.group == group ? "" : ".SS " + roff(command.group) + "\n";
    group = command.group;
    out += ".TP\n.BR referee\\-" + roff(command.name) + " (1)\n" + roff(command.description) + "\n";
  }
  return out + list_of("OPTIONS", program.options) + titled(footer) + std::string(kFiles) +
         ".SH SEE ALSO\n.BR systemctl (1),\n.BR bwrap (1)\n";
}

/// One page a command, and one of the program, which lists them.
void write_manual_pages(const std::filesystem::path& folder, const CommandText& program,
                        const std::vector<CommandText>& commands) {
  write_file_atomically(folder / "referee.1", page_of_program(program, commands), Sync::none);
  for (const CommandText& each : commands) {
    write_file_atomically(folder / ("referee-" + each.name + ".1"), page_of_command(each), Sync::none);
  }
}

void write_markdown(const std::filesystem::path& folder, const CommandText& program,
                    const std::vector<CommandText>& commands) {
  write_file_atomically(folder / "README.md", markdown_of_program(program, commands), Sync::none);
  for (const CommandText& each : commands) {
    write_file_atomically(folder / (each.name + ".md"), markdown_of_command(each), Sync::none);
  }
}

}  // namespace

void add_manual_command(CLI::App& app, int&) {
  const auto folder = std::make_shared<std::string>();
  const auto markdown = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("manual", "Write the manual pages into a folder");
  command->group("");  // not in the help: for what packs the program
  command->add_option("FOLDER", *folder)->required();
  command->add_flag("--markdown", *markdown, "Pages in Markdown, for the site of scripts/docs");
  command->callback([folder, markdown, &app] {
    std::filesystem::create_directories(*folder);
    (*markdown ? write_markdown : write_manual_pages)(*folder, text_of(app), commands_of(app));
  });
}

}  // namespace referee
