/** Whatever JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A call that the rules refused: its message says what was wrong. */
export class RulesError extends Error {}

/** The first place where a record differs from its replay. */
export interface Difference {
  line: number;
  turn: number | null;
  field: string;
  got: string;
  expected: string;
}

/** What came of playing a record again. */
export interface Verified {
  status: "ok" | "different";
  turns: number;
  given_turns: number;
  void: boolean;
  difference: Difference | null;
  unknown_keys: number;
  /** A program has played the match by itself: moves and times cannot be checked. */
  match_program: boolean;
  /** The line for people, as `referee verify` prints it behind the name of the file. */
  text: string;
  other_rules?: { recorded: string; here: string; folder: string };
}

/** A position, without its view. */
export interface Told {
  turn: number;
  to_move: number[];
  setup: Json;
  events: Json;
  refused: { fault: string; seat: number }[];
  over: boolean;
  /** null: the game hides something, and is not over. */
  scores: number[] | null;
  outcome: Json;
}

/** A game after given answers. */
export interface Game {
  readonly seats: number;
  clone(): Game;
  /** Plays a turn: the answer of the seat to move, or a list of those of all seats to move; null is no move. Returns how many
   * answers the rules refused. */
  apply(answers: Json): number;
  /** The seats to move; none: the game is over. */
  toMove(): number[];
  /** The legal moves of a seat to move; null where the rules do not list them. In Light Cycle a list for each cycle. */
  legal(seat: number): Json[] | null;
  /** What the seat may see; without one, all that the rules know. */
  view(seat?: number): Json;
  scores(): number[];
  tell(seat?: number): Told;
}

/** All games of referee. */
export interface Rules {
  readonly version: string;
  ask(request: { [key: string]: Json }): { [key: string]: Json };
  answer(line: string): string;
  verify(record: string | Uint8Array, watch?: (played: number, bytes: number) => void): Verified;
  /** For referee-kit, which plays matches with clocks. */
  match(request: { [key: string]: Json }): { [key: string]: Json };
  game(name: string, options?: { [key: string]: Json }, seed?: number, salt?: string): Game;
}

/** The rules: a memory of their own, so that each call makes independent ones. `source`: bytes of rules.wasm or a compiled module;
 * default: the file beside this one. */
export function load(source?: BufferSource | WebAssembly.Module): Promise<Rules>;
