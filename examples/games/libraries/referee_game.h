// Serves a game of yours to the referee: you write its rules as a class. This file does the rest.
//
//     #include "referee_game.h"
//     using namespace referee_game;
//
//     class Nim : public Game {
//      public:
//       void begin(const Json& options) override { sticks = options["sticks"].integer(); }
//       std::vector<int> to_move() const override {
//         return loser || sticks == 0 ? std::vector<int>{} : std::vector{mover};
//       }
//       std::optional<List> legal(int) const override {
//         List moves;
//         for (int n = 1; n <= 3 && n <= sticks; ++n) moves.push_back(n);
//         return moves;
//       }
//       Json play(int seat, const Json* move) override {
//         if (move == nullptr) {  // the bot has given no valid move
//           loser = seat;
//         } else {
//           sticks -= move->integer();
//           mover = 1 - seat;
//         }
//         return nullptr;
//       }
//       Json view(const Reader&) const override { return object({{"sticks", sticks}}); }
//       std::vector<double> scores() const override {
//         return loser.value_or(mover) == 0 ? std::vector{0.0, 1.0} : std::vector{1.0, 0.0};
//       }
//
//      private:
//       int sticks = 0, mover = 0;
//       std::optional<int> loser;
//     };
//
//     int main() { return serve<Nim>(); }
//
// Keep this file and referee.h, the library of bots, beside your program. They need Linux, C++20 and the
// standard library: c++ -std=c++20 -O2 -o rules rules.cpp
#ifndef REFEREE_GAME_H
#define REFEREE_GAME_H

#include <unistd.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#define Json ReadJson  // of bots: rules have a class of that name
#include "referee.h"
#undef Json

namespace referee_game {

// ---- What you use.

class Json;
using List = std::vector<Json>;
using Object = std::map<std::string, Json>;

/// A value of JSON: null, a truth value, a number, a text in UTF-8, a list or an object. Reading it as a
/// wrong type throws and names the value.
class Json {
 public:
  Json() = default;  // null
  Json(const Json&) = default;
  // Not inlined, because g++ 12 warns of the map in a variant that it sees moved.
  [[gnu::noinline]] Json(Json&& other) noexcept : value_(std::move(other.value_)) {}
  Json& operator=(const Json&) = default;
  Json& operator=(Json&&) = default;
  ~Json() = default;
  Json(std::nullptr_t) {}
  Json(std::same_as<bool> auto value) : value_(value) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) Json(T value) : value_(static_cast<std::int64_t>(value)) {}
  Json(double value) : value_(value) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(List value) : value_(std::move(value)) {}
  Json(Object value) : value_(std::move(value)) {}
  template <std::convertible_to<Json> T>
  requires(!std::same_as<T, Json>) Json(const std::vector<T>& values)
      : value_(List(values.begin(), values.end())) {}

  static Json read(std::string_view text);
  /// In one line. The keys of objects are in their order.
  std::string text_of() const;

  bool is_null() const { return holds<std::nullptr_t>(); }
  bool is_text() const { return holds<std::string>(); }
  bool is_integer() const { return holds<std::int64_t>(); }
  bool is_list() const { return holds<List>(); }
  bool is_object() const { return holds<Object>(); }

  bool truth() const { return as<bool>("true or false"); }
  int integer() const;
  std::int64_t whole() const { return as<std::int64_t>("an integer"); }
  double number() const;
  const std::string& text() const { return as<std::string>("a text"); }
  const List& list() const { return as<List>("a list"); }
  const Object& fields() const { return as<Object>("an object"); }
  /// An element of a list, from 0.
  const Json& operator[](int index) const;
  /// A field of an object.
  const Json& operator[](const char* key) const;
  /// A field of an object, or null if there is none.
  const Json* find(const std::string& key) const;

  /// 1, 1.0 and true are three values.
  bool operator==(const Json& other) const { return value_ == other.value_; }

 private:
  friend struct JsonWriter;

  template <class T>
  bool holds() const {
    return std::holds_alternative<T>(value_);
  }
  template <class T>
  const T& as(const char* expected) const;

  std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, List, Object> value_ = nullptr;
};

