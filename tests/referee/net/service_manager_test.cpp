#include "referee/net/service_manager.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <system_error>

#include "tests/support/notify_socket.h"
#include "tests/support/temp_folder.h"

// sd_notify(3): datagrams of lines NAME=VALUE to the Unix socket that NOTIFY_SOCKET names, a path from the
// root or, after '@', an abstract name.

namespace referee {
namespace {

using std::chrono::milliseconds;
using test_support::NotifySocket;
using testing::HasSubstr;
using testing::ThrowsMessage;

class ServiceManagerTest : public testing::Test {
 protected:
  void TearDown() override {
    for (const char* const variable : {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"}) {
      ::unsetenv(variable);
    }
  }
  static void set(const char* variable, const std::string& value) { ::setenv(variable, value.c_str(), 1); }
  std::string path() const { return (folder_ / "notify").string(); }

 private:
  test_support::TempFolder folder_;
};

TEST_F(ServiceManagerTest, TellsWhatTheManualSays) {
  const NotifySocket socket(path());
  const ServiceManager manager(path(), std::nullopt);
  EXPECT_TRUE(manager.listens());
  manager.ready("it begins");
  manager.alive("it goes on");
  manager.status("it is well");
  manager.stopping("it ends");
  EXPECT_EQ(socket.next(), "READY=1\nSTATUS=it begins");
  EXPECT_EQ(socket.next(), "WATCHDOG=1\nSTATUS=it goes on");
  EXPECT_EQ(socket.next(), "STATUS=it is well");
  EXPECT_EQ(socket.next(), "STOPPING=1\nSTATUS=it ends");
}

TEST_F(ServiceManagerTest, AnAbstractNameIsReached) {
  const std::string name = "@referee-test-" + std::to_string(::getpid());
  const NotifySocket socket(name);
  ServiceManager(name, std::nullopt).ready("");
  EXPECT_EQ(socket.next(), "READY=1\nSTATUS=");
}

TEST_F(ServiceManagerTest, WithoutTheVariableNobodyIsTold) {
  const ServiceManager manager = ServiceManager::from_environment();
  EXPECT_FALSE(manager.listens());
  EXPECT_FALSE(manager.watchdog());
  manager.ready("nobody receives it");
}

TEST_F(ServiceManagerTest, TheWatchdogIsReadFromTheEnvironment) {
  const NotifySocket socket(path());
  set("NOTIFY_SOCKET", path());
  EXPECT_FALSE(ServiceManager::from_environment().watchdog());
  set("WATCHDOG_USEC", "30000000");
  EXPECT_EQ(ServiceManager::from_environment().watchdog(), milliseconds(30'000));
  set("WATCHDOG_PID", std::to_string(::getpid()));
  EXPECT_EQ(ServiceManager::from_environment().watchdog(), milliseconds(30'000));
  // sd_watchdog_enabled(3): it is for another process then
  set("WATCHDOG_PID", std::to_string(::getppid()));
  EXPECT_FALSE(ServiceManager::from_environment().watchdog());
}

TEST_F(ServiceManagerTest, WhatIsWrongIsNamed) {
  for (const std::string address : {"", "@", "/", "notify", "vsock:2:1234"}) {
    set("NOTIFY_SOCKET", address);
    EXPECT_THAT(ServiceManager::from_environment,
                ThrowsMessage<std::invalid_argument>(HasSubstr("NOTIFY_SOCKET: got '" + address + "'")));
  }
  set("NOTIFY_SOCKET", "/" + std::string(200, 'x'));
  EXPECT_THAT(ServiceManager::from_environment,
              ThrowsMessage<std::invalid_argument>(HasSubstr("fewer than 108 characters")));
  set("NOTIFY_SOCKET", path());
  for (const std::string interval : {"", "0", "-1", "1.5", "soon", "99999999999999999999"}) {
    set("WATCHDOG_USEC", interval);
    EXPECT_THAT(ServiceManager::from_environment,
                ThrowsMessage<std::invalid_argument>(HasSubstr("WATCHDOG_USEC: got '" + interval + "'")));
  }
}

TEST_F(ServiceManagerTest, ASocketThatIsNotThereIsTheMachinesFault) {
  EXPECT_THAT([this] { ServiceManager(path(), std::nullopt); },
              ThrowsMessage<std::system_error>(HasSubstr("NOTIFY_SOCKET: cannot reach " + path())));
}

// A manager that reads nothing must not make the loop wait: a datagram socket holds some ten messages.
TEST_F(ServiceManagerTest, ManyMessagesThatNobodyReadsDoNotBlock) {
  const NotifySocket socket(path());
  const ServiceManager manager(path(), std::nullopt);
  for (int i = 0; i < 10'000; ++i) {
    manager.alive("still here");
  }
  EXPECT_EQ(socket.next(), "WATCHDOG=1\nSTATUS=still here");
}

TEST(ServiceVariables, AreThoseThatOnlyTheServiceItselfMayUse) {
  EXPECT_TRUE(is_service_variable("NOTIFY_SOCKET=/run/systemd/notify"));
  EXPECT_TRUE(is_service_variable("WATCHDOG_USEC=30000000"));
  EXPECT_TRUE(is_service_variable("WATCHDOG_PID=12"));
  EXPECT_FALSE(is_service_variable("NOTIFY_SOCKETS=1"));
  EXPECT_FALSE(is_service_variable("PATH=/usr/bin"));
}

}  // namespace
}  // namespace referee
