import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import https, { type ServerOptions } from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { AddressRules, Resolve } from '#lib/webhooks/address-guard.ts';
import { type PostWebhookInput, postWebhook } from '#lib/webhooks/post-webhook.ts';

export const rules: AddressRules = { loopback: 'allow', ports: [443] };
/** What `deliver` sends. */
export const body = '{"supplier":"Ñandú S.A."}';

export const deliver = (url: string, more: Partial<PostWebhookInput> = {}) =>
  postWebhook({ url, headers: { 'webhook-id': 'msg_1' }, body, timeoutMs: 5_000, rules, ...more });

/** Listens as long as the test runs, and knows its connections. */
async function listen(server: Server, scheme = 'http') {
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `${scheme}://localhost:${(server.address() as AddressInfo).port}/hook?x=1`, sockets };
}

interface Received {
  method?: string | undefined;
  url?: string | undefined;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks: plain, or with TLS if there are options for it. */
export async function receive(listener: RequestListener, secure?: ServerOptions) {
  const received: Received[] = [];
  const handle: RequestListener = async (request, response) => {
    const { method, url, headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    listener(request, response);
  };
  const server = secure ? https.createServer(secure, handle) : http.createServer(handle);
  return { received, server, ...(await listen(server, secure ? 'https' : 'http')) };
}

/** Something that listens and speaks as it likes. */
export const speak = (speech: (socket: Socket) => void, scheme?: string) =>
  listen(net.createServer(speech), scheme);

/** A resolver that knows one address. */
export const to = (address: string): Resolve => {
  return (_hostname, _options, callback) =>
    process.nextTick(callback, null, [{ address, family: net.isIP(address) }]);
};

/** Says the same again and again, as long as somebody is there. */
export function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.once('close', () => clearInterval(timer));
}