/// object({{"seat", 0}, {"move", 4}}) is {"seat": 0, "move": 4}.
inline Json object(Object fields) { return fields; }
/// list({"a", 1}) is ["a", 1].
inline Json list(std::initializer_list<Json> entries) { return List(entries); }

/// What the rules do not allow. The words are for the author of the bot. Thrown in check(): the move is
/// refused. `malformed`: it has the wrong form. Thrown in begin(): the options are refused.
struct Refused : std::runtime_error {
  explicit Refused(const std::string& why, bool is_malformed = false)
      : runtime_error(why), malformed(is_malformed) {}
  bool malformed;
};

/// Chance from the seed of a match: the same draws on every machine, and in this library's other languages.
/// Nobody who sees some draws can tell the next ones, because each 32 bytes are the SHA-256 of
/// "seed:salt:number".
class Random {
 public:
  Random() = default;
  Random(std::int64_t seed, std::string salt, std::int64_t drawn)
      : seed_(seed), salt_(std::move(salt)), drawn_(drawn) {}

  /// An integer from 0 to n - 1, all equally likely. n: from 1.
  int below(int n);
  /// One of a list.
  template <class T>
  const T& choose(const std::vector<T>& things) {
    return things[static_cast<std::size_t>(below(static_cast<int>(things.size())))];
  }
  /// Puts a list into any order, all equally likely.
  template <class T>
  void shuffle(std::vector<T>& things) {
    for (std::size_t last = things.size(); last-- > 1;) {
      std::swap(things[last], things[static_cast<std::size_t>(below(static_cast<int>(last) + 1))]);
    }
  }
  Json state() const { return list({seed_, salt_, drawn_}); }

 private:
  std::uint32_t word();

  std::int64_t seed_ = 0;
  std::string salt_;
  std::int64_t drawn_ = 0;   // words so far
  std::int64_t block_ = -1;  // the number of `words_`
  std::array<std::uint32_t, 8> words_{};
};

/// Who gets a view: one seat; a spectator, who sees what all seats may know; or everybody after the match.
class Reader {
 public:
  static Reader seat(int seat) { return Reader(seat); }
  static Reader spectator() { return Reader(-1); }
  static Reader all() { return Reader(-2); }

  /// Whether this reader may see what only the seat `owner` may know.
  bool sees(int owner) const { return seat_ == -2 || seat_ == owner; }

 private:
  explicit Reader(int seat) : seat_(seat) {}
  int seat_;
};

/// An outcome that the referee may draw, with its weight from 1.
struct Chance {
  Json outcome;
  std::int64_t weight = 1;
};

/// The rules of one match: derive from it. Each match has an object of its own.
class Game {
 public:
  int seats = 0;                         ///< how many bots play: set before begin(), and so is `random`
  Random random;                         ///< the only source of chance
  std::set<int> out;                     ///< seats that the clock has taken out of the game
  std::map<int, std::int64_t> spent_us;  ///< the thinking time by seat in this step, in microseconds

  virtual ~Game() = default;

