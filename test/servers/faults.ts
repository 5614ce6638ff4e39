// The faults, by name. `answered`: a correct HTTP client gets the answer. `failed`: there is no answer, and the request
// fails. `odd`: it is an answer, but not the output of a model; it must not count as right.

import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { whole } from "./fault-server.ts";

export interface Faulty {
  /** The body of the healthy answer. */
  good: string;
  /** The client's output. */
  key: string;
  write(bytes: string | Buffer): void;
  end(): void;
  reset(): void;
  later(ms: number, then: () => void): void;
}

export interface Fault {
  name: string;
  is: "answered" | "failed" | "odd";
  /** Whether only a client's time limit ends it. */
  isSilent?: true;
  answer(faulty: Faulty): void;
}

/** The time limit of a client, in milliseconds: only where a fault is silent must it be short. */
export const limitMs = ({ isSilent }: Fault, short: number): number => (isSilent ? short : 60_000);

const fault = (is: Fault["is"], name: string, answer: Fault["answer"]): Fault => ({ is, name, answer });
const silent = (name: string, answer: Fault["answer"]): Fault => ({
  ...fault("failed", name, answer),
  isSilent: true,
});

/** A whole answer with this body. */
const saying = (
  is: Fault["is"],
  name: string,
  body: (faulty: Faulty) => string | Buffer,
  ...headers: string[]
) => fault(is, name, (faulty) => faulty.write(whole(body(faulty), 200, headers)));

const refusing = (status: number, name = "", body = '{"error":{"message":"no"}}', ...headers: string[]) =>
  fault("failed", `status ${status}${name === "" ? "" : `, ${name}`}`, ({ write }) =>
    write(whole(body, status, headers)),
  );

const chunk = (text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
};
const chunkedHead = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
const bomb = gzipSync(Buffer.alloc(100_000_000, " "));
const nested = "[".repeat(150_000) + "]".repeat(150_000);
const changed = (good: string, change: (answer: Record<string, unknown>) => unknown): string =>
  JSON.stringify(change(JSON.parse(good) as Record<string, unknown>));
const withChoice = (good: string, choice: unknown): string =>
  changed(good, (answer) => ({ ...answer, choices: [choice] }));

