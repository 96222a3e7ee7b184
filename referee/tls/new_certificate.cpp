#include "referee/tls/new_certificate.h"

#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <stdexcept>

#include "protocol/require.h"
#include "referee/base/randomness.h"
#include "referee/base/text.h"
#include "referee/tls/openssl.h"

namespace referee {
namespace {

constexpr long kHour = 60L * 60;
constexpr std::size_t kSerialBytes = 16;
constexpr std::size_t kMaxCommonName = 64;  // bytes, RFC 5280 ub-common-name
constexpr std::size_t kMaxHostName = 253;
constexpr std::size_t kMaxLabel = 63;
constexpr std::size_t kShownName = 100;

void expect(bool ok) {
  if (!ok) {
    throw std::runtime_error("the certificate cannot be made: " + take_openssl_error());
  }
}

bool is_host_label(std::string_view label) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  };
  return !label.empty() && label.size() <= kMaxLabel && label.front() != '-' && label.back() != '-' &&
         std::ranges::all_of(label, is_part);
}

bool is_host_name(std::string_view name) {
  if (name.size() > kMaxHostName) {
    return false;
  }
  while (true) {
    const std::size_t dot = name.find('.');
    if (!is_host_label(name.substr(0, dot))) {
      return false;
    }
    if (dot == std::string_view::npos) {
      return true;
    }
    name.remove_prefix(dot + 1);
  }
}

/// The names as the extension subjectAltName has them: "DNS:class.example.org,IP:192.0.2.7".
std::string alternative_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (!is_address(name) && !is_host_name(name)) {
      throw std::invalid_argument("name '" + printable(name, kShownName) +
                                  "': expected a host name, as class.example.org, or an IP address");
    }
    text += (text.empty() ? "" : ",") + std::string(is_address(name) ? "IP:" : "DNS:") + name;
  }
  return text;
}

void add_extension(X509* certificate, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
  expect(extension != nullptr);
  const bool added = X509_add_ext(certificate, extension, -1) == 1;
  X509_EXTENSION_free(extension);
  expect(added);
}

void set_names(X509* certificate, const std::vector<std::string>& names) {
  X509_NAME* const subject = X509_get_subject_name(certificate);
  const std::string common = names.front().substr(0, kMaxCommonName);
  expect(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                                    reinterpret_cast<const unsigned char*>(common.data()),
                                    static_cast<int>(common.size()), -1, 0) == 1 &&
         X509_set_issuer_name(certificate, subject) == 1);
  add_extension(certificate, NID_subject_alt_name, alternative_names(names));
  add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE");
  add_extension(certificate, NID_key_usage, "critical,digitalSignature");
  add_extension(certificate, NID_ext_key_usage, "serverAuth");
  add_extension(certificate, NID_subject_key_identifier, "hash");
  add_extension(certificate, NID_authority_key_identifier, "keyid:always");
}

void set_serial(X509* certificate) {
  std::array<unsigned char, kSerialBytes> bytes{};
  fill_random(bytes);
  bytes.front() &= 0x7f;  // positive
  BIGNUM* const number = BN_bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr);
  const bool set =
      number != nullptr && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nullptr;
  BN_free(number);
  expect(set);
}

std::string text_of(BIO* bio) {
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(bio, &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

}  // namespace

NewCertificate make_certificate(const std::vector<std::string>& names, int days) {
  REQUIRE(!names.empty() && days >= 1);
  (void)alternative_names(names);  // refuses a wrong name before anything is made
  const OpenSslPtr<EVP_PKEY> key(EVP_EC_gen("P-256"));
  const OpenSslPtr<X509> certificate(X509_new());
  expect(key != nullptr && certificate != nullptr);
  constexpr long kVersion3 = 2;
  expect(X509_set_version(certificate.get(), kVersion3) == 1 &&
         X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kHour) != nullptr &&
         X509_time_adj_ex(X509_getm_notAfter(certificate.get()), days, 0, nullptr) != nullptr &&
         X509_set_pubkey(certificate.get(), key.get()) == 1);
  set_serial(certificate.get());
  set_names(certificate.get(), names);
  expect(X509_sign(certificate.get(), key.get(), EVP_sha256()) > 0);

  const OpenSslPtr<BIO> certificate_pem(BIO_new(BIO_s_mem()));
  const OpenSslPtr<BIO> key_pem(BIO_new(BIO_s_mem()));
  expect(certificate_pem != nullptr && key_pem != nullptr &&
         PEM_write_bio_X509(certificate_pem.get(), certificate.get()) == 1 &&
         PEM_write_bio_PrivateKey(key_pem.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1);
  std::tm end{};
  std::array<char, 32> day{};
  ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &end);
  const std::size_t size = std::strftime(day.data(), day.size(), "%Y-%m-%d", &end);
  return {text_of(certificate_pem.get()), text_of(key_pem.get()), fingerprint_of(*certificate),
          std::string(day.data(), size)};
}

}  // namespace referee