  /// A match begins. `options` has all options of game.json.
  virtual void begin(const Json& options) = 0;
  /// The seats that are asked now, ascending. None of them: the match is over. Never a seat that is in `out`.
  virtual std::vector<int> to_move() const = 0;
  /// All legal moves of a seat that is to move; nothing if they are too many. Then override check(), too.
  virtual std::optional<List> legal(int /*seat*/) const { return std::nullopt; }
  /// Throws Refused if the move is not legal. `move` may be any JSON. Without a check of yours the moves of
  /// legal() are legal.
  virtual void check(int seat, const Json& move) const;
  /// Plays a checked move; null if the bot has given no valid one. Returns the events: what has happened, as
  /// JSON that every seat may know. In a game with chance() a list.
  virtual Json play(int /*seat*/, const Json* /*move*/) {
    throw std::logic_error("write play(int seat, const Json* move)");
  }
  /// Plays the moves of all seats that were to move, by seat. For games that ask several at once.
  virtual Json play_together(const std::map<int, const Json*>& moves) {
    return play(moves.begin()->first, moves.begin()->second);
  }
  /// At a chance node its outcomes; else an empty list. It comes before to_move().
  virtual std::vector<Chance> chance() const { return {}; }
  /// The referee has drawn this outcome of chance(). Returns a list of events, as play() does.
  virtual Json draw(const Json& /*outcome*/) { throw std::logic_error("write draw(const Json& outcome)"); }
  /// What the reader may see. With "hidden" in game.json ask `reader.sees(seat)` before you show what only
  /// that seat may know.
  virtual Json view(const Reader& reader) const = 0;
  /// The picture for this reader, or null.
  virtual Json picture(const Reader& /*reader*/) const { return nullptr; }
  /// A number for each seat. More is better.
  virtual std::vector<double> scores() const { return std::vector<double>(static_cast<std::size_t>(seats)); }
  /// The game's own report of a match that is over.
  virtual Json outcome() const { return nullptr; }
  /// What never changes in this match, and every seat may know. Null: the options.
  virtual Json setup() const { return nullptr; }
  /// All of the match, if the referee shall keep it for you: then override load(), too. Null: this program
  /// remembers the match.
  virtual Json save() const { return nullptr; }
  /// Takes up what save() has given, in a new object instead of begin().
  virtual void load(const Json& /*state*/) { throw std::logic_error("write load(const Json& state)"); }
};

/// Your class as a program that answers requests.
class Server {
 public:
  using Rules = std::unique_ptr<Game> (*)();

  /// `facts`: game.json.
  Server(Rules rules, Json facts) : rules_(rules), facts_(std::move(facts)) {}

  Json hello() const;
  /// The line that answers one request, without its end; nothing if it has no answer.
  std::optional<std::string> answer(const Json& request);

 private:
  Object begin(const Json& request);
  Object step(const Json& request);
  Object play(Game& game, const Json& request);
  /// `sparing`: only the seats to move read what follows, and everybody once the match is over.
  Object position(const std::string& match, std::shared_ptr<Game> game, bool sparing);
  template <class Show>
  void show(const char* one, const char* many, const Game& game, const Show& view, bool sparing,
            Object& answer) const;
  std::shared_ptr<Game> loaded(const Json& state) const;

  Rules rules_;
  Json facts_;
  std::map<std::string, std::shared_ptr<Game>> matches_;
};

/// Serves matches, each with a game that `rules` makes, in the folder of game.json, until the referee ends.
/// Returns what main() returns.
int serve(Server::Rules rules);

template <std::derived_from<Game> T>
std::unique_ptr<Game> make() {
  return std::make_unique<T>();
}

template <std::derived_from<Game> T>
int serve() {
  return serve(make<T>);
}

// ---- How it works. Nothing below depends on the game.

constexpr std::size_t kMostWords = 2000;  // bytes of what is refused or has failed

/// `text` of at most that many bytes.
inline std::string brief(const std::string& text, std::size_t most) {
  if (text.size() <= most) {
    return text;
  }
  std::size_t end = most - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;  // between two characters
  }
  return text.substr(0, end) + "...";
}

template <class T>
const T& Json::as(const char* expected) const {
  if (!holds<T>()) {
    throw std::invalid_argument("expected " + std::string(expected) + ", got " + brief(text_of(), 80));
  }
  return std::get<T>(value_);
}

inline int Json::integer() const {
  const std::int64_t value = whole();
  if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
    throw std::invalid_argument("expected an integer of 32 bits, got " + text_of());
  }
  return static_cast<int>(value);
}

inline double Json::number() const {
  return is_integer() ? static_cast<double>(whole()) : as<double>("a number");
}

inline const Json& Json::operator[](int index) const { return list().at(static_cast<std::size_t>(index)); }

inline const Json& Json::operator[](const char* key) const {
  const auto found = fields().find(key);
  if (found == fields().end()) {
    throw std::invalid_argument("no \"" + std::string(key) + "\" in " + brief(text_of(), 80));
  }
  return found->second;
}

inline const Json* Json::find(const std::string& key) const {
  const auto found = fields().find(key);
  return found == fields().end() ? nullptr : &found->second;
}

/// Appends values to a line of JSON.
struct JsonWriter {
  std::string& out;

