import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { disturb, type Fault } from '#simulator/control/faults.ts';
import { type Answer, answer, type Incoming, readBody } from '#simulator/http/exchange.ts';
import { findRoute, type Service } from './router.ts';
import { openSimulation, type Simulation } from './simulation.ts';
import { fileStorage, memoryStorage } from './storage.ts';
import { invoicingFaultOf } from './test-companies.ts';

export type SimulatorOptions = {
  /** 0: any free port. */
  port: number;
  /** Directory where authorities and records survive a restart. Absent: in memory. */
  dataDirectory?: string;
};

export type Simulator = { url: string; stop(): Promise<void> };

/** Serves both environments on 127.0.0.1. */
export async function startSimulator({ port, dataDirectory }: SimulatorOptions): Promise<Simulator> {
  const storage = dataDirectory ? fileStorage(dataDirectory) : memoryStorage();
  const simulation = await openSimulation(storage);
  // Keeps the connection open for a caller that is busy for a while: a test may take longer than Node's five
  // seconds.
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    serve(simulation, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) send(response, answer(500, 'text/plain', 'the simulator failed\n'));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actualPort}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Requests held by a `timeout` fault never end by themselves.
        server.closeAllConnections();
      }),
  };
}

async function serve(simulation: Simulation, request: IncomingMessage, response: ServerResponse) {
  response.setHeader('date', simulation.clock.now().toUTCString());
  const body = await readBody(request).catch(() => undefined);
  if (!body) {
    response.setHeader('connection', 'close');
    return send(response, answer(413, 'text/plain', 'too large\n'));
  }
  const incoming = describeRequest(request, body);
  const route = findRoute(simulation, incoming);
  if (!route.service) return send(response, await route.run());
  const { environment, target } = route.service;
  const isRead = incoming.method !== 'POST';
  if (!isRead) simulation.stats.count(environment, `${target}_requests`);
  const fault = isRead
    ? simulation.faults.outage(environment, target)
    : faultOf(simulation, route.service, incoming);
  const result = fault ? await disturb(fault, response, route.run) : await route.run();
  if (result) send(response, result);
}

/** A planned fault comes before the permanent fault of a test company. */
function faultOf(
  { faults }: Simulation,
  { environment, target }: Service,
  incoming: Incoming,
): Fault | undefined {
  const operation = operationOf(incoming);
  const planned = faults.take(environment, target, operation);
  if (planned || (target !== 'wsfe' && target !== 'wsfex')) return planned;
  return invoicingFaultOf(environment, target, operation, incoming.body.toString('utf8'));
}

/** Operation of WSFE and WSFEX by its SOAPAction or the body; of the registers by the body alone. */
function operationOf({ headers, body }: Incoming): string | undefined {
  const named = /\/(FE\w+)"?$/.exec(String(headers.soapaction ?? ''))?.[1];
  const text = body.toString('utf8');
  const [, element, request] =
    /<(?:[\w.-]+:)?(?:((?:FE|getPersona)\w*)|(consultar\w+)Request)[\s>/]/.exec(text) ?? [];
  return named ?? element ?? request;
}

function describeRequest(request: IncomingMessage, body: Buffer): Incoming {
  const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const { method = 'GET', headers } = request;
  return { method, path, query: new URLSearchParams(query), headers, body, origin };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
