#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "bench/load/answer_log.h"
#include "bench/load/schedule.h"
#include "referee/base/file_descriptor.h"
#include "referee/tls/tls_stream.h"

namespace load {

/// Bots that dial in together.
struct BotGroup {
  std::string prefix;  ///< name: this and a number from 0
  std::size_t count = 0;
  std::string token_prefix;  ///< token: this and the name; empty: the bot registers
  std::string pin;           ///< of the referee's certificate; empty: they dial in without TLS
  bool nagle = false;        ///< leaves TCP_NODELAY off, like a simple bot
};

/// One bot and its connection.
struct Bot {
  std::string name;
  referee::FileDescriptor socket;           ///< -1: closed
  std::unique_ptr<referee::TlsStream> tls;  ///< null: without TLS
  std::string hello;                        ///< to be sent once TLS is agreed on; empty: it has been sent
  std::string unread;                       ///< the beginning of an incomplete line
  bool welcomed = false;
  bool dismissed = false;   ///< the referee has said bye
  bool asked = false;       ///< has ever had a turn
  std::string match;        ///< the one in the latest `start`
  std::string answer_head;  ///< of a move in it, up to the number of the turn
  Place place;
  std::int64_t seat = -1;
  const Schedule* schedule = nullptr;
  std::int64_t turn = -1;              ///< the newest
  std::size_t row = AnswerLog::kNone;  ///< of the newest turn
};

}  // namespace load
