#include "referee/pages/qr_code.h"

#include <qrcodegen.hpp>

#include "referee/report/html_parts.h"

namespace referee::pages {
namespace {

using qrcodegen::QrCode;

constexpr int kQuietZone = 4;  // modules

/// "M4 4h7v1h-7z": the dark modules as runs, a row after the other.
std::string runs_of(const QrCode& code) {
  std::string path;
  for (int y = 0; y < code.getSize(); ++y) {
    for (int x = 0; x < code.getSize(); ++x) {
      const int begin = x;
      while (code.getModule(x, y)) {  // false outside
        ++x;
      }
      if (x > begin) {
        const std::string length = std::to_string(x - begin);
        path += "M" + std::to_string(begin + kQuietZone) + " " + std::to_string(y + kQuietZone) + "h" +
                length + "v1h-" + length + "z";
      }
    }
  }
  return path;
}

}  // namespace

std::string qr_code_svg(const std::string& text) {
  const QrCode code = QrCode::encodeText(text.c_str(), QrCode::Ecc::MEDIUM);
  const std::string side = std::to_string(code.getSize() + 2 * kQuietZone);
  return "<svg class=\"qr-code\" role=\"img\" aria-label=\"QR code: " + html::escaped(text) +
         "\" viewBox=\"0 0 " + side + " " + side +
         "\" shape-rendering=\"crispEdges\"><path class=\"quiet\" fill=\"#fff\" d=\"M0 0h" + side + "v" +
         side + "h-" + side + "z\"/><path fill=\"#000\" d=\"" + runs_of(code) + "\"/></svg>";
}

}  // namespace referee::pages
