#!/usr/bin/env node
// Plays all six games at random. Copy this file and change the function of your game.
// It needs Node 18 or newer and no packages. How to start it: node random_bot.js --help
"use strict";

// ---- The games. Each has one function: we call it with the message "start" of every match, and it returns another
// ---- function. We call that with the view of every turn, and it returns the move. Outer variables last for the match.

function planets({ setup }) {
  const steps = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1], ".": [0, 0] };
  const grid = setup.grid; // null: an asteroid, 0: empty, k: a nebula that holds the ship for k turns
  return (view) => {
    // Your ideas go here.
    const [row, column] = view.ship.location;
    const ahead = ([down, right]) => grid.at((row + down) % grid.length).at((column + right) % grid[0].length);
    return pick(Object.keys(steps).filter((letter) => ahead(steps[letter]) !== null));
  };
}

function lightcycle({ setup, seat }) {
  const first = setup.starts.slice(0, seat).flat().length; // cycles are numbered team by team
  const last = first + setup.starts[seat].length;
  const trails = new Map(); // from a cell to the cycle that was there last
  const key = ([x, y]) => x * setup.size + y;
  return ({ cycles }) => {
    // Your ideas go here.
    const isDead = (cycle) => cycles[cycle][0] < 0;
    cycles.forEach((cell, cycle) => isDead(cycle) || trails.set(key(cell), cycle));
    const mine = new Set(); // where other cycles of this team go
    const isFree = ([x, y]) => {
      const cell = key([x, y]);
      const isInside = Math.min(x, y) >= 0 && Math.max(x, y) < setup.size;
      return isInside && !mine.has(cell) && (!trails.has(cell) || isDead(trails.get(cell))); // the dead have no trail
    };
    return cycles.slice(first, last).map(([x, y]) => {
      const near = [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]];
      const free = near.filter(isFree);
      const target = pick(free.length > 0 ? free : near);
      mine.add(key(target));
      return target;
    });
  };
}

function snake() {
  const steps = { N: [-1, 0], S: [1, 0], E: [0, 1], O: [0, -1] }; // O: ovest, west
  return ({ maze, head }) => {
    // Your ideas go here. A single step is enough, too: the next turn asks again.
    let [row, column] = head;
    let path = "";
    const isFree = ([down, right]) => ![undefined, "#"].includes(maze[row + down]?.[column + right]);
    while (path.length < 500 && maze[row][column] !== "_") {
      const free = Object.keys(steps).filter((letter) => isFree(steps[letter]));
      if (free.length === 0) return "N"; // walled in: the step has no effect
      const step = pick(free);
      row += steps[step][0];
      column += steps[step][1];
      path += step;
    }
    return path;
  };
}

function walls({ seat }) {
  const steps = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] };
  return ({ board, players }) => {
    // Your ideas go here.
    const me = players[seat];
    const other = players[1 - seat];
    const row = me.at[0] + steps[me.face][0];
    const column = me.at[1] + steps[me.face][1];
    const isOther = row === other.at[0] && column === other.at[1];
    const isOpen = [".", "AB"[seat]].includes(board[row]?.[column]) && !isOther;
    return pick(isOpen ? ["forward", "forward", "left", "right"] : ["left", "right"]);
  };
}

function superball({ setup }) {
  return ({ board }) => {
    // Your ideas go here.
    const isPiece = (row, column) => ![undefined, ".", "*"].includes(board[row]?.[column]);
    const colour = (row, column) => board[row][column].toLowerCase();
    const cells = board.flatMap((line, row) => [...line].map((_, column) => [row, column]));
    const pieces = cells.filter((cell) => isPiece(...cell));
    const groupOf = (cell) => {
      const group = new Map([[`${cell}`, cell]]); // the pieces of one colour that touch
      for (const [row, column] of group.values()) { // it grows while we walk along it
        for (const next of [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]]) {
          if (isPiece(...next) && colour(...next) === colour(...cell)) group.set(`${next}`, next);
        }
      }
      return group;
    };
    const isGoal = ([row, column]) => board[row][column] !== colour(row, column); // upper case: on a goal cell
    const goals = pieces.filter((cell) => isGoal(cell) && groupOf(cell).size >= setup.min_score_size);
    if (goals.length > 0) return `SCORE ${pick(goals).join(" ")}`;
    const one = pick(pieces);
    const other = pick(pieces.filter((cell) => cell !== one));
    return `SWAP ${one.join(" ")} ${other.join(" ")}`;
  };
}

