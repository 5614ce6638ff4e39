// Runs one command of the built command line after another, so that a test pays for loading it once. Each command has
// its own working folder and environment, and ends as a process would: when nothing is left that it waits for. What a
// process takes with it when it ends is taken away: listeners, connections, and what was to happen at the exit.

import { subscribe } from "node:diagnostics_channel";
import { readdirSync } from "node:fs";
import { main } from "../../dist/bundle/main.js";

/** A thread or a timer that a command left without waiting for it ends with this process. */
const mostCommands = 40;
const emitters = [process, process.stdout, process.stderr];

let commands = 0;
let asked;
let isSettled = false;
let isLast = false;
const connections = new Set();
subscribe("net.client.socket", ({ socket }) => {
  connections.add(socket);
  socket.once("close", () => connections.delete(socket));
});

// The standard input is read once for each process.
const stdin = Object.getOwnPropertyDescriptor(process, "stdin");
Object.defineProperty(process, "stdin", {
  ...stdin,
  get() {
    isLast = true;
    return stdin.get.call(process);
  },
});

process.on("disconnect", () => process.exit());
process.on("beforeExit", end);
process.on("message", begin);
const listenersBefore = emitters.map(listenersOf);

async function begin(message) {
  asked = message;
  isSettled = false;
  isLast = ++commands >= mostCommands || leavesMore(asked);
  process.chdir(asked.cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, asked.env);
  process.exitCode = undefined;
  process.channel.unref();
  await main(asked.args);
  isSettled = true;
}

/** A user's own modules are loaded once for each process. */
function leavesMore({ args, cwd }) {
  return (
    args.some((word) => /\.[cm]?[jt]s$/.test(word)) ||
    readdirSync(cwd).some((name) => name.startsWith("assay.config."))
  );
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
  asked = undefined;
  process.channel.ref();
  for (const stream of [process.stdout, process.stderr]) stream.write(Buffer.from(`\0${id}\0`));
  process.send({ id, code, isLast });
}

function listenersOf(emitter) {
  return emitter.eventNames().flatMap((name) => emitter.rawListeners(name).map((each) => [name, each]));
}
