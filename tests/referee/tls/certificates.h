#pragma once

#include <filesystem>
#include <string>

#include "referee/tls/new_certificate.h"
#include "referee/tls/tls_server.h"
#include "tests/support/temp_folder.h"

namespace test_support {

/// A certificate for localhost and 127.0.0.1 in files of its own.
struct CertificateFiles {
  explicit CertificateFiles(const std::filesystem::path& folder, const std::string& stem = "localhost")
      : made(referee::make_certificate({"localhost", "127.0.0.1"}, 100)),
        spec{folder / (stem + ".crt"), folder / (stem + ".key")} {
    write_file(spec.certificate, made.certificate);
    write_file(spec.key, made.key);
    std::filesystem::permissions(spec.key, std::filesystem::perms::owner_read);
  }

  referee::NewCertificate made;
  referee::TlsSpec spec;
};

}  // namespace test_support
