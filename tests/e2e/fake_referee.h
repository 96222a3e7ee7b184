#pragma once

#include <string>

#include "tests/e2e/dial_in.h"

namespace e2e {

/// A listener of which the test decides what it says: the referee's side of the protocol, for what the real
/// one does only in need.
class FakeReferee {
 public:
  FakeReferee();
  ~FakeReferee() { close(); }
  FakeReferee(const FakeReferee&) = delete;
  FakeReferee& operator=(const FakeReferee&) = delete;

  /// 127.0.0.1:PORT
  std::string address() const;
  /// The next connection. Throws if nobody dials for a long time.
  DialIn accept() const;
  /// Whether somebody has dialled and was not accepted yet.
  bool called() const;
  /// From now on nobody listens.
  void close();

 private:
  int fd_ = -1;
};

/// What a referee says.
namespace says {
Json welcome(const std::string& name, const Json& more = Json::object());
/// Of the seat 0 in a match of Walls; another attempt at it has another commitment.
Json start(const std::string& match, const std::string& commitment = "c1");
Json past(const std::string& match, int turn);
Json turn(const std::string& match, int turn);
Json end(const std::string& match);
Json error(const std::string& code, const std::string& message);
Json bye(const std::string& reason);
}  // namespace says

}  // namespace e2e
