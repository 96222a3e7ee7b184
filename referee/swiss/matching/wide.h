#pragma once

#include <cstddef>

#include <boost/multiprecision/cpp_int.hpp>

namespace referee::swiss {

template <std::size_t Words>
constexpr unsigned kWideBits = 64 * Words;

/// A number from 0 of 64 x `Words` bits. Weights of pairings need several hundred: each criterion has bits of
/// its own, so that no number of breaches of one outweighs a single breach of the one above it. The caller
/// must exclude overflow.
template <std::size_t Words>
using Wide = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<kWideBits<Words>, kWideBits<Words>,
                                           boost::multiprecision::unsigned_magnitude,
                                           boost::multiprecision::unchecked>,
    boost::multiprecision::et_off>;

}  // namespace referee::swiss
