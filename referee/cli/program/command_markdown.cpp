#include "referee/cli/program/command_markdown.h"

#include <string_view>

namespace referee {
namespace {

/// Text in which Markdown finds nothing of its own but code in backticks.
std::string escaped_markdown(std::string_view text) {
  constexpr std::string_view kSpecial = "\\*_[]<>|#";
  std::string out;
  bool in_code = false;
  for (const char c : text) {
    in_code = in_code != (c == '`');
    out += in_code || kSpecial.find(c) == std::string_view::npos ? "" : "\\";
    out += c;
  }
  return out;
}

std::string indented(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += (out.empty() || out.back() == '\n') && c != '\n' ? std::string("    ") + c : std::string(1, c);
  }
  return out;
}

std::string markdown(const FooterSection& section) {
  std::string out = section.title.empty() ? "" : "\n## " + section.title + "\n";
  for (const FooterBlock& block : section.blocks) {
    out += "\n" + (block.is_listing ? indented(block.text) : escaped_markdown(block.text));
  }
  return out;
}

std::string markdown_list(const std::string& title, const std::vector<OptionText>& options) {
  std::string out = options.empty() ? "" : "\n## " + title + "\n";
  for (const OptionText& option : options) {
    out += "\n`" + option.head + "`\n: " + escaped_markdown(option.description) + "\n";
  }
  return out;
}

/// What follows the first lines of a page: lists of options, and the parts of the footer around them.
std::string markdown_body(const CommandText& text) {
  const std::vector<FooterSection> footer = sections_of(text.footer);
  std::string out = markdown(footer.front()) + markdown_list("Arguments", text.arguments) +
                    markdown_list("Options", text.options);
  for (std::size_t i = 1; i < footer.size(); ++i) {
    out += markdown(footer[i]);
  }
  return out;
}

}  // namespace

std::string markdown_of_command(const CommandText& command) {
  return "# referee " + command.name + "\n\n" + escaped_markdown(command.description) + ".\n\n" +
         indented("referee " + command.name + " " + command.usage + "\n") + markdown_body(command);
}

std::string markdown_of_program(const CommandText& program, const std::vector<CommandText>& commands) {
  std::string out = "# Commands\n";
  std::string group;
  for (const CommandText& command : commands) {
    if (command.group != group) {
      out += "\n## " + command.group + "\n\n";
      group = command.group;
    }
    out += "- [`referee " + command.name + "`](" + command.name +
           ".md): " + escaped_markdown(command.description) + "\n";
  }
  return out + markdown_body(program);
}

}  // namespace referee
