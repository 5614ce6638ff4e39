// A server for benches: HTTP by hand, and no more of it than the clients need. What is measured is the clients, and they
// share the cores with it.
import { createServer } from "node:net";

/**
 * Tells the parent process its port when it listens. A post is answered with what `answer` makes of its text, head and
 * body, after the delay; anything else is answered at once with the number of posts since it was last asked.
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
