#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "protocol/json_writer.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/tls/new_certificate.h"

namespace referee {
namespace {

constexpr mode_t kKeyMode = 0600;
constexpr mode_t kCertificateMode = 0644;
constexpr int kMostDays = 3650;

struct CertificateArguments {
  std::vector<std::string> names;
  std::string out = ".";
  int days = 365;
};

/// Writes a file that does not exist yet: a key that is in use must not be lost.
void write_new(const std::filesystem::path& path, std::string_view text, mode_t mode) {
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (file.get() < 0 && errno == EEXIST) {
    throw std::invalid_argument(path.string() +
                                " is there already: remove it, or choose another folder with --out");
  }
  if (file.get() < 0) {
    throw_cannot("write", path);
  }
  try {
    write_all(file, text, path);
  } catch (const std::system_error&) {
    (void)::unlink(path.c_str());
    throw;
  }
}

void make(const CertificateArguments& arguments) {
  const NewCertificate made = make_certificate(arguments.names, arguments.days);
  std::string stem = arguments.names.front();
  std::ranges::replace(stem, ':', '-');  // of an IPv6 address
  const std::filesystem::path folder = arguments.out == "." ? "" : arguments.out;
  const std::filesystem::path certificate = folder / (stem + ".crt");
  const std::filesystem::path key = folder / (stem + ".key");
  if (std::filesystem::exists(certificate)) {
    throw std::invalid_argument(certificate.string() +
                                " is there already: remove it, or choose another folder with --out");
  }
  write_new(key, made.key, kKeyMode);
  write_new(certificate, made.certificate, kCertificateMode);

  protocol::LineWriter files;
  files.field("certificate", certificate.string()).field("key", key.string());
  const std::string host = stem == arguments.names.front() ? stem : "[" + arguments.names.front() + "]";
  std::cout << escaped(certificate.string()) << ": the certificate, valid until " << made.last_day << "\n"
            << escaped(key.string()) << ": its key; keep it secret\n"
            << "SHA-256: " << made.fingerprint << "\n\n"
            << "for the tournament file:\n  \"tls\": " << escaped_json(files.take()) << "\n\n"
            << "for students, either of these in place of HOST:PORT:\n  " << host << ":7878 --tls --pin "
            << made.fingerprint << "\n  " << host << ":7878 --tls --ca "
            << escaped(certificate.filename().string()) << "\n";
}

}  // namespace

void add_certificate_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("certificate", "Make a self-signed TLS certificate and its key");
  const auto arguments = std::make_shared<CertificateArguments>();
  command->add_option("NAME", arguments->names, "Host names and IP addresses by which bots dial in")
      ->required();
  command->add_option("--out", arguments->out, "Folder for NAME.crt and NAME.key")
      ->type_name("FOLDER")
      ->capture_default_str();
  command->add_option("--days", arguments->days, "How long it is valid")
      ->type_name("DAYS")
      ->check(CLI::Range(1, kMostDays))
      ->capture_default_str();
  command->footer(
      "The key (P-256) is for you alone, mode 0600; students get the certificate or its SHA-256. Files that "
      "are there are never overwritten.\n"
      "Exit code: 0 done, 2 wrong usage, 3 a file cannot be written.\n\n"
      "Example:\n"
      "  referee certificate class.example.org 192.0.2.7 --out tls");
  command->callback([arguments, &code] {
    make(*arguments);
    code = exit_code::kDone;
  });
}

}  // namespace referee
