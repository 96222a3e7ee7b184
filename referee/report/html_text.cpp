#include "referee/report/html_text.h"

#include "referee/base/text.h"

namespace referee::html {

std::string escaped(std::string_view text) { return markup(text, kShownText); }

std::string foreign(std::string_view text) { return "<bdi>" + escaped(text) + "</bdi>"; }

}  // namespace referee::html
