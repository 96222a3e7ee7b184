#!/usr/bin/env node
// Plays all six games at random. Copy this file and referee.js, and change the function of your game.
// It needs Node 18 or newer and no packages. How to start it: node random_bot.js --help
"use strict";

const { play, shown, Bot, converse } = require("./referee.js");

// ---- The games. Each has one function: we call it with every match, and it returns a player. We call its function
// ---- move with the view of every turn, and it returns the move. Variables outside of move last for the match.

function planets({ setup }) {
  const steps = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1], ".": [0, 0] };
  const grid = setup.grid; // null: an asteroid, 0: empty, k: a nebula that holds the ship for k turns
  const move = (view) => {
    // Your ideas go here.
    const [row, column] = view.ship.location;
    const ahead = ([down, right]) => grid.at((row + down) % grid.length).at((column + right) % grid[0].length);
    return pick(Object.keys(steps).filter((letter) => ahead(steps[letter]) !== null));
  };
  return { move };
}

function lightcycle({ setup, seat }) {
  const first = setup.starts.slice(0, seat).flat().length; // cycles are numbered team by team
  const last = first + setup.starts[seat].length;
  const trails = new Map(); // from a cell to the cycle that was there last
  const key = ([x, y]) => x * setup.size + y;
  const see = ({ cycles }) => cycles.forEach((cell, cycle) => cell[0] < 0 || trails.set(key(cell), cycle));
  const move = ({ cycles }) => {
    // Your ideas go here.
    const isDead = (cycle) => cycles[cycle][0] < 0;
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
  return { see, move };
}

function snake() {
  const steps = { N: [-1, 0], S: [1, 0], E: [0, 1], O: [0, -1] }; // O: ovest, west
  const move = ({ maze, head }) => {
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
  return { move };
}

function walls({ seat }) {
  const steps = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] };
  const move = ({ board, players }) => {
    // Your ideas go here.
    const me = players[seat];
    const other = players[1 - seat];
    const row = me.at[0] + steps[me.face][0];
    const column = me.at[1] + steps[me.face][1];
    const isOther = row === other.at[0] && column === other.at[1];
    const isOpen = [".", "AB"[seat]].includes(board[row]?.[column]) && !isOther;
    return pick(isOpen ? ["forward", "forward", "left", "right"] : ["left", "right"]);
  };
  return { move };
}

function superball({ setup }) {
  const move = ({ board }) => {
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
  return { move };
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
  const move = ({ phase, boards }) => {
    // Your ideas go here.
    if (phase === "place") return place();
    const target = boards[1 - seat]; // the opponent's: "." has not been shot at
    const cells = target.flatMap((line, row) => [...line].map((_, column) => [row, column]));
    return pick(cells.filter(([row, column]) => target[row][column] === "."));
  };
  return { move };
}

const games = { planets, lightcycle, snake, walls, superball, battleship };

function pick(list) {
  return list[Math.floor(Math.random() * list.length)];
}

let player; // of the current match

const move = (view) => player.move(view);
const more = {
  start(match) {
    if (!games[match.game]) throw new Error(`no function for the game ${match.game}`);
    player = games[match.game](match);
  },
  see: (view) => player.see?.(view),
};

// ---- Dialling in without join.py. A bot of yours that join.py starts needs nothing of what follows but its last line.

const { once } = require("node:events");
const fs = require("node:fs");
const net = require("node:net");
const { setTimeout: sleep } = require("node:timers/promises");
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

let tokenFile; // where an issued token is kept
let security; // { ca, pin } if TLS is spoken
let dials = 0; // since the latest welcome
let pause = 0; // ms that the referee asked us to wait before the next dial

/** Answers as any bot, and keeps what only one that dials in is told. */
class DiallingBot extends Bot {
  async answer(message, later) {
    if (message.type === "welcome") {
      this.hello.token = message.token ?? this.hello.token;
      if (message.token) keep(message.token);
      [dials, pause] = [0, 0];
    } else if (message.type === "error") {
      pause = message.retry_after_ms ?? 0;
    } else if (message.type === "bye") {
      console.error(shown(`the referee says bye: ${message.reason}`));
    }
    return super.answer(message, later);
  }
}

const bot = new DiallingBot(move, more);

function keep(token) {
  if (tokenFile) fs.writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 });
  else console.error(`the referee issued a token, keep it for the next time: REFEREE_TOKEN=${token}`);
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

/** Resolves once it is agreed on. */
async function connected(host, port) {
  const connection = connect(host, port).setNoDelay(true);
  await once(connection, security ? "secureConnect" : "connect");
  if (isRightReferee(connection)) return connection;
  connection.destroy();
  throw new Error("the referee's certificate has another SHA-256 than --pin says");
}

/** Plays until the referee says bye. Dials one address after the other, and pauses after the last one. */
async function dial(addresses) {
  while (dials < MAX_DIALS) {
    dials += 1;
    for (const { host, port } of addresses) {
      try {
        const connection = await connected(host, port);
        await converse(connection, connection, bot);
      } catch (error) {
        console.error(error.message);
      }
      if (bot.isOver) return;
    }
    if (dials < MAX_DIALS) await sleep(Math.max(pause, Math.min(50 * 2 ** dials, 5000)));
  }
  const { host, port } = addresses.at(-1);
  console.error(`gave up after ${MAX_DIALS} tries to connect to ${host} port ${port}`);
  process.exitCode = 1;
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
  const registration_code = codeFile ? fs.readFileSync(codeFile, "utf8").trim() : REFEREE_REGISTRATION_CODE;
  Object.assign(bot.hello, { name: values.name ?? REFEREE_NAME, token: kept || REFEREE_TOKEN, registration_code });
  if (!bot.hello.name) throw new Error("--connect needs --name NAME");
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
    play(move, more);
  }
}

main();