export const faults: readonly Fault[] = [
  // Refusals.
  ...[400, 408, 409, 413, 418, 422, 425, 429, 451, 500, 501, 502, 503, 504, 505, 529].map((status) =>
    refusing(status),
  ),
  refusing(429, "at once again", "", "retry-after: 0"),
  refusing(429, "soon", "slow", "retry-after: soon"),
  refusing(503, "a page, and a negative wait", "<html>busy</html>", "retry-after: -5"),
  refusing(500, "no words", ""),
  refusing(500, "nested", nested),
  refusing(502, "three megabytes", "x".repeat(3_000_000)),
  fault("failed", "a redirect", ({ write }) => write(whole("", 302, ["location: http://127.0.0.1:1/"]))),
  fault("failed", "status 204 without a body", ({ write }) => write("HTTP/1.1 204 No Content\r\n\r\n")),
  fault("failed", "status 304", ({ write }) => write("HTTP/1.1 304 Not Modified\r\n\r\n")),

  // Connections.
  fault("failed", "the connection is closed at once", ({ end }) => end()),
  fault("failed", "the connection is reset at once", ({ reset }) => reset()),
  fault("failed", "closed within the status line", ({ write, end }) => {
    write("HTTP/1.1 20");
    end();
  }),
  fault("failed", "closed within the headers", ({ write, end }) => {
    write("HTTP/1.1 200 OK\r\ncontent-le");
    end();
  }),
  fault("failed", "closed within the body", ({ write, end, good }) => {
    write(whole(good).subarray(0, -10));
    end();
  }),
  fault("failed", "reset within the body", ({ write, reset, later, good }) => {
    write(whole(good).subarray(0, -10));
    later(5, reset);
  }),
  fault("failed", "closed within a chunk", ({ write, end, good }) => {
    write(chunkedHead);
    write(chunk(good).subarray(0, 20));
    end();
  }),
  fault("failed", "closed before the last chunk", ({ write, end, good }) => {
    write(chunkedHead);
    write(chunk(good));
    end();
  }),
  silent("silence", () => {}),
  silent("silence after the headers", ({ write }) =>
    write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n"),
  ),
  silent("silence within the body", ({ write, good }) => write(whole(good).subarray(0, -10))),
  silent("a byte now and then, without end", ({ write, later }) => {
    write(chunkedHead);
    const drip = () => {
      write(chunk(" "));
      later(20, drip);
    };
    drip();
  }),

  // Invalid HTTP.
  fault("failed", "not HTTP at all", ({ write, end }) => {
    write("SSH-2.0-OpenSSH_9.6\r\n");
    end();
  }),
  fault("failed", "HTTP/2 where HTTP/1 is spoken", ({ write, end }) => {
    write(Buffer.from([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100]));
    end();
  }),
  fault("failed", "a status that is no number", ({ write, end, good }) => {
    write(whole(good).toString("latin1").replace("200", "2x0"));
    end();
  }),
  fault("failed", "two lengths that differ", ({ write, end, good }) => {
    write(whole(good, 200, ["content-length: 3"]));
    end();
  }),
  fault("failed", "a negative length", ({ write, end }) => {
    write("HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n");
    end();
  }),
  fault("failed", "headers without end", ({ write, end }) => {
    write("HTTP/1.1 200 OK\r\n");
    for (let i = 0; i < 40; i++) write(`x-${i}: ${"a".repeat(1000)}\r\n`);
    end();
  }),
  fault("failed", "a chunk of impossible size", ({ write, end }) => {
    write(`${chunkedHead}ffffffffffffffffff\r\n{}`);
    end();
  }),
  fault("failed", "an upgrade that nobody wanted", ({ write, end }) => {
    write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
    end();
  }),

  // Odd, but valid HTTP.
  fault("failed", "100 Continue, unasked", ({ write, good }) =>
    write(Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), whole(good)])),
  ),
  fault("failed", "100 Continue twice, with headers, and then a pause", ({ write, later, good }) => {
    write("HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\nHTTP/1.1 100\r\n\r\n");
    later(20, () => write(whole(good)));
  }),
  fault("answered", "103 Early Hints", ({ write, good }) =>
    write(Buffer.concat([Buffer.from("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"), whole(good)])),
  ),
  fault("answered", "byte by byte", ({ write, good }) => {
    for (const byte of whole(good)) write(Buffer.from([byte]));
  }),
  fault("answered", "in small chunks", ({ write, good }) => {
    write(chunkedHead);
    for (let i = 0; i < good.length; i += 7) write(chunk(good.slice(i, i + 7)));
    write("0\r\n\r\n");
  }),
  fault("answered", "without a length, ended by the connection", ({ write, end, good }) => {
    write(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${good}`);
    end();
  }),
  fault("answered", "as HTTP/1.0", ({ write, end, good }) => {
    write(`HTTP/1.0 200 OK\r\ncontent-length: ${Buffer.byteLength(good)}\r\n\r\n${good}`);
    end();
  }),
  saying("answered", "unasked gzip", ({ good }) => gzipSync(good), "content-encoding: gzip"),
  saying("answered", "unasked deflate", ({ good }) => deflateSync(good), "content-encoding: deflate"),
  saying("answered", "unasked brotli", ({ good }) => brotliCompressSync(good), "content-encoding: br"),
  saying("answered", "blanks around the answer", ({ good }) => ` \n${good}\n\n`),
  saying("answered", "fields that nobody knows", ({ good }) =>
    changed(good, (answer) => ({ ...answer, more: { deep: [1, { a: null }] }, __proto__x: 1 })),
  ),
  saying("answered", "no usage", ({ good }) => changed(good, ({ usage: _, ...answer }) => answer)),
  saying("answered", "a negative usage", ({ good }) =>
    changed(good, (answer) => ({ ...answer, usage: { prompt_tokens: -1e9, completion_tokens: -1e9 } })),
  ),

  // Wrong encodings.
  saying("failed", "gzip that is none", ({ good }) => good, "content-encoding: gzip"),
  saying(
    "failed",
    "gzip that is cut off",
    ({ good }) => gzipSync(good).subarray(0, 30),
    "content-encoding: gzip",
  ),
  saying("failed", "a bomb of gzip", () => bomb, "content-encoding: gzip"),
  saying("failed", "an encoding that nobody knows", ({ good }) => good, "content-encoding: snail"),

  // Bodies that are not a completion.
  saying("failed", "an empty body", () => ""),
  saying("failed", "a web page", () => "<html><body>Sign in</body></html>"),
  saying("failed", "half of the JSON", ({ good }) => good.slice(0, good.length / 2)),
  saying("failed", "two answers in one", ({ good }) => good + good),
  saying("failed", "events where none were asked for", ({ good }) => `data: ${good}\n\ndata: [DONE]\n\n`),
  saying("failed", "bytes that are no text", () => Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x00])),
  saying("failed", "null", () => "null"),
  saying("failed", "a list", () => "[]"),
  saying("failed", "a number", () => "17"),
  saying("failed", "an error with a status of success", () => '{"error":{"message":"out of memory"}}'),
  saying("failed", "no choices", () => '{"choices":[]}'),
  saying("failed", "choices that are none", () => '{"choices":"none","data":"none","scores":1}'),
  saying("failed", "a choice that is null", ({ good }) => withChoice(good, null)),
  saying("failed", "a content that is a number", ({ good }) =>
    withChoice(good, { message: { content: 5 }, text: 5 }),
  ),
  saying("failed", "a content that is a list", ({ good }) =>
    withChoice(good, { message: { content: [{ type: "text", text: "5" }] } }),
  ),
  saying("failed", "nested without end", () => nested),
  saying("failed", "nested in the choices", () => `{"choices":${nested},"data":${nested}}`),
  saying("failed", "nested in the content", () => `{"choices":[{"message":{"content":${nested}}}]}`),
  saying(
    "failed",
    "larger than any answer",
    () => `{"choices":[{"message":{"content":"${"x".repeat(40_000_000)}"}}]}`,
  ),
  saying("failed", "the key, and nothing else", ({ key }) => key),

  // Answers that no model would give.
  saying("odd", "an empty content", ({ good }) =>
    withChoice(good, { message: { content: "" }, finish_reason: "stop" }),
  ),
  saying("odd", "a content of null", ({ good }) => withChoice(good, { message: { content: null } })),
  saying("odd", "the key in the answer", ({ good, key }) =>
    withChoice(good, {
      message: { content: `the key is ${key}`, reasoning_content: key },
      finish_reason: key,
    }),
  ),
  saying("odd", "controls of a terminal", ({ good }) =>
    withChoice(good, { message: { content: "\x1b]52;c;ZXZpbA==\x07\x9b2J\u202e" }, finish_reason: "stop" }),
  ),
  saying("odd", "surrogates that stand alone", ({ good }) =>
    withChoice(good, { message: { content: "\ud800 \udfff" }, finish_reason: "stop" }),
  ),
  saying("odd", "a megabyte of brackets", ({ good }) =>
    withChoice(good, { message: { content: "\\boxed{".repeat(150_000) }, finish_reason: "length" }),
  ),
  saying("odd", "cut off by length", ({ good }) =>
    withChoice(good, { message: { content: "Let us see, the answer is" }, finish_reason: "length" }),
  ),
];
