#include <iostream>
#include <string>

int main() {
  const std::string script = "fr";
  std::size_t asked = 0;
  std::cout << R"({"type":"hello","protocol":1})" << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.find(R"("type":"turn")") == std::string::npos) continue;
    const std::size_t match = line.find(R"("match":")") + 9;
    const int turn = std::stoi(line.substr(line.find(R"("turn":)") + 7));
    const char letter = script[asked++ % script.size()];
    std::cout << R"({"type":"move","match":")" << line.substr(match, line.find('"', match) - match)
              << R"(","turn":)" << turn << R"(,"move":")"
              << (letter == 'f'   ? "forward"
                  : letter == 'l' ? "left"
                                  : "right")
              << R"("})" << std::endl;
  }
}
