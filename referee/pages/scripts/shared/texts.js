// Numbers, times and foreign texts as people read them.
import {duration} from "./duration.js";

// Control characters, and the ones that change the direction of the text around them.
// eslint-disable-next-line no-control-regex
const kUnseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/// `text` of a stranger without characters that nobody sees, cut after `limit` characters: it cannot reorder the
/// text around it and cannot fill the page.
export const plain = (text, limit = 64) => {
  const start = String(text ?? "").slice(0, 4 * limit + 16);
  const letters = [...start.replace(kUnseen, "")];
  return letters.length > limit ? letters.slice(0, limit - 1).join("") + "…" : letters.join("");
};

/// A time in microseconds: "12.3 ms"; "–" if there is none.
export const timeText = (us) => (typeof us === "number" ? duration(us) : "–");

/// A duration in seconds, roughly: "less than a minute", "12 min", "1 h 20 min".
export const durationText = (seconds) => {
  if (seconds < 60) return "less than a minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min`;
  return minutes % 60 ? `about ${Math.floor(minutes / 60)} h ${minutes % 60} min` : `about ${minutes / 60} h`;
};

/// "1 match", "2 matches"
export const countText = (count, one, many = one + "s") => `${count} ${count === 1 ? one : many}`;

/// A moment (ISO 8601) by the reader's clock: "14:03:20", with the day, "2026-11-20 14:03:20", if it is another one
/// than `now`'s.
export const momentText = (moment, now = new Date()) => {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return plain(moment);
  const two = (number) => String(number).padStart(2, "0");
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return date.toDateString() === now.toDateString() ? time : `${day} ${time}`;
};

/// Places won since the last round: what to show, and what to say of it.
export const movementOf = (places) => {
  if (typeof places !== "number" || places === 0) return {kind: "none", text: "", spoken: ""};
  const count = countText(Math.abs(places), "place");
  return places > 0 ? {kind: "up", text: `▲${places}`, spoken: `up ${count}`}
                    : {kind: "down", text: `▼${-places}`, spoken: `down ${count}`};
};

/// Where a game belongs: "Round 2, table 1"; "Game 59" of a ladder, which has no rounds. In practice each entrant counts its
/// own games. `kind`: of the tournament.
export const gamePlaceText = (match, kind) => {
  const [round, table, game] = /^r(\d+)t(\d+)g(\d+)$/.exec(match)?.slice(1) ?? [];
  if (round === undefined) return plain(match);
  return {ladder: `Game ${table}`, practice: `Game ${game}`}[kind] ?? `Round ${round}, table ${table}`;
};

/// A verdict as people read it.
export const verdictText = (verdict) => ({no_show: "absent", referee_error: "referee's error"}[verdict] ?? plain(verdict, 24));
