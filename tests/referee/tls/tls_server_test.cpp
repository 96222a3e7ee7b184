#include "referee/tls/tls_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <ctime>
#include <filesystem>
#include <memory>
#include <string>

#include "referee/tls/openssl.h"
#include "tests/referee/tls/certificates.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

constexpr std::int64_t kDay = 24LL * 60 * 60;

class ServerCertificate : public testing::Test {
 protected:
  /// What is said against the files; "accepted" if nothing is.
  std::string complaint(std::int64_t days_from_now = 0) const {
    return test_support::complaint([&] { TlsServer(files_.spec, now_ + days_from_now * kDay); });
  }

  const std::int64_t now_ = std::time(nullptr);
  const test_support::TempFolder folder_;
  test_support::CertificateFiles files_{folder_.path()};
};

TEST_F(ServerCertificate, IsDescribed) {
  const TlsServer server(files_.spec, now_);
  EXPECT_EQ(server.fingerprint(), files_.made.fingerprint);
  EXPECT_THAT(server.fingerprint(), SizeIs(64));
  EXPECT_EQ(server.last_day(), files_.made.last_day);
  EXPECT_THAT(server.warnings(), IsEmpty());
}

TEST_F(ServerCertificate, MissingFilesAreNamed) {
  std::filesystem::remove(files_.spec.key);
  EXPECT_THAT(complaint(),
              AllOf(StartsWith("tls.key: " + files_.spec.key.string()), HasSubstr("cannot be read")));
  std::filesystem::remove(files_.spec.certificate);
  EXPECT_THAT(complaint(), StartsWith("tls.certificate: " + files_.spec.certificate.string()));
}

TEST_F(ServerCertificate, FilesThatHoldSomethingElseAreNamed) {
  std::filesystem::remove(files_.spec.key);
  test_support::write_file(files_.spec.key, "-----BEGIN PRIVATE KEY-----\nnonsense\n");
  EXPECT_THAT(complaint(), HasSubstr("holds no private key"));
  test_support::write_file(files_.spec.certificate, files_.made.key);
  EXPECT_THAT(complaint(), HasSubstr("holds no certificate"));
}

TEST_F(ServerCertificate, KeyOfAnotherCertificateIsRefused) {
  const test_support::CertificateFiles other(folder_.path(), "other");
  files_.spec.key = other.spec.key;
  EXPECT_THAT(complaint(),
              AllOf(StartsWith("tls.key: " + other.spec.key.string()),
                    EndsWith("does not fit the certificate in " + files_.spec.certificate.string())));
}

TEST_F(ServerCertificate, KeyWithAPassphraseIsRefusedWithoutAskingForIt) {
  const OpenSslPtr<BIO> pem(
      BIO_new_mem_buf(files_.made.key.data(), static_cast<int>(files_.made.key.size())));
  const OpenSslPtr<EVP_PKEY> key(PEM_read_bio_PrivateKey(pem.get(), nullptr, nullptr, nullptr));
  const OpenSslPtr<BIO> locked(BIO_new_file(files_.spec.key.c_str(), "w"));
  const std::string word = "sesame";
  ASSERT_EQ(PEM_write_bio_PrivateKey(locked.get(), key.get(), EVP_aes_128_cbc(),
                                     reinterpret_cast<const unsigned char*>(word.data()),
                                     static_cast<int>(word.size()), nullptr, nullptr),
            1);
  BIO_flush(locked.get());
  EXPECT_THAT(complaint(), HasSubstr("is locked by a passphrase"));
}

TEST_F(ServerCertificate, IsRefusedOutsideItsTime) {
  EXPECT_EQ(complaint(99), "accepted");
  EXPECT_THAT(complaint(101), HasSubstr("expired on " + files_.made.last_day));
  EXPECT_THAT(complaint(-1), HasSubstr("is valid from"));
}

TEST_F(ServerCertificate, ThatExpiresSoonWarns) {
  EXPECT_THAT(TlsServer(files_.spec, now_ + 85 * kDay).warnings(), IsEmpty());
  const TlsServer soon(files_.spec, now_ + 87 * kDay);
  ASSERT_THAT(soon.warnings(), SizeIs(1));
  EXPECT_THAT(soon.warnings().front(), HasSubstr("expires on " + files_.made.last_day));
}

TEST_F(ServerCertificate, KeyThatOthersMayReadWarns) {
  using std::filesystem::perms;
  std::filesystem::permissions(files_.spec.key, perms::owner_read | perms::others_read);
  const TlsServer server(files_.spec, now_);
  ASSERT_THAT(server.warnings(), SizeIs(1));
  EXPECT_THAT(server.warnings().front(), HasSubstr("other users may read it"));
}

// ---- certificates that are made here ----

OpenSslPtr<X509> parsed(const NewCertificate& made) {
  const OpenSslPtr<BIO> pem(
      BIO_new_mem_buf(made.certificate.data(), static_cast<int>(made.certificate.size())));
  return OpenSslPtr<X509>(PEM_read_bio_X509(pem.get(), nullptr, nullptr, nullptr));
}

TEST(MadeCertificate, HasItsNamesAndAddresses) {
  const auto certificate = parsed(make_certificate({"class.example.org", "192.0.2.7", "2001:db8::1"}, 30));
  EXPECT_EQ(X509_check_host(certificate.get(), "class.example.org", 0, 0, nullptr), 1);
  EXPECT_EQ(X509_check_host(certificate.get(), "other.example.org", 0, 0, nullptr), 0);
  EXPECT_EQ(X509_check_ip_asc(certificate.get(), "192.0.2.7", 0), 1);
  EXPECT_EQ(X509_check_ip_asc(certificate.get(), "2001:db8::1", 0), 1);
  EXPECT_EQ(X509_check_ip_asc(certificate.get(), "192.0.2.8", 0), 0);
}

TEST(MadeCertificate, IsP256AndOfAKeyOfItsOwn) {
  const NewCertificate made = make_certificate({"localhost"}, 30);
  const auto certificate = parsed(made);
  std::array<char, 32> group{};
  EVP_PKEY_get_group_name(X509_get0_pubkey(certificate.get()), group.data(), group.size(), nullptr);
  EXPECT_STREQ(group.data(), "prime256v1");
  EXPECT_NE(make_certificate({"localhost"}, 30).fingerprint, made.fingerprint);
}

TEST(MadeCertificate, IsRefusedForWhatIsNoName) {
  for (const char* const name : {"", "a b", "-a.org", "a..org", "a.org,IP:127.0.0.1", "*.a.org", "a\n"}) {
    EXPECT_THROW(make_certificate({"localhost", name}, 30), std::invalid_argument) << name;
  }
}

}  // namespace
}  // namespace referee
