// boardgame.io's own server under the same load as bench/load gives Taproom's: tables of four, one answer under way at
// a
// table, timed from the answer to the last player's update. It keeps matches in memory: nothing is durable.
//   node boardgame.mjs --players 64 --seconds 10 --warmup 3        prints one line of JSON
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const SEATS = 4;
const NAME = "council";

// A game of the shape of King's Council: five hidden cards each, a deck, coins and a pot; players check, raise and
// exchange in turn. It never ends, so that no time goes into setting up the next one.
const game = {
  name: NAME,
  setup: ({ random }) => {
    const deck = random.Shuffle(Array.from({ length: 90 }, (_, i) => i % 36));
    const seats = Array.from({ length: SEATS }, () => ({ coins: 100000, bet: 0, hand: 5 }));
    const players = Object.fromEntries(seats.map((_, s) => [String(s), { hand: deck.splice(0, 5) }]));
    return { secret: { deck }, players, seats, pot: SEATS, round: 0 };
  },
  // Each sees his own hand, the others' number of cards, and not the deck.
  playerView: ({ G, playerID }) => {
    const { secret, ...shown } = G;
    return { ...shown, deck: secret.deck.length, players: { [playerID]: G.players[playerID] } };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    check: ({ G }) => {
      G.round++;
    },
    raise: ({ G, playerID }, by) => {
      const seat = G.seats[playerID];
      seat.coins -= by;
      seat.bet += by;
      G.pot += by;
    },
    exchange: {
      client: false,
      move: ({ G, playerID, random }, place) => {
        const { deck } = G.secret;
        const other = random.Die(deck.length) - 1;
        const { hand } = G.players[playerID];
        [hand[place], deck[other]] = [deck[other], hand[place]];
      },
    },
  },
};

function serve() {
  const { Server } = require("boardgame.io/server");
  const server = Server({ games: [game], origins: [/127\.0\.0\.1/] });
  server.run({ port: 0, callback: () => {} }).then(({ appServer }) => process.send({ port: appServer.address().port }));
}

const flag = (name, usual) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? usual : Number(process.argv[at + 1]);
};
const cpuSeconds = (pid) => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const field = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(field[11]) + Number(field[12])) / 100; // clock ticks of Linux: 100 a second
};
const residentKb = (pid) => Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
const wait = (seconds) =>
  new Promise((done) => {
    setTimeout(done, seconds * 1000);
  });

async function measure() {
  const { io } = require("socket.io-client");
  const players = flag("players", 64);
  const seconds = flag("seconds", 10);
  const warmup = flag("warmup", 3);
  const child = fork(fileURLToPath(import.meta.url), ["--serve"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const { port } = await new Promise((done, fail) => {
    child.once("message", done);
    child.once("exit", () => fail(new Error("the server ended")));
  });
  const idle = residentKb(child.pid);
  const tables = [];
  const samples = [];
  let complete = 0;
  let measuring = false;
  let luck = 1;
  let bytes = 0;
  let updates = 0;

  const answer = (table, state) => {
    const seat = Number(state.ctx.currentPlayer);
    luck = (luck * 1103515245 + 12345) % 2147483648;
    const kind = Math.floor(luck / 65536) % 3;
    const [type, args] = kind === 0 ? ["check", []] : kind === 1 ? ["raise", [1]] : ["exchange", [luck % 5]];
    table.waiting = new Set([0, 1, 2, 3]);
    table.stateID = state._stateID;
    table.sent = performance.now();
    const action = { type: "MAKE_MOVE", payload: { type, args, playerID: String(seat), credentials: undefined } };
    table.sockets[seat].emit("update", action, state._stateID, table.id, String(seat));
  };
  const hear = (table, seat, state) => {
    if (!table.waiting || state._stateID <= table.stateID) return;
    table.waiting.delete(seat);
    if (table.waiting.size) return;
    complete++;
    if (measuring) samples.push(performance.now() - table.sent);
    answer(table, state);
  };

  for (let t = 0; t < players / SEATS; t++) {
    const table = { id: `table-${t}`, sockets: [], waiting: null };
    tables.push(table);
    for (let s = 0; s < SEATS; s++) {
      const socket = io(`http://127.0.0.1:${port}/${NAME}`, { transports: ["websocket"], forceNew: true });
      table.sockets.push(socket);
      // One after the other: the first sync makes the match.
      await new Promise((done) => {
        socket.on("connect", () => socket.emit("sync", table.id, String(s), undefined, SEATS));
        socket.on("sync", (id, { state }) => {
          table.first = state;
          done();
        });
      });
      socket.on("update", (id, state) => {
        updates++;
        hear(table, s, state);
      });
      socket.io.engine.on("packet", ({ data }) => {
        bytes += data?.length ?? 0;
      });
    }
  }
  const dealt = residentKb(child.pid);
  for (const table of tables) answer(table, table.first);
  await wait(warmup);
  const before = {
    complete,
    cpu: cpuSeconds(child.pid),
    own: process.cpuUsage(),
    at: performance.now(),
    bytes,
    updates,
  };
  measuring = true;
  await wait(seconds);
  measuring = false;
  const wall = (performance.now() - before.at) / 1000;
  const cpu = cpuSeconds(child.pid) - before.cpu;
  const own = process.cpuUsage(before.own);
  const moves = complete - before.complete;
  samples.sort((a, b) => a - b);
  const percentile = (p) => samples[Math.round(p * (samples.length - 1))] ?? 0;
  const round = (x, digits) => Number(x.toFixed(digits));
  console.log(
    JSON.stringify({
      server: "boardgame.io",
      durable: false,
      players,
      tables: tables.length,
      rate: 0,
      seconds: round(wall, 2),
      moves,
      moves_per_s: round(moves / wall, 1),
      p50_ms: round(percentile(0.5), 3),
      p99_ms: round(percentile(0.99), 3),
      server_cpu_us_per_move_and_receiver: round((cpu * 1e6) / moves / SEATS, 3),
      server_cpu: round(cpu / wall, 3),
      generator_cpu: round((own.user + own.system) / 1e6 / wall, 3),
      kb_per_table: round((dealt - idle) / tables.length, 1),
      kb_idle: idle,
      kb_after: residentKb(child.pid),
      bytes_per_update: Math.round((bytes - before.bytes) / (updates - before.updates)),
      errors: moves ? 0 : 1,
    }),
  );
  child.kill();
  process.exit(moves ? 0 : 1);
}

if (process.argv.includes("--serve")) serve();
else await measure();
