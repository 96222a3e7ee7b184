#pragma once

#include <memory>
#include <string>

#include <nlohmann/json.hpp>

// What kit.wasm answers (kit.cpp). Each part has a function for its requests, and keeps what it has begun.
namespace kit {

using Json = nlohmann::json;

/// The page of a match: {"page":{"record":text,"seat":n?,"rules":text?}} gives {"html","problem"}. "rules":
/// the script with which it verifies itself.
Json answer_page(const Json& request);

/// Games between the same bots. {"series":{"game","options","seed","seats","names","opponents"?,"fill"?,
/// "games"?,"pairs"?,"sprt"?,"sprt_mean"?,"openings"?:{"text","file"},"random_plies"?}} gives {"games"};
/// {"game":n} gives {"number","group","seating","given"?}; {"played":{"number","record"}} gives {"line",
/// "interim","over"}; {"results":{"width"?}} gives {"text","json","csv","openings","repeats"}. "opponents"
/// and "fill": how many of the names, at their end and in this order, are those of --opponents and --fill.
Json answer_series(const Json& request);

/// The examination of a bot: see kit_check.cpp.
Json answer_check(const Json& request);

}  // namespace kit
