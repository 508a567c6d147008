import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { refuseUnreadable } from '#lib/http/gateway.ts';

/** What a connection is told that sends this and no more, once the server has waited long enough. */
async function toldAfter(sent: string): Promise<string> {
  const server = createServer({ headersTimeout: 20, connectionsCheckingInterval: 10 }, () => {});
  server.on('clientError', (_error, socket) => refuseUnreadable(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  if (sent) socket.write(sent);
  const told = await text(socket);
  server.close();
  return told;
}

test('a browser’s spare connection is closed without an answer', async () => {
  expect(await toldAfter('')).toBe('');
});

test('half a request is answered with 400', async () => {
  expect(await toldAfter('GET / HTTP/1.1\r\nHost: a')).toMatch(/^HTTP\/1\.1 400 /);
});