  void operator()(std::nullptr_t) const { out += "null"; }
  void operator()(bool value) const { out += value ? "true" : "false"; }
  void operator()(std::int64_t value) const { out += std::to_string(value); }
  void operator()(double value) const {
    if (!std::isfinite(value)) {
      throw std::invalid_argument("a number that is not finite cannot be written as JSON");
    }
    std::array<char, 32> digits{};
    out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }
  void operator()(const std::string& text) const {
    static constexpr std::string_view kHex = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
      const auto code = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        (out += '\\') += c;
      } else if (code < 0x20) {
        ((out += "\\u00") += kHex[code >> 4U]) += kHex[code & 15U];
      } else {
        out += c;
      }
    }
    out += '"';
  }
  void operator()(const List& list) const {
    std::string_view comma = "[";
    for (const Json& entry : list) {
      out += std::exchange(comma, ",");
      std::visit(*this, entry.value_);
    }
    out += list.empty() ? "[]" : "]";
  }
  void operator()(const Object& fields) const {
    std::string_view comma = "{";
    for (const auto& [key, value] : fields) {
      out += std::exchange(comma, ",");
      (*this)(key);
      out += ':';
      std::visit(*this, value.value_);
    }
    out += fields.empty() ? "{}" : "}";
  }
};

inline std::string Json::text_of() const {
  std::string text;
  std::visit(JsonWriter{text}, value_);
  return text;
}

inline std::string text_in(const ReadJson& read) {
  return std::string(read.text, static_cast<std::size_t>(read.size));
}

/// What referee.h has read.
inline Json taken(const ReadJson& read) {
  switch (read.type) {
    case JSON_TRUTH:
      return read.number != 0;
    case JSON_NUMBER:
      return read.is_integer != 0 ? Json(read.integer) : Json(read.number);
    case JSON_TEXT:
      return text_in(read);
    case JSON_LIST: {
      List list;
      for (int i = 0; i < read.size; ++i) {
        list.push_back(taken(*read.items[i]));
      }
      return list;
    }
    case JSON_OBJECT: {
      Object fields;
      for (int i = 0; i < read.size; ++i) {
        fields.insert_or_assign(text_in(*read.keys[i]), taken(*read.items[i]));
      }
      return fields;
    }
    default:
      return nullptr;
  }
}

inline Json Json::read(std::string_view text) {
  struct Blocks {
    RefereeBlock* first = nullptr;
    ~Blocks() { referee_give_back(first); }
  };
  Blocks blocks;
  referee_.can_fail = 1;  // by an exception
  return taken(*referee_read(std::string(text).c_str(), &blocks.first));
}

/// SHA-256 (FIPS 180-4), as eight words.
inline std::array<std::uint32_t, 8> sha256(std::string text) {
  static constexpr std::array<std::uint32_t, 64> kRounds = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
      0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
      0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
      0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
      0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
      0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
  std::array<std::uint32_t, 8> hash = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const std::uint64_t bits = 8 * text.size();
  text += '\x80';
  text.resize((text.size() + 8 + 63) / 64 * 64);
  for (unsigned i = 0; i < 8; ++i) {
    text[text.size() - 1 - i] = static_cast<char>(bits >> (8 * i));
  }
  for (std::size_t begin = 0; begin < text.size(); begin += 64) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 64; ++i) {
      w[i / 4] = (w[i / 4] << 8U) | static_cast<unsigned char>(text[begin + i]);
    }
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t a = w[i - 15];
      const std::uint32_t b = w[i - 2];
      w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3U)) + w[i - 7] +
             (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10U));
    }
    auto [a, b, c, d, e, f, g, h] = hash;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + kRounds[i] + w[i];
      const std::uint32_t two =
          (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = std::exchange(g, std::exchange(f, std::exchange(e, d + one)));
      d = std::exchange(c, std::exchange(b, std::exchange(a, one + two)));
    }
    const std::array<std::uint32_t, 8> more = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) {
      hash[i] += more[i];
    }
  }
  return hash;
}

inline std::uint32_t Random::word() {
  if (drawn_ / 8 != block_) {
    block_ = drawn_ / 8;
    words_ = sha256(std::to_string(seed_) + ":" + salt_ + ":" + std::to_string(block_));
  }
  return words_[static_cast<std::size_t>(drawn_++ % 8)];
}

