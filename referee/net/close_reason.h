#pragma once

namespace referee {

/// Why a connection has ended.
enum class CloseReason {
  peer,     ///< the bot closed, reset or died
  flood,    ///< it sent far more useless lines than allowed
  unread,   ///< it does not read: the bytes that wait for it exceed the limit
  finished  ///< we closed it
};

}  // namespace referee
