#pragma once

#include <string>

#include "tests/e2e/dial_in.h"

namespace e2e {

/// A listener through which the test plays the referee, for messages that the real referee sends only in rare
/// cases.
class FakeReferee {
 public:
  FakeReferee();
  ~FakeReferee() { close(); }
  FakeReferee(const FakeReferee&) = delete;
  FakeReferee& operator=(const FakeReferee&) = delete;

  /// 127.0.0.1:PORT
  std::string address() const;
  /// The next connection. Throws if none arrives for a long time.
  DialIn accept() const;
  /// Whether a connection waits for accept().
  bool called() const;
  /// Stops listening.
  void close();

 private:
  int fd_ = -1;
};

/// The messages of a referee.
namespace says {
Json welcome(const std::string& name, const Json& more = Json::object());
/// For seat 0 in a match of Walls; another attempt at the match has another commitment.
Json start(const std::string& match, const std::string& commitment = "c1");
Json past(const std::string& match, int turn);
Json turn(const std::string& match, int turn);
Json end(const std::string& match);
Json error(const std::string& code, const std::string& message);
Json bye(const std::string& reason);
}  // namespace says

}  // namespace e2e
