#include "referee/report/stylesheet.h"

#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string_view>

#include "engines/embedded_file.h"

namespace engines {

std::span<const EmbeddedFile> report_styles();

}  // namespace engines

namespace referee {
namespace {

std::string joined_styles(std::initializer_list<std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    const engines::EmbeddedFile* const file = engines::find_file(engines::report_styles(), name);
    if (file == nullptr) {
      throw std::logic_error("reports have no style " + std::string(name));
    }
    text += file->text;
  }
  return text;
}

}  // namespace

const std::string& page_style() {
  static const std::string kText = joined_styles({"tokens", "base"});
  return kText;
}

const std::string& report_style() {
  static const std::string kText = joined_styles({"report"});
  return kText;
}

}  // namespace referee
