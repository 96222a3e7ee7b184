#pragma once

#include <string>

// The styles of all pages. They load no fonts, images or other files.
namespace referee {

/// The tokens, which alone name colors, and texts and controls: what each page has.
const std::string& page_style();
/// Heads, tables, lists and drawings of reports; page_style() stands before it.
const std::string& report_style();

}  // namespace referee
