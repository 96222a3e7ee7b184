#include "tests/support/early_packet.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace test_support {
namespace {

constexpr int kNoProbe = -1;  // turns TCP_REPAIR off without a packet
constexpr std::uint8_t kHops = 64;
constexpr std::uint16_t kWindow = 512;

enum Queue : int { received = 1, sent = 2 };

int raw_socket() { return ::socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_RAW); }

void set_repair(int socket, int option, int value) {
  if (::setsockopt(socket, IPPROTO_TCP, option, &value, sizeof(value)) != 0) {
    referee::throw_errno("TCP_REPAIR");
  }
}

/// The number of the next byte in a queue of `socket`, which is under TCP_REPAIR.
std::uint32_t next_byte(int socket, Queue queue) {
  set_repair(socket, TCP_REPAIR_QUEUE, queue);
  std::uint32_t number = 0;
  socklen_t size = sizeof(number);
  if (::getsockopt(socket, IPPROTO_TCP, TCP_QUEUE_SEQ, &number, &size) != 0) {
    referee::throw_errno("TCP_QUEUE_SEQ");
  }
  return number;
}

template <class Header>
void append(std::string& packet, const Header& header) {
  packet.append(reinterpret_cast<const char*>(&header), sizeof(header));
}

/// The checksum of TCP: of a header of the addresses, then of `segment`.
std::uint16_t checksum(const sockaddr_in& from, const sockaddr_in& to, std::string_view segment) {
  std::string all;
  append(all, from.sin_addr);
  append(all, to.sin_addr);
  append(all, htons(IPPROTO_TCP));
  append(all, htons(static_cast<std::uint16_t>(segment.size())));
  all.append(segment);
  all.resize(all.size() + all.size() % 2);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < all.size(); i += 2) {
    std::uint16_t word = 0;
    std::memcpy(&word, all.data() + i, sizeof(word));
    sum += word;
  }
  while (sum > 0xffff) {
    sum = (sum >> 16) + (sum & 0xffff);
  }
  return static_cast<std::uint16_t>(~sum);
}

}  // namespace

bool EarlyPacket::is_allowed() {
  const referee::FileDescriptor raw(raw_socket());
  const referee::FileDescriptor tcp(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int on = 1;
  return raw.get() >= 0 && ::setsockopt(tcp.get(), IPPROTO_TCP, TCP_REPAIR, &on, sizeof(on)) == 0;
}

EarlyPacket::EarlyPacket() : raw_(raw_socket()) {
  if (raw_.get() < 0) {
    referee::throw_errno("a raw socket");
  }
}

void EarlyPacket::send(int socket, std::string_view bytes, std::ptrdiff_t skipped) {
  sockaddr_in from{};
  sockaddr_in to{};
  socklen_t size = sizeof(from);
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&from), &size);
  ::getpeername(socket, reinterpret_cast<sockaddr*>(&to), &size);
  tcphdr tcp{};
  tcp.source = from.sin_port;
  tcp.dest = to.sin_port;
  set_repair(socket, TCP_REPAIR, 1);
  tcp.seq = htonl(next_byte(socket, Queue::sent) + static_cast<std::uint32_t>(skipped));
  tcp.ack_seq = htonl(next_byte(socket, Queue::received));
  set_repair(socket, TCP_REPAIR, kNoProbe);
  tcp.doff = sizeof(tcp) / 4;
  tcp.psh = 1;
  tcp.ack = 1;
  tcp.window = htons(kWindow);
  std::string segment;
  append(segment, tcp);
  segment.append(bytes);
  tcp.check = checksum(from, to, segment);
  iphdr ip{};
  ip.version = 4;
  ip.ihl = sizeof(ip) / 4;
  ip.tot_len = htons(static_cast<std::uint16_t>(sizeof(ip) + segment.size()));
  ip.ttl = kHops;
  ip.protocol = IPPROTO_TCP;
  ip.saddr = from.sin_addr.s_addr;
  ip.daddr = to.sin_addr.s_addr;
  std::string packet;
  append(packet, ip);
  append(packet, tcp);
  packet.append(bytes);
  if (::sendto(raw_.get(), packet.data(), packet.size(), 0, reinterpret_cast<const sockaddr*>(&to),
               sizeof(to)) != static_cast<ssize_t>(packet.size())) {
    referee::throw_errno("a packet");
  }
}

}  // namespace test_support