inline int Random::below(int n) {
  if (n < 1) {
    throw std::invalid_argument("below(" + std::to_string(n) + "): expected 1 or more");
  }
  static constexpr std::uint64_t kWords = std::uint64_t{1} << 32U;
  const auto many = static_cast<std::uint64_t>(n);
  const std::uint64_t end = kWords - kWords % many;  // words from here on would favour small numbers
  while (true) {
    if (const std::uint64_t drawn = word(); drawn < end) {
      return static_cast<int>(drawn % many);
    }
  }
}

inline void Game::check(int seat, const Json& move) const {
  const std::optional<List> moves = legal(seat);
  if (!moves) {
    throw std::logic_error("write legal(int seat) or check(int seat, const Json& move)");
  }
  for (const Json& other : *moves) {
    if (move == other) {
      return;
    }
  }
  const std::string all = brief(Json(*moves).text_of(), 200);
  throw Refused(brief(move.text_of(), 80) + " is no legal move now. Legal: " + all);
}

inline Json Server::hello() const {
  Object hello = {{"type", "hello"}};
  for (const char* const key : {"rules_program", "name", "version"}) {
    hello.emplace(key, facts_[key]);
  }
  return hello;
}

inline std::optional<std::string> Server::answer(const Json& request) {
  const std::string& type = request["type"].text();
  const std::string& match = request["match"].text();
  if (type == "end") {
    matches_.erase(match);
    return std::nullopt;
  }
  try {
    Object answer = type == "new" ? begin(request) : step(request);
    answer.emplace("id", request["id"]);
    return Json(std::move(answer)).text_of();
  } catch (const std::exception& error) {
    matches_.erase(match);
    return object({{"id", request["id"]}, {"error", brief(error.what(), kMostWords)}}).text_of();
  }
}

inline Object Server::begin(const Json& request) {
  const std::shared_ptr<Game> game = rules_();
  game->seats = request["seats"].integer();
  game->random = Random(request["seed"].whole(), request["salt"].text(), 0);
  game->begin(request["options"]);
  Object answer = position(request["match"].text(), game, false);
  if (Json setup = game->setup(); !setup.is_null()) {
    answer.emplace("setup", std::move(setup));
  }
  return answer;
}

inline Object Server::step(const Json& request) {
  const std::string& match = request["match"].text();
  const Json* const state = request.find("state");
  const std::shared_ptr<Game> game = state == nullptr ? matches_.at(match) : loaded(*state);
  Object played = play(*game, request);
  if (played.contains("refused")) {
    return played;
  }
  const Json* const readers = request.find("views");
  Object answer = position(match, game, readers != nullptr && readers->text() == "movers");
  answer.merge(played);
  return answer;
}

/// The events, or what was refused.
inline Object Server::play(Game& game, const Json& request) {
  Json events;
  if (const Json* const outcome = request.find("chance")) {
    events = game.draw(*outcome);
  } else {
    List refused;
    std::map<int, const Json*> moves;
    for (const Json& entry : request["moves"].list()) {
      const int seat = entry["seat"].integer();
      const Json* const move = moves[seat] = entry.find("move");
      try {
        if (move != nullptr) {
          game.check(seat, *move);
        }
      } catch (const Refused& why) {
        Object words = {{"seat", seat}, {"why", brief(why.what(), kMostWords)}};
        if (why.malformed) {
          words.emplace("malformed", true);
        }
        refused.emplace_back(std::move(words));
      }
    }
    if (!refused.empty()) {
      return {{"refused", std::move(refused)}};
    }
    for (const Json& entry : request["moves"].list()) {
      game.spent_us[entry["seat"].integer()] = entry["spent_us"].whole();
      if (entry.find("forfeited") != nullptr) {
        game.out.insert(entry["seat"].integer());
      }
    }
    events = game.play_together(moves);
  }
  return events.is_null() ? Object{} : Object{{"events", std::move(events)}};
}

