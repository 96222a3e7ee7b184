#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace referee {

/// The last argument of Asio's operations in coroutines: co_await gives a tuple that begins with the error.
/// Nothing is thrown for a failed operation, which is an ordinary event here.
inline constexpr auto kAwait = boost::asio::as_tuple(boost::asio::use_awaitable);

}  // namespace referee
