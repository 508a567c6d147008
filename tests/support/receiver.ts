import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as received. The body is kept as bytes, because the signature covers those. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into messages of every shape
  json: any;
}

interface Spoken {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** `hang`: no response. `reset`: the connection breaks off. */
export type ReceiverAnswer = Spoken | ((request: Received) => Spoken) | 'hang' | 'reset';

/** A receiver of webhooks on this machine, over HTTP. lib/env.ts must allow it: see `allowReceivers`. */
export interface Receiver {
  url: string;
  /** All requests, oldest first. */
  requests: Received[];
  /** Responses to the next requests, in order. The last one is used for all later requests. */
  answer(...answers: ReceiverAnswer[]): void;
  /** The next request gets no response until `release` is called. */
  hold(): { arrived: Promise<Received>; release(answer?: ReceiverAnswer): void };
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const requests: Received[] = [];
  const sockets = new Set<Socket>();
  const held: { arrive(request: Received): void; answer: Promise<ReceiverAnswer> }[] = [];
  let answers: ReceiverAnswer[] = [{ status: 200 }];

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body, json: JSON.parse(body.toString()) };
    requests.push(received);
    const hold = held.shift();
    hold?.arrive(received);
    const answer = (await hold?.answer) ?? nextAnswer();
    send(response, typeof answer === 'function' ? answer(received) : answer);
  });
  const nextAnswer = () => (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 200 };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (...next) => {
      answers = next;
    },
    hold() {
      const arrived = Promise.withResolvers<Received>();
      const answer = Promise.withResolvers<ReceiverAnswer>();
      held.push({ arrive: arrived.resolve, answer: answer.promise });
      return { arrived: arrived.promise, release: (given = { status: 200 }) => answer.resolve(given) };
    },
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
}

function send(response: ServerResponse, answer: Spoken | 'hang' | 'reset'): void {
  if (answer === 'hang') return;
  if (answer === 'reset') response.socket?.resetAndDestroy();
  else response.writeHead(answer.status, answer.headers).end(answer.body);
}

/** Lets this process send to receivers on this machine. To be called before the configuration is read. */
export function allowReceivers(): void {
  Object.assign(process.env, {
    // The permission is for one machine, so the application has to be there.
    ALTA_ORIGIN: 'http://127.0.0.1',
    WEBHOOK_LOOPBACK: 'allow',
  });
}