function battleship({ setup, seat }) {
  const { size, touching } = setup;
  const gap = touching ? 0 : 1;
  const place = () => {
    let [row, column] = [0, 0];
    const ships = [...setup.ships].sort((one, other) => other - one).map((length) => {
      if (column + length > size) [row, column] = [row + 1 + gap, 0]; // this row is full
      const ship = { across: true, at: [row, column], length };
      column += length + gap;
      return ship;
    });
    return { ships };
  };
  return ({ phase, boards }) => {
    // Your ideas go here.
    if (phase === "place") return place();
    const target = boards[1 - seat]; // the opponent's: "." has not been shot at
    const cells = target.flatMap((line, row) => [...line].map((_, column) => [row, column]));
    return pick(cells.filter(([row, column]) => target[row][column] === "."));
  };
}

const games = { planets, lightcycle, snake, walls, superball, battleship };

function pick(list) {
  return list[Math.floor(Math.random() * list.length)];
}

// ---- The protocol: one JSON object per line. Nothing below depends on the game.

const fs = require("node:fs");
const net = require("node:net");
const tls = require("node:tls");
const { parseArgs } = require("node:util");

const USAGE = `Usage: node random_bot.js [OPTION VALUE]...

Plays all six games at random. Without --connect it speaks the protocol over stdin and stdout.

  --connect HOST:PORT   dial in to a referee (or REFEREE_ADDR); several with commas between, where
                        others stand by for it
  --name NAME           the bot's name there (or REFEREE_NAME)
  --token-file FILE     holds the bot's token (or REFEREE_TOKEN); a file that does not
                        exist yet receives the token that the referee issues
  --code-file FILE      holds the class's registration code (or
                        REFEREE_REGISTRATION_CODE), where new names need one
  --tls                 speak TLS; the referee's certificate has to be one that Node trusts, or
  --ca FILE             a certificate of this file, or
  --pin SHA256          the one with this SHA-256, whatever name it has
  --help                print this`;
const MAX_DIALS = 10; // in a row that got no welcome

const hello = { type: "hello", protocol: 1, resume: true, features: ["new_match"] };
let tokenFile; // where an issued token is kept
let security; // { ca, pin } if TLS is spoken
let choose; // gives the move for a view of the current match
let dials = 0; // since the latest welcome
let pause = 0; // ms that the referee asked us to wait before the next dial
let isOver = false; // the referee has said bye

function handle(message, say) {
  if (message.type === "start") {
    if (!games[message.game]) throw new Error(`no function for the game ${message.game}`);
    choose = games[message.game](message);
  } else if (message.type === "past") {
    choose(message.view); // after an interruption: an earlier view, to be remembered, not answered
  } else if (message.type === "turn") {
    say({ type: "move", match: message.match, turn: message.turn, move: choose(message.view) });
  } else if (message.type === "new_match") {
    say(hello); // we are ready for another match: "start" makes a new function
  } else if (message.type === "welcome") {
    hello.token = message.token ?? hello.token;
    if (message.token) keep(message.token);
    [dials, pause] = [0, 0];
  } else if (message.type === "error") {
    console.error(`${message.code}: ${message.message}`); // standard output carries the protocol
    pause = message.retry_after_ms ?? 0;
  } else if (message.type === "bye") {
    console.error(`the referee says bye: ${message.reason}`);
    isOver = true;
  }
}

function keep(token) {
  if (tokenFile) fs.writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 });
  else console.error(`the referee issued a token, keep it for the next time: REFEREE_TOKEN=${token}`);
}

/** Answers until the referee says bye or the input ends, then calls `ended`. Returns a function that says hello. */
function converse(input, output, ended) {
  // One write per message, without a buffer of ours. We ignore what `write` returns: there is one answer per turn,
  // so at most one line waits for a referee that does not read.
  const say = (message) => output.write(`${JSON.stringify(message)}\n`);
  let rest = ""; // the begin of a line that has not arrived in full
  input.setEncoding("utf8"); // keeps a character back until all of its bytes are there
  input.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) handle(JSON.parse(line), say);
    if (isOver) input.destroy();
  });
  input.on("error", (error) => console.error(error.message)); // "close" follows
  input.on("close", ended);
  return () => say(hello);
}

