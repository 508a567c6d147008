import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers every message at once. Prints its address, and exits when its standard input ends. */
const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
);
process.stdin.resume().once('end', () => process.exit(0));
