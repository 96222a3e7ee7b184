#include "referee/pages/lobby.h"

#include <algorithm>
#include <string_view>

#include "referee/pages/qr_code.h"
#include "referee/report/html_parts.h"

namespace referee::pages {
namespace {

using Comes = Lobby::Entrant::Comes;

/// The entrants of some kinds, by name, in a list with a heading; "" if there are none.
std::string people_html(const Lobby& lobby, std::string_view title, std::string_view key,
                        const std::vector<Comes>& kinds) {
  std::string items;
  std::size_t count = 0;
  for (const Lobby::Entrant& entrant : lobby.entrants) {
    for (const Comes kind : kinds) {
      if (entrant.comes == kind) {
        ++count;
        items.append("<li><bdi>").append(html::escaped(entrant.name)).append("</bdi>");
        items += kind == Comes::launched ? " <small>launched</small></li>" : "</li>";
      }
    }
  }
  if (count == 0) {
    return "";
  }
  return "<div data-key=\"" + std::string(key) + "\"><h3>" + std::string(title) + " (" +
         std::to_string(count) + ")</h3><ul class=\"people\">" + items + "</ul></div>\n";
}

/// A command of which a narrow page breaks no word: not even behind "--".
std::string words_html(const std::string& line) {
  std::string out;
  for (std::size_t begin = 0; begin < line.size();) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    out += (out.empty() ? "<span>" : " <span>") + html::escaped(line.substr(begin, end - begin)) + "</span>";
    begin = end + 1;
  }
  return out;
}

std::string join_html(const Lobby& lobby) {
  if (lobby.join_lines.empty()) {
    return "";
  }
  std::string text = "<div data-key=\"join\"><h3>Join</h3>";
  for (const std::string& line : lobby.join_lines) {
    text += "<p class=\"command\"><code>" + words_html(line) + "</code> <button type=\"button\"" +
            html::attribute("data-copy", line) + ">Copy</button></p>";
  }
  return text + (lobby.join_note.empty() ? "" : "<p>" + html::escaped(lobby.join_note) + "</p>") + "</div>\n";
}

/// How a phone comes here.
std::string address_html(const std::string& address) {
  if (address.empty()) {
    return "<p data-key=\"address\">Only this machine can open this page.</p>\n";
  }
  const std::string shown = html::escaped(address);
  return "<figure class=\"address\" data-key=\"address\">" + qr_code_svg(address) + "<figcaption><a href=\"" +
         shown + "\">" + shown + "</a></figcaption></figure>\n";
}

}  // namespace

std::string lobby_html(const Lobby& lobby) {
  return "<section class=\"part lobby\" id=\"lobby\" aria-labelledby=\"lobby-title\">"
         "<h2 id=\"lobby-title\">Lobby</h2>\n<div class=\"content\">" +
         address_html(lobby.address) + "<p class=\"begins\">" + html::escaped(lobby.begins) + "</p>\n" +
         people_html(lobby, "Here", "here", {Comes::here, Comes::launched}) +
         people_html(lobby, "Expected", "away", {Comes::away}) +
         people_html(lobby, "To be approved", "waits", {Comes::waits}) + join_html(lobby) +
         "</div></section>\n";
}

std::vector<std::string> join_lines(const std::string& address, const std::string& pin, bool code) {
  const std::string rest = address + (pin.empty() ? "" : " --tls --pin " + pin) +
                           " --name NAME --token-file NAME.token" + (code ? " --code-file class.code" : "") +
                           " -- ";
  return {"python3 join.py " + rest + "python3 my_bot.py", "referee join " + rest + "./my_bot"};
}

}  // namespace referee::pages
