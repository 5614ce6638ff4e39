// A server for benches: minimal HTTP. The clients are measured, and they share the cores with it.
import { createServer } from "node:net";

/**
 * Sends its port to the parent process when it listens. A POST gets the result of `answer` for its text, head and body,
 * after the delay; any other request gets at once the number of POSTs since the last such request.
 */
export function serveLean({ delayMs, answer }) {
  let posts = 0;
  const server = createServer((socket) => {
    let received = "";
    socket.setNoDelay(true).setEncoding("latin1");
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      received += chunk;
      const head = received.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (head < 0 || received.length < head + 4 + length) return;
      const request = received;
      received = "";
      if (!request.startsWith("POST")) {
        socket.write(response(`${posts}`));
        posts = 0;
        return;
      }
      posts++;
      const text = response(answer(request));
      setTimeout(() => socket.write(text), delayMs);
    });
  });
  const options = { port: 0, host: "127.0.0.1", backlog: 4096 };
  server.listen(options, () => process.send(server.address().port));
}

const response = (body) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
