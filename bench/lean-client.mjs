// A client for benches: minimal HTTP over plain sockets. The servers are measured, and they share the cores with it.
import { connect } from "node:net";

/** The bytes of a request, made once. */
export function requestBytes({ method = "POST", path, body, headers = {}, kept = true }) {
  const lines = [`${method} ${path} HTTP/1.1`, "host: 127.0.0.1"];
  if (body !== undefined) {
    lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(body)}`);
  }
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (!kept) lines.push("connection: close");
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
}

/**
 * Sends the requests, in order and this many at once, on kept or on new connections. Returns the time of each in
 * milliseconds; an answer other than 200 ends the bench.
 */
export async function sendAll({ port, requests, total, atOnce, kept = true }) {
  const times = [];
  let sent = 0;
  const next = () => (sent < total ? requests[sent++ % requests.length] : undefined);
  const lanes = Array.from({ length: Math.min(atOnce, total) }, () =>
    kept ? keptLane(port, next, times) : newLane(port, next, times),
  );
  await Promise.all(lanes);
  return times;
}

function keptLane(port, next, times) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1").setNoDelay(true);
    let received = "";
    let started = 0;
    const send = () => {
      const bytes = next();
      if (bytes === undefined) {
        socket.destroy();
        return resolve();
      }
      received = "";
      started = performance.now();
      socket.write(bytes);
    };
    socket.setEncoding("latin1");
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`the connection was closed: ${received.slice(0, 200)}`)));
    socket.on("data", (text) => {
      received += text;
      if (!isWhole(received)) return;
      if (!received.startsWith("HTTP/1.1 200")) return reject(new Error(received.slice(0, 400)));
      times.push(performance.now() - started);
      send();
    });
  });
}

async function newLane(port, next, times) {
  for (let bytes = next(); bytes !== undefined; bytes = next()) {
    const started = performance.now();
    await new Promise((resolve, reject) => {
      let received = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes)).setNoDelay(true);
      socket.setEncoding("latin1");
      socket.on("data", (text) => {
        received += text;
      });
      socket.on("error", reject);
      socket.on("close", () => (isWhole(received) ? resolve() : reject(new Error(`cut off: ${received}`))));
    });
    times.push(performance.now() - started);
  }
}

function isWhole(received) {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(received);
  if (length) return received.length >= head + 4 + Number(length[1]);
  return received.endsWith("0\r\n\r\n");
}

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
export const percentile = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];
