import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { env } from '#lib/env.ts';
import { connectionLimits, networksPerSite } from '#lib/limits.ts';
import { crowdedOut } from '#lib/metrics.ts';
import { clientAddress, networksOf } from './client-address.ts';

/**
 * Implements docs/deployment.md#connections: clients that never finish a request, from one address or many,
 * cannot exhaust the process's memory or connections, and other clients are still served. Next buffers up to ten
 * megabytes of a body before our code can check the API key or session, so bodies are limited here, before Next.
 */

/**
 * Time limits for a request's headers and for the whole request. Node's default is to check for overdue requests
 * only every 30 seconds. `requireHostHeader` is off because our own refusal, with our headers, replaces Node's.
 */
export const serverOptions: ServerOptions = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false,
};

/** Idle connections are closed after this time, for instance those of clients that do not read the response. */
export const idleTimeoutMs = 300_000;

/**
 * Behind a proxy, an idle connection is kept for this time. The proxy has to close it first: a request that it sends
 * while this process closes the connection is lost, and a proxy may not repeat a POST. Longer than what proxies keep
 * by default: Caddy 120 seconds, Traefik 90, nginx and Amazon's load balancers 60.
 */
export const proxyKeepAliveMs = 125_000;

/** Open connections or requests by network, oldest first. */
type OpenByNetwork<Each> = Map<string, Set<Each>>;
const connections: OpenByNetwork<Socket> = new Map();
const bodies: OpenByNetwork<IncomingMessage> = new Map();
/** Number of each connection's requests that are still without a response. */
const openRequests = new WeakMap<Socket, number>();

/**
 * Limits the connections per address. At the limit the oldest idle connection is closed, or the new one if
 * none is idle. Not usable behind a proxy, where all connections have the same address.
 */
export function admitConnection(socket: Socket): void {
  const networks = networkLimits(socket.remoteAddress ?? 'unknown', connectionLimits.connectionsPerAddress);
  for (const { network, most } of networks) {
    const open = connections.get(network);
    if (!open || open.size < most) continue;
    crowdedOut().inc({ limit: 'address' });
    const idle = [...open].find((each) => !openRequests.get(each));
    if (!idle) return void socket.destroy();
    open.delete(idle);
    idle.destroy();
  }
  socket.once('close', addToNetworks(connections, networks, socket));
}

/** Requests with a body but no response, oldest first, with the connection's `bytesRead` at their start. */
const unfinished = new Map<IncomingMessage, number>();

/**
 * Limits an address's concurrent requests with a body, and the bytes received for all addresses' requests with a
 * body: beyond that limit, the largest is aborted so that others can be served.
 * @returns false if the address is at its limit
 */
export function admitRequest(request: IncomingMessage, response: ServerResponse): boolean {
  const { socket, headers } = request;
  openRequests.set(socket, (openRequests.get(socket) ?? 0) + 1);
  response.once('close', () => openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1));
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return true;
  const client = clientAddress({ headers: { get: () => headers['x-forwarded-for']?.toString() ?? null } });
  const networks = networkLimits(client, connectionLimits.bodiesPerAddress);
  if (networks.some(({ network, most }) => (bodies.get(network)?.size ?? 0) >= most)) {
    crowdedOut().inc({ limit: 'address' });
    return false;
  }
  const removeFromNetworks = addToNetworks(bodies, networks, request);
  unfinished.set(request, socket.bytesRead);
  response.once('close', () => {
    removeFromNetworks();
    forget(request);
  });
  weighing ??= setInterval(abortLargestRequest, weighEveryMs).unref();
  return true;
}

/** Returns the address's network and site, each with its limit. */
function networkLimits(address: string, most: number): { network: string; most: number }[] {
  const { network, site } = networksOf(address);
  const ofNetwork = Math.ceil(most * env().RATE_LIMIT_FACTOR);
  const networks = [{ network, most: ofNetwork }];
  return site ? [...networks, { network: site, most: ofNetwork * networksPerSite }] : networks;
}

/** Adds `one` to each of its networks. @returns a function that removes it */
function addToNetworks<Each>(
  all: OpenByNetwork<Each>,
  networks: readonly { network: string }[],
  one: Each,
): () => void {
  for (const { network } of networks) all.set(network, (all.get(network) ?? new Set()).add(one));
  return () => {
    for (const { network } of networks) {
      const set = all.get(network);
      set?.delete(one);
      if (set?.size === 0) all.delete(network);
    }
  };
}

const weighEveryMs = 100;
let weighing: NodeJS.Timeout | undefined;

/** Bytes that a request occupies. A closed socket no longer reports its bytes; the minimum per request remains. */
const bytesOf = (request: IncomingMessage): number =>
  connectionLimits.bytesPerRequest + Math.max(0, request.socket.bytesRead - (unfinished.get(request) ?? 0));

function abortLargestRequest(): void {
  let bytes = [...unfinished.keys()].reduce((sum, request) => sum + bytesOf(request), 0);
  if (bytes <= connectionLimits.bytes) return;
  // Complete requests wait for us rather than for the client, so they are not aborted.
  const incomplete = [...unfinished.keys()].filter(({ complete }) => !complete);
  for (const largest of incomplete.sort((one, other) => bytesOf(other) - bytesOf(one))) {
    bytes -= bytesOf(largest);
    crowdedOut().inc({ limit: 'bytes' });
    forget(largest);
    largest.destroy();
    if (bytes <= connectionLimits.bytes) return;
  }
}

function forget(request: IncomingMessage): void {
  unfinished.delete(request);
  if (unfinished.size > 0) return;
  clearInterval(weighing);
  weighing = undefined;
}
