#include "referee/tournament/config/export_columns.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "protocol/messages.h"

namespace referee {
namespace {

/// Moodle writes the names of its columns in the language of the teacher, here as its language packs have
/// them: German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Turkish, Chinese, Japanese.
/// nbgrader has underscores for blanks.
struct Translated {
  std::string_view name;  ///< in lower case
  const char* english;
};
constexpr std::array kTranslated = {
    Translated{"first_name", "first name"},
    Translated{"last_name", "last name"},
    Translated{"vorname", "first name"},
    Translated{"nachname", "last name"},
    Translated{"vollständiger name", "full name"},
    Translated{"anmeldename", "username"},
    Translated{"benutzername", "username"},
    Translated{"e-mail-adresse", "email address"},
    Translated{"e-mail", "email address"},
    Translated{"id-nummer", "id number"},
    Translated{"identifiant", "identifier"},
    Translated{"identificador", "identifier"},
    Translated{"identificativo", "identifier"},
    Translated{"abteilung", "department"},
    Translated{"gruppen", "groups"},
    Translated{"prénom", "first name"},
    Translated{"nom", "last name"},
    Translated{"nom de famille", "last name"},
    Translated{"nom complet", "full name"},
    Translated{"nom d'utilisateur", "username"},
    Translated{"adresse de courriel", "email address"},
    Translated{"adresse e-mail", "email address"},
    Translated{"courriel", "email address"},
    Translated{"numéro d'identification", "id number"},
    Translated{"département", "department"},
    Translated{"groupes", "groups"},
    Translated{"nombre", "first name"},
    Translated{"apellido(s)", "last name"},
    Translated{"apellidos", "last name"},
    Translated{"nombre completo", "full name"},
    Translated{"nombre de usuario", "username"},
    Translated{"dirección de correo", "email address"},
    Translated{"dirección de correo electrónico", "email address"},
    Translated{"dirección email", "email address"},
    Translated{"correo electrónico", "email address"},
    Translated{"número de id", "id number"},
    Translated{"institución", "institution"},
    Translated{"departamento", "department"},
    Translated{"grupos", "groups"},
    Translated{"nome", "first name"},
    Translated{"cognome", "last name"},
    Translated{"nome completo", "full name"},
    Translated{"nome utente", "username"},
    Translated{"indirizzo email", "email address"},
    Translated{"indirizzo e-mail", "email address"},
    Translated{"codice identificativo", "id number"},
    Translated{"numero id", "id number"},
    Translated{"istituzione", "institution"},
    Translated{"istituto", "institution"},
    Translated{"ente", "institution"},
    Translated{"dipartimento", "department"},
    Translated{"gruppi", "groups"},
    Translated{"sobrenome", "last name"},
    Translated{"apelido", "last name"},
    Translated{"nome de usuário", "username"},
    Translated{"nome de utilizador", "username"},
    Translated{"endereço de email", "email address"},
    Translated{"endereço de e-mail", "email address"},
    Translated{"número de identificação", "id number"},
    Translated{"número id", "id number"},
    Translated{"instituição", "institution"},
    Translated{"voornaam", "first name"},
    Translated{"achternaam", "last name"},
    Translated{"volledige naam", "full name"},
    Translated{"gebruikersnaam", "username"},
    Translated{"e-mailadres", "email address"},
    Translated{"nummer (id)", "id number"},
    Translated{"instelling", "institution"},
    Translated{"instituut", "institution"},
    Translated{"afdeling", "department"},
    Translated{"groepen", "groups"},
    Translated{"imię", "first name"},
    Translated{"nazwisko", "last name"},
    Translated{"imię i nazwisko", "full name"},
    Translated{"pełna nazwa", "full name"},
    Translated{"nazwa użytkownika", "username"},
    Translated{"adres e-mail", "email address"},
    Translated{"adres email", "email address"},
    Translated{"numer id", "id number"},
    Translated{"identyfikator", "identifier"},
    Translated{"instytucja", "institution"},
    Translated{"wydział", "department"},
    Translated{"grupy", "groups"},
    Translated{"förnamn", "first name"},
    Translated{"efternamn", "last name"},
    Translated{"fullständigt namn", "full name"},
    Translated{"hela namnet", "full name"},
    Translated{"användarnamn", "username"},
    Translated{"e-postadress", "email address"},
    Translated{"e-post", "email address"},
    Translated{"id nummer", "id number"},
    Translated{"avdelning", "department"},
    Translated{"grupper", "groups"},
    Translated{"ad", "first name"},
    Translated{"adı", "first name"},
    Translated{"soyad", "last name"},
    Translated{"soyadı", "last name"},
    Translated{"tam adı", "full name"},
    Translated{"kullanıcının tam adı", "full name"},
    Translated{"kullanıcı adı", "username"},
    Translated{"kullanıcıadı", "username"},
    Translated{"e-posta adresi", "email address"},
    Translated{"e-posta", "email address"},
    Translated{"id numarası", "id number"},
    Translated{"tanımlayıcı", "identifier"},
    Translated{"kurum", "institution"},
    Translated{"bölüm", "department"},
    Translated{"gruplar", "groups"},
    Translated{"名", "first name"},
    Translated{"名字", "first name"},
    Translated{"姓", "last name"},
    Translated{"姓氏", "last name"},
    Translated{"全名", "full name"},
    Translated{"用户全名", "full name"},
    Translated{"用户名", "username"},
    Translated{"帳號", "username"},
    Translated{"电子邮件地址", "email address"},
    Translated{"email地址", "email address"},
    Translated{"電子郵件信箱", "email address"},
    Translated{"電子郵件", "email address"},
    Translated{"学号", "id number"},
    Translated{"id号码", "id number"},
    Translated{"id 号", "id number"},
    Translated{"識別號碼", "id number"},
    Translated{"学籍番号", "id number"},
    Translated{"标识符", "identifier"},
    Translated{"识别码", "identifier"},
    Translated{"識別碼", "identifier"},
    Translated{"机构", "institution"},
    Translated{"機構", "institution"},
    Translated{"系别", "department"},
    Translated{"科系", "department"},
    Translated{"小组", "groups"},
    Translated{"群組", "groups"},
    Translated{"フルネーム", "full name"},
    Translated{"ユーザ名", "username"},
    Translated{"メールアドレス", "email address"},
    Translated{"idナンバー", "id number"},
    Translated{"識別子", "identifier"},
    Translated{"組織", "institution"},
    Translated{"所属組織", "institution"},
    Translated{"部署", "department"},
    Translated{"グループ", "groups"},
};

/// Spreadsheets and web pages put blanks of other widths between and around words, and marks that nobody
/// sees.
std::string with_plain_blanks(std::string_view text) {
  struct Replaced {
    std::string_view found;
    std::string_view by;
  };
  constexpr std::array<Replaced, 9> kReplaced{{{"\u00a0", " "},
                                               {"\u202f", " "},
                                               {"\u2007", " "},
                                               {"\u3000", " "},
                                               {"\u200b", ""},  // zero-width space
                                               {"\u2060", ""},  // word joiner
                                               {"\ufeff", ""},  // byte order mark
                                               {"\u200e", ""},  // direction marks
                                               {"\u200f", ""}}};
  std::string plain;
  while (!text.empty()) {
    const auto* const at =
        std::ranges::find_if(kReplaced, [&](const Replaced& one) { return text.starts_with(one.found); });
    plain += at == kReplaced.end() ? text.substr(0, 1) : at->by;
    text.remove_prefix(at == kReplaced.end() ? 1 : at->found.size());
  }
  return plain;
}

/// ="007" is how people and platforms keep a spreadsheet from taking text for a number or a formula.
std::string without_formula(const std::string& cell) {
  const bool formula = cell.size() > 3 && cell.starts_with("=\"") && cell.ends_with('"');
  return formula ? without_blanks(std::string_view(cell).substr(2, cell.size() - 3)) : cell;
}

}  // namespace

std::string without_blanks(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::string plain = with_plain_blanks(text);
  const std::size_t begin = plain.find_first_not_of(kBlank);
  return begin == std::string::npos ? "" : plain.substr(begin, plain.find_last_not_of(kBlank) - begin + 1);
}

std::string column_key(std::string_view title) {
  std::string key = protocol::folded_name(without_blanks(title));
  constexpr std::string_view kApostrophe = "\u2019";
  if (const std::size_t at = key.find(kApostrophe); at != std::string::npos) {
    key.replace(at, kApostrophe.size(), "'");
  }
  const auto known = std::ranges::find(kTranslated, key, &Translated::name);
  return known == kTranslated.end() ? key : known->english;
}

ExportColumns::ExportColumns(const CsvRow& header, std::string file)
    : file_(std::move(file)), width_(header.cells.size()) {
  for (std::size_t i = 0; i < header.cells.size(); ++i) {
    at_.try_emplace(column_key(header.cells[i]), i);
  }
}

std::string ExportColumns::cell(const CsvRow& row, std::initializer_list<const char*> columns) const {
  for (const char* const column : columns) {
    const auto at = at_.find(column);
    if (at != at_.end() && at->second < row.cells.size()) {
      if (std::string text = without_formula(without_blanks(row.cells[at->second])); !text.empty()) {
        return text;
      }
    }
  }
  return "";
}

void ExportColumns::require_width(const CsvRow& row) const {
  for (std::size_t i = width_; i < row.cells.size(); ++i) {
    if (!without_blanks(row.cells[i]).empty()) {
      throw std::invalid_argument(file_ + ": line " + std::to_string(row.line) + ": got " +
                                  std::to_string(row.cells.size()) + " cells, expected " +
                                  std::to_string(width_) + " as in the header");
    }
  }
}

}  // namespace referee