function connect(host, port) {
  if (!security) return net.connect(port, host);
  const { ca, pin } = security;
  const servername = net.isIP(host) ? "" : host;
  return tls.connect({ host, port, servername, ca, rejectUnauthorized: !pin, minVersion: "TLSv1.2" });
}

/** With --pin Node has not checked the certificate: we do, before anything is said. */
function isRightReferee(connection) {
  const pin = security?.pin;
  return !pin || connection.getPeerCertificate().fingerprint256.replaceAll(":", "").toLowerCase() === pin;
}

/** Dials one address after the other, and pauses after the last one. */
function dial(addresses, next = 0) {
  if (next === 0) dials += 1;
  const { host, port } = addresses[next];
  const connection = connect(host, port).setNoDelay(true);
  const sayHello = converse(connection, connection, () => {
    if (isOver) return;
    if (next + 1 < addresses.length) {
      dial(addresses, next + 1);
    } else if (dials < MAX_DIALS) {
      setTimeout(dial, Math.max(pause, Math.min(50 * 2 ** dials, 5000)), addresses);
    } else {
      console.error(`gave up after ${MAX_DIALS} tries to connect to ${host} port ${port}`);
      process.exitCode = 1;
    }
  });
  connection.once(security ? "secureConnect" : "connect", () => {
    if (isRightReferee(connection)) sayHello();
    else connection.destroy(new Error("the referee's certificate has another SHA-256 than --pin says"));
  });
}

function readSecurity({ tls: isOn, ca, pin }) {
  if (!isOn && (ca || pin)) throw new Error("--ca and --pin need --tls");
  if (ca && pin) throw new Error("expected --ca or --pin, not both");
  const digits = pin?.replaceAll(":", "").toLowerCase();
  if (pin && !/^[0-9a-f]{64}$/.test(digits)) throw new Error(`--pin: got ${pin}, expected 64 hex digits`);
  return isOn ? { ca: ca && fs.readFileSync(ca), pin: digits } : undefined;
}

function readCommandLine() {
  const text = { type: "string" };
  const flag = { type: "boolean" };
  const files = { "token-file": text, "code-file": text, ca: text };
  const options = { ...files, connect: text, name: text, tls: flag, pin: text, help: flag };
  const { values } = parseArgs({ options });
  const { REFEREE_ADDR, REFEREE_NAME, REFEREE_TOKEN, REFEREE_REGISTRATION_CODE } = process.env;
  const address = values.connect ?? REFEREE_ADDR;
  if (address === undefined || values.help) return { help: values.help };
  const addresses = address.split(",").map((one) => {
    const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(one) ?? [];
    if (!host || port < 1 || port > 65535) throw new Error(`--connect: got ${one}, expected HOST:PORT`);
    return { host, port: Number(port) };
  });
  security = readSecurity(values);
  tokenFile = values["token-file"];
  const kept = tokenFile && fs.existsSync(tokenFile) ? fs.readFileSync(tokenFile, "utf8").trim() : "";
  const codeFile = values["code-file"];
  const code = codeFile ? fs.readFileSync(codeFile, "utf8").trim() : REFEREE_REGISTRATION_CODE;
  Object.assign(hello, { name: values.name ?? REFEREE_NAME, token: kept || REFEREE_TOKEN, registration_code: code });
  if (!hello.name) throw new Error("--connect needs --name NAME");
  return { addresses };
}

function main() {
  let settings;
  try {
    settings = readCommandLine();
  } catch (error) {
    console.error(`random_bot.js: ${error.message}; see --help`);
    process.exitCode = 2;
    return;
  }
  if (settings.help) {
    console.log(USAGE);
  } else if (settings.addresses) {
    dial(settings.addresses);
  } else {
    process.stdout.on("error", () => process.stdin.destroy()); // the referee has closed the pipe
    converse(process.stdin, process.stdout, () => {})();
  }
}

main();
