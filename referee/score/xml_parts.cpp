#include "referee/score/xml_parts.h"

#include "protocol/fields.h"

namespace referee::xml {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

/// What stands for a character that may not stand there itself; empty if it may.
std::string_view reference_of(char c, bool in_attribute) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return in_attribute ? "&quot;" : "";
    case '\t':
      return in_attribute ? "&#9;" : "";  // a reader would make a blank of it
    case '\n':
      return in_attribute ? "&#10;" : "";
    case '\r':
      return "&#13;";
    default:
      return static_cast<unsigned char>(c) < 0x20 ? kReplacement : "";
  }
}

std::string escaped(std::string_view text, bool in_attribute) {
  // Replacing a byte by U+FFFD makes the text three times as long at most.
  const std::string clean = fields::brief_text(text, 3 * text.size());
  std::string out;
  out.reserve(clean.size());
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const std::string_view rest = std::string_view(clean).substr(i, 3);
    const std::string_view reference = reference_of(clean[i], in_attribute);
    if (rest == "\xef\xbf\xbe" || rest == "\xef\xbf\xbf") {  // U+FFFE, U+FFFF
      out += kReplacement;
      i += 2;
    } else if (reference.empty()) {
      out += clean[i];
    } else {
      out += reference;
    }
  }
  return out;
}

}  // namespace

std::string text(std::string_view text) { return escaped(text, false); }

std::string element(std::string_view name, const Attributes& attributes, std::string_view content) {
  std::string out = "<";
  out.append(name);
  for (const auto& [key, value] : attributes) {
    out.append(" ").append(key).append("=\"").append(escaped(value, true)).append("\"");
  }
  if (content.empty()) {
    return out + "/>\n";
  }
  return out.append(">").append(content).append("</").append(name).append(">\n");
}

std::string parent(std::string_view name, const Attributes& attributes, std::string_view children) {
  return element(name, attributes, children.empty() ? "" : std::string("\n").append(children));
}

}  // namespace referee::xml
