#include "protocol/messages.h"

#include <limits>
#include <utility>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/numbers.h"
#include "protocol/parse.h"
#include "protocol/plain_move.h"
#include "protocol/server.h"

namespace protocol {
namespace {

constexpr std::size_t kRoomOfTurn =
    256;  // bytes of a turn's line beside its view and the match's name, about

std::vector<std::string> read_features(fields::Object& in) {
  std::vector<std::string> features;
  const Json* list = in.find("features");
  if (list == nullptr) {
    return features;
  }
  if (!list->is_array() || list->size() > kMaxFeatures) {
    in.fail("features", *list, "a list of at most " + std::to_string(kMaxFeatures) + " strings");
    return features;
  }
  for (const Json& feature : *list) {
    if (!feature.is_string()) {
      in.fail("features", *list, "a list of strings");
      return features;
    }
    features.push_back(feature.get<std::string>());
  }
  return features;
}

FromBot read_hello(fields::Object& in, const Json& message) {
  Hello hello;
  hello.protocol = static_cast<int>(
      in.integer("protocol", {std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}));
  hello.name = in.text_or("name", kMaxText, "");
  hello.token = in.text_or("token", kMaxText, "");
  hello.registration_code = in.text_or("registration_code", kMaxText, "");
  hello.resume = in.boolean_or("resume", false);
  hello.role = in.text_or("role", kMaxText, "bot");
  hello.features = read_features(in);
  if (in.error()) {
    return BadMessage{in.error()->text(), message};
  }
  return hello;
}

FromBot read_move(fields::Object& in, const Json& message) {
  Move move;
  move.match = in.text("match", kMaxText);
  move.turn = in.integer("turn", {0, std::numeric_limits<std::int64_t>::max()});
  const Json* answer = in.value("move");
  if (in.error()) {
    return BadMessage{in.error()->text(), message};
  }
  move.move = *answer;
  return move;
}

void add_last(JsonWriter& out, const std::optional<Last>& last) {
  if (!last) {
    return;
  }
  out.key("last").begin_object().field("verdict", name_of(last->verdict));
  out.key("charged_ms").milliseconds(last->charged_us);
  if (last->rtt_us) {
    out.key("rtt_ms").milliseconds(*last->rtt_us);
  }
  out.key("loop_lag_ms").milliseconds(last->loop_lag_us).end_object();
}

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

LineWriter message(std::string_view type) {
  LineWriter out;
  out.field("type", type);
  return out;
}

}  // namespace

FromBot read_line(std::string_view line) {
  if (auto move = read_plain_move(line)) {
    return std::move(*move);
  }
  auto parsed = parse_line(line);
  if (auto* unreadable = std::get_if<Unreadable>(&parsed)) {
    return BadMessage{std::move(unreadable->why), std::nullopt};
  }
  const Json& message = std::get<Json>(parsed);
  if (!message.is_object()) {
    return BadMessage{"got " + fields::brief(message) + ", expected a JSON object with a \"type\"", message};
  }
  const auto type = message.find("type");
  if (type == message.end() || !type->is_string()) {
    return BadMessage{"a message without \"type\": expected \"hello\" or \"move\"", message};
  }
  const auto& word = type->get_ref<const std::string&>();
  if (word == "move") {
    if (const auto wide = wide_integer(line, "move", "move")) {
      return BadMessage{wide->text(), message};
    }
    fields::Object in(message, "move");
    return read_move(in, message);
  }
  if (word == "hello") {
    fields::Object in(message, "hello");
    return read_hello(in, message);
  }
  return UnknownType{word};
}

std::string line_of(const Hello& hello) {
  LineWriter out = message("hello");
  out.field("protocol", hello.protocol);
  if (!hello.name.empty()) {
    out.field("name", hello.name);
  }
  if (!hello.token.empty()) {
    out.field("token", hello.token);
  }
  if (!hello.registration_code.empty()) {
    out.field("registration_code", hello.registration_code);
  }
  if (hello.resume) {
    out.field("resume", true);
  }
  if (hello.role != "bot") {
    out.field("role", hello.role);
  }
  if (!hello.features.empty()) {
    out.json("features", Json(hello.features));
  }
  return out.take();
}

std::string line_of(const Move& move) {
  return message("move").field("match", move.match).field("turn", move.turn).json("move", move.move).take();
}

bool is_valid_name(std::string_view name) {
  if (name.empty() || name.size() > kMaxName || !is_letter_or_digit(name.front())) {
    return false;
  }
  return name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") ==
         std::string_view::npos;
}

std::string folded_name(std::string_view name) {
  std::string folded(name);
  for (char& c : folded) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
    }
  }
  return folded;
}

std::string line_of(const Welcome& welcome) {
  LineWriter out = message("welcome");
  out.field("protocol", kVersion).field("server", kServer).field("name", welcome.name);
  if (welcome.tournament) {
    out.field("tournament", *welcome.tournament);
  }
  if (welcome.token) {
    out.field("token", *welcome.token);
  }
  return out.take();
}

std::string wait_line(std::string_view reason) { return message("wait").field("reason", reason).take(); }

std::string line_of(const Start& start) {
  LineWriter out = message("start");
  out.field("match", start.match).field("game", start.game).field("seat", start.seat);
  out.json("players", Json(start.players)).json("setup", start.setup).json("clock", start.clock);
  out.field("commitment", start.commitment);
  if (start.given_turns > 0) {
    out.field("given_turns", start.given_turns);
  }
  return out.take();
}

std::string past_line(std::string_view match, std::int64_t turn, std::string_view view) {
  return message("past").field("match", match).field("turn", turn).raw("view", view).take();
}

std::string line_of(const Turn& turn) {
  std::string line;
  line.reserve(turn.match.size() + turn.view.size() + kRoomOfTurn);
  JsonWriter out(line);
  out.begin_object().field("type", "turn").field("match", turn.match).field("turn", turn.turn);
  out.key("view").raw(turn.view).key("clock").begin_object().key("left_ms").milliseconds(turn.left_us);
  out.key("used_ms").milliseconds(turn.used_us).end_object();
  add_last(out, turn.last);
  out.end_object();
  return line;
}

std::string line_of(const End& end) {
  std::string line;
  JsonWriter out(line);
  out.begin_object().field("type", "end").field("match", end.match).field("rank", end.rank);
  out.key("scores").raw(dump(numbers(end.scores))).key("outcome").raw(dump(end.outcome));
  add_last(out, end.last);
  out.field("faults", end.faults).field("seed", end.seed).field("salt", end.salt).end_object();
  return line;
}

std::string line_of(const Error& error) {
  LineWriter out = message("error");
  out.field("code", error.code).field("message", error.message);
  if (error.match) {
    out.field("match", *error.match);
  }
  if (error.turn) {
    out.field("turn", *error.turn);
  }
  if (!error.supported.empty()) {
    out.json("supported", Json(error.supported));
  }
  if (error.retry_after_ms) {
    out.field("retry_after_ms", *error.retry_after_ms);
  }
  return out.take();
}

std::string bye_line(std::string_view reason) { return message("bye").field("reason", reason).take(); }

std::string oversize_why() { return "a line of over " + std::to_string(kMaxLineFromBot) + " bytes"; }

std::string line_of(const BadMessage& bad) { return line_of(Error{name_of(Verdict::malformed), bad.why}); }

std::string line_of(const UnknownType& unknown) {
  return line_of(Error{error_code::kUnknownType, "type '" + fields::brief_text(unknown.type, 40) +
                                                     "' is not known in protocol 1: ignored"});
}

}  // namespace protocol
