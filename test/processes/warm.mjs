// Runs one command of the built command line after another, so a test loads it only once. Each command has its own
// working folder and environment, and ends when nothing is left that it waits for, as a process would. What would end
// with a process is removed: listeners, connections, and exit handlers.

import { subscribe } from "node:diagnostics_channel";
import { constants } from "node:os";
import { Readable } from "node:stream";
import { main } from "../../dist/bundle/main.js";

/** A timer or a thread that a command left without waiting for it ends with this process. */
const mostCommands = 100;
const mostThreads = 4;
const pieceBytes = 1 << 16;
const emitters = [process, process.stdout, process.stderr];

let commands = 0;
let asked;
let isSettled = false;
const connections = new Set();
subscribe("net.client.socket", ({ socket }) => {
  connections.add(socket);
  socket.once("close", () => connections.delete(socket));
});
const threads = new Set();
subscribe("worker_threads", ({ worker }) => {
  threads.add(worker);
  worker.once("exit", () => threads.delete(worker));
});

// The standard input of a process can be read once, so each command gets its own.
let stdin;
Object.defineProperty(process, "stdin", { get: () => stdin });

process.on("disconnect", () => process.exit());
process.on("beforeExit", end);
process.on("message", begin);
const listenersBefore = emitters.map(listenersOf);

async function begin(message) {
  if (message.isStopped) return stop(message);
  asked = message;
  isSettled = false;
  process.chdir(asked.cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, asked.env);
  stdin = Readable.from(inPieces(asked.input));
  process.exitCode = undefined;
  process.channel.unref();
  await main(asked.args);
  isSettled = true;
}

/** As large as those of a pipe. */
function inPieces(text) {
  const bytes = Buffer.from(text);
  const count = Math.ceil(bytes.length / pieceBytes);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * pieceBytes, (i + 1) * pieceBytes));
}

/** Runs the handlers of SIGTERM. A real signal could arrive after the end of the command, and end the process. */
function stop({ id }) {
  if (asked?.id === id && !process.emit("SIGTERM", "SIGTERM", constants.signals.SIGTERM)) process.exit(143);
}

function end() {
  // Node's exit code for a module that waits for something that cannot happen.
  const code = isSettled ? (process.exitCode ?? 0) : 13;
  const { id } = asked;
  for (const [index, emitter] of emitters.entries())
    for (const [name, listener] of listenersOf(emitter)) {
      if (listenersBefore[index].some(([known, each]) => known === name && each === listener)) continue;
      if (name === "exit") listener.call(process, code);
      emitter.off(name, listener);
    }
  for (const socket of connections) socket.destroy();
  const isOut = ++commands >= mostCommands || threads.size > mostThreads || asked.isLast;
  asked = undefined;
  process.channel.ref();
  for (const stream of [process.stdout, process.stderr]) stream.write(Buffer.from(`\0${id}\0`));
  process.send({ id, code, isOut });
}

function listenersOf(emitter) {
  return emitter.eventNames().flatMap((name) => emitter.rawListeners(name).map((each) => [name, each]));
}
