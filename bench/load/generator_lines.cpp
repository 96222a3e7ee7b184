#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <stdexcept>
#include <string>

#include "bench/load/append_number.h"
#include "bench/load/generator.h"

// How a bot reads a line, and how it answers. Connections and the loop are in generator.cpp.

namespace load {

// ---- lines from the referee ----

void Generator::on_line(std::size_t number, std::string_view line, const Heard& received) {
  Bot& bot = bots_[number];
  const BotLine read = BotLine::read(line);
  switch (read.kind) {
    case LineKind::turn:
      on_turn(number, read, line.size() + 1, received);
      break;
    case LineKind::start:
      on_start(bot, read);
      break;
    case LineKind::error:
      on_error(bot, read, line, received);
      break;
    case LineKind::welcome:
      dialling_ -= bot.welcomed ? 0 : 1;
      bot.welcomed = true;
      break;
    case LineKind::end:
      ++counts_.ends;
      break;
    case LineKind::bye:
      on_bye(bot, line);
      break;
    case LineKind::other:
      break;
  }
}

void Generator::on_bye(Bot& bot, std::string_view text) {
  if (!bot.welcomed) {
    throw std::runtime_error(bot.name + " was not let in: " + std::string(text));
  }
  bot.dismissed = true;
}

void Generator::on_start(Bot& bot, const BotLine& line) {
  bot.match = line.match;
  bot.answer_head = R"({"type":"move","match":")" + bot.match + R"(","turn":)";
  bot.place = Place::of(line.match);
  bot.seat = line.seat;
  bot.schedule = &schedules_.find(bot.place, bot.seat);
}

void Generator::on_turn(std::size_t number, const BotLine& line, std::size_t size, const Heard& received) {
  Bot& bot = bots_[number];
  if (line.match != bot.match) {
    throw std::runtime_error(bot.name + " was asked in another match than the one that was started");
  }
  ++counts_.turns;
  counts_.turn_bytes += static_cast<std::int64_t>(size);
  asked_ += bot.asked ? 0 : 1;
  bot.asked = true;
  const Step step = bot.schedule->step(line.turn);
  Due due{now(), number, line.turn, AnswerLog::kNone, bot.place, step.kind == Step::Kind::split};
  if (step.kind == Step::Kind::after) {
    due.at = received.stamp + step.delay;
  }
  AnswerRow row;
  row.place = bot.place;
  row.seat = static_cast<std::int32_t>(bot.seat);
  row.turn = line.turn;
  row.stamp = received.stamp;
  row.stamped = received.stamped;
  row.last = received.last;
  row.due = step.kind == Step::Kind::never ? 0 : due.at;
  due.row = log_.add(row);
  bot.turn = line.turn;
  bot.row = due.row;
  if (step.kind == Step::Kind::after) {
    due_.push_back(due);
    std::ranges::push_heap(due_, std::greater<>(), &Due::at);
  } else if (step.kind != Step::Kind::never) {
    answer(due);
  }
}

void Generator::on_error(Bot& bot, const BotLine& line, std::string_view text, const Heard& received) {
  if (!bot.welcomed) {
    throw std::runtime_error(bot.name + " was not let in: " + std::string(text));
  }
  if (bot.row == AnswerLog::kNone || line.turn != bot.turn || line.match != bot.match) {
    return;
  }
  AnswerRow& row = log_.row(bot.row);
  if (row.told == 0) {
    row.told = received.stamp;
    const std::size_t size = std::min(line.code.size(), row.code.size() - 1);
    std::ranges::copy(line.code.substr(0, size), row.code.begin());
  }
}

// ---- answering ----

void Generator::answer(const Due& due) {
  Bot& bot = bots_[due.bot];
  if (bot.socket.get() < 0 || bot.place != due.place) {
    return;  // the referee no longer waits for this answer
  }
  answer_.assign(bot.answer_head);
  append_number(answer_, due.turn);
  answer_ += ",\"move\":";
  walk_.append_move(answer_, bot.seat, due.turn);
  answer_ += "}\n";
  std::string_view bytes = answer_;
  if (due.split) {
    if (!send(bot, encoded(bot, bytes.substr(0, bytes.size() - 1)))) {
      return;
    }
    bytes.remove_prefix(bytes.size() - 1);
  }
  bytes = encoded(bot, bytes);
  const Nanoseconds before = now();
  if (!send(bot, bytes)) {
    return;
  }
  const Nanoseconds after = now();
  ++counts_.answers;
  counts_.answer_bytes += static_cast<std::int64_t>(answer_.size());
  if (due.row != AnswerLog::kNone) {
    log_.row(due.row).before = before;
    log_.row(due.row).after = after;
  }
}

bool Generator::send(Bot& bot, std::string_view bytes) {
  const ssize_t size = ::send(bot.socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (size == static_cast<ssize_t>(bytes.size())) {
    return true;
  }
  if (size < 0 && (errno == EPIPE || errno == ECONNRESET)) {
    return false;  // the next read reports why
  }
  throw std::runtime_error(bot.name + ": the referee does not take what is sent to it");
}

}  // namespace load
