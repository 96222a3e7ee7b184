#include "referee/tournament/config/export_columns.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "protocol/messages.h"

namespace referee {
namespace {

/// Moodle writes the names of its columns in the language of the teacher: German, French, Spanish, Italian.
struct Translated {
  std::string_view name;  ///< in lower case
  const char* english;
};
constexpr std::array kTranslated = {
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
};

}  // namespace

std::string without_blanks(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  return begin == std::string_view::npos
             ? ""
             : std::string(text.substr(begin, text.find_last_not_of(kBlank) - begin + 1));
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
      if (std::string text = without_blanks(row.cells[at->second]); !text.empty()) {
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
