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

/// Games between the same bots. {"meeting":{"game","seats","bots","opponents"?:the pool's name,"pooled",
/// "fill","games"?,"pairs"?,"sprt"?,"sprt_mean"?}} gives {"filled"}: how many bots --fill adds. The others
/// are numbers of bots, or the options of that name: see SeriesMeeting (referee/lab/). {"series":{the same,
/// "options","seed","names":of all bots,"openings"?:{"text","file"},"random_plies"?}} gives {"games"};
/// {"game":n} gives {"number","group","seating","given"?}; {"played":{"number","record"}} gives {"line",
/// "interim","over"}; {"results":{"width"?}} gives {"text","json","csv","openings","repeats"}.
Json answer_series(const Json& request);

/// The examination of a bot: see kit_check.cpp.
Json answer_check(const Json& request);

/// The conventions of handouts: {"as":request}. {"adapter":{"name","game"?}} gives what --as names: {"name",
/// "game","interpreter","takes":"program","file" or "folder","works_in_copy","start_ms"}, for json the name
/// alone. {"fit":{"adapter","word","installed","accepted","system"}} refuses what cannot play. {"no_hello":
/// {"adapter","init_ms"}} gives {"why"}. {"interpret":{"adapter","path","place","files"}} gives how the
/// interpreter is started: {"files":[{"path","text"}],"copy":{"name","path"},"words","environment",
/// "works_there","note"}. {"play":{"adapter","program"}} begins the turns of a program. What becomes of them
/// is
/// {"heard":line}, {"answered":{"printed","how"}}, {"ended"}, {"overdue"}, {"cannot_start":why}, {"lost"}.
/// Each gives {"orders","awaits_end","over"}, the orders as ProgramTurns has them: {"say":line},
/// {"tell":text},
/// {"begin"}, {"end"}, {"start":{"arguments","file","text"}}, {"await_ms":n}, {"kill"}.
Json answer_adapt(const Json& request);

}  // namespace kit
