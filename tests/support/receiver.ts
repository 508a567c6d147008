import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as it came, its body as bytes: those are what the signature covers. */
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

/** `hang`: never an answer. `reset`: the connection breaks off. */
export type ReceiverAnswer = Spoken | ((request: Received) => Spoken) | 'hang' | 'reset';

/** A receiver of webhooks on this machine, over HTTP: lib/env.ts must allow it, see `allowReceivers`. */
export interface Receiver {
  url: string;
  /** All of them, the oldest first. */
  requests: Received[];
  /** The answers to the requests that come next, in their order; the last one is the answer to all after it. */
  answer(...answers: ReceiverAnswer[]): void;
  /** The next request comes, and has no answer until what this gives is called. */
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

/** Lets this process send to receivers on its own machine. Before anything reads the configuration. */
export function allowReceivers(): void {
  Object.assign(process.env, {
    // The permission is for one machine, and that is where the application has to be.
    ALTA_ORIGIN: 'http://127.0.0.1',
    WEBHOOK_LOOPBACK: 'allow',
  });
}