inline Object Server::position(const std::string& match, std::shared_ptr<Game> game, bool sparing) {
  Object answer;
  if (const std::vector<Chance> outcomes = game->chance(); !outcomes.empty()) {
    List pairs;
    for (const Chance& one : outcomes) {
      pairs.push_back(list({one.outcome, one.weight}));
    }
    answer.emplace("chance", std::move(pairs));
  } else {
    const std::vector<int> movers = game->to_move();
    List legal;
    bool told = false;
    for (const int seat : movers) {
      const std::optional<List> moves = game->legal(seat);
      legal.push_back(moves ? Json(*moves) : Json());
      told = told || moves;
    }
    answer.emplace("to_move", movers);
    if (told) {
      answer.emplace("legal", std::move(legal));
    }
    answer.emplace("scores", game->scores());
    if (movers.empty()) {
      answer.emplace("outcome", game->outcome());
    }
  }
  if (!sparing || !answer.contains("chance")) {
    const auto view = [&game](const Reader& reader) { return game->view(reader); };
    const auto picture = [&game](const Reader& reader) { return game->picture(reader); };
    show("view", "views", *game, view, sparing, answer);
    show("picture", "pictures", *game, picture, sparing, answer);
  }
  if (Json state = game->save(); state.is_null()) {
    matches_[match] = std::move(game);
  } else {
    const std::vector<int> gone(game->out.begin(), game->out.end());
    answer.emplace("state", object({{"game", std::move(state)},
                                    {"seats", game->seats},
                                    {"out", gone},
                                    {"random", game->random.state()}}));
  }
  return answer;
}

/// Adds views or pictures, if there are any.
template <class Show>
void Server::show(const char* one, const char* many, const Game& game, const Show& view, bool sparing,
                  Object& answer) const {
  bool any = std::string_view(one) == "view";
  const auto shown = [&](const Reader& reader) {
    Json value = view(reader);
    any = any || !value.is_null();
    return value;
  };
  const Json* const hidden = facts_.find("hidden");
  if (hidden == nullptr || !hidden->truth()) {
    if (Json all = shown(Reader::all()); any) {
      answer.emplace(one, std::move(all));
    }
    return;
  }
  std::set<int> movers;
  if (const auto found = answer.find("to_move"); found != answer.end()) {
    for (const Json& seat : found->second.list()) {
      movers.insert(seat.integer());
    }
  }
  List seats;
  for (int seat = 0; seat < game.seats; ++seat) {
    seats.push_back(!sparing || movers.contains(seat) ? shown(Reader::seat(seat)) : Json());
  }
  Object views = {{"seats", std::move(seats)}};
  if (!sparing) {
    views.emplace("spectator", shown(Reader::spectator()));
  }
  if (!sparing || movers.empty()) {
    views.emplace("all", shown(Reader::all()));
  }
  if (any) {
    answer.emplace(many, std::move(views));
  }
}

inline std::shared_ptr<Game> Server::loaded(const Json& state) const {
  std::shared_ptr<Game> game = rules_();
  game->seats = state["seats"].integer();
  game->random = Random(state["random"][0].whole(), state["random"][1].text(), state["random"][2].whole());
  for (const Json& seat : state["out"].list()) {
    game->out.insert(seat.integer());
  }
  game->load(state["game"]);
  return game;
}

inline int serve(Server::Rules rules) {
  std::FILE* const answers = ::fdopen(::dup(STDOUT_FILENO), "w");
  ::dup2(STDERR_FILENO,
         STDOUT_FILENO);  // what you print goes to standard error: a stray line would be an answer
  const auto say = [answers](std::string line) {
    line += '\n';
    return std::fwrite(line.data(), 1, line.size(), answers) == line.size() && std::fflush(answers) == 0;
  };
  std::ifstream file("game.json");
  if (!file) {
    std::cerr << "no game.json here: start this program in the folder of the game\n";
    return 1;
  }
  try {
    Server server(rules, Json::read(std::string(std::istreambuf_iterator<char>(file), {})));
    bool there = say(server.hello().text_of());  // false: the referee has gone
    for (std::string line; there && std::getline(std::cin, line);) {
      const std::optional<std::string> answer = server.answer(Json::read(line));
      there = !answer || say(*answer);
    }
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}

}  // namespace referee_game

#endif
