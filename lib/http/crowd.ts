import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { env } from '#lib/env.ts';
import { crowdLimits, networksOfASite } from '#lib/limits.ts';
import { crowdedOut } from '#lib/metrics.ts';
import { clientAddress, networksOf } from './client-address.ts';

/**
 * Keeps the promise of docs/deployment.md#connections: clients that never finish a request, from one address
 * or many, cannot exhaust the process's memory or connections, and other clients are still served. Next
 * buffers up to ten megabytes of a body before any of our code has checked the API key or session, so bodies
 * are limited here, before Next.
 */

/**
 * Time limits for a request's head and for the whole request. By default Node looks for overdue requests only
 * every 30 seconds. Its automatic refusals are replaced by ours, which have our headers.
 */
export const serverOptions: ServerOptions = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false,
};

/** Closes an idle connection, for instance of a client that does not read the response. */
export const silenceMs = 300_000;

/** Open connections or requests by network, oldest first. */
type ByNetwork<Each> = Map<string, Set<Each>>;
const connections: ByNetwork<Socket> = new Map();
const bodies: ByNetwork<IncomingMessage> = new Map();
/** Number of a connection's requests without a response. */
const underWay = new WeakMap<Socket, number>();

/**
 * Limits the connections per address. At the limit the oldest idle connection is closed, or the new one if
 * none is idle. Not usable behind a proxy, where all connections have the same address.
 */
export function admitConnection(socket: Socket): void {
  const places = placesOf(socket.remoteAddress ?? 'unknown', crowdLimits.connectionsOfAddress);
  for (const { place, most } of places) {
    const there = connections.get(place);
    if (!there || there.size < most) continue;
    crowdedOut().inc({ limit: 'address' });
    const idle = [...there].find((each) => !underWay.get(each));
    if (!idle) return void socket.destroy();
    there.delete(idle);
    idle.destroy();
  }
  socket.once('close', enter(connections, places, socket));
}

/** Requests with a body but no response, oldest first, with the connection's `bytesRead` before them. */
const unfinished = new Map<IncomingMessage, number>();

/**
 * Limits an address's concurrent requests with a body, and the bytes received for all such requests together:
 * beyond that, the largest is aborted so that others can be served.
 * @returns false if the address is at its limit
 */
export function admitRequest(request: IncomingMessage, response: ServerResponse): boolean {
  const { socket, headers } = request;
  underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
  response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return true;
  const client = clientAddress({ headers: { get: () => headers['x-forwarded-for']?.toString() ?? null } });
  const places = placesOf(client, crowdLimits.bodiesOfAddress);
  if (places.some(({ place, most }) => (bodies.get(place)?.size ?? 0) >= most)) {
    crowdedOut().inc({ limit: 'address' });
    return false;
  }
  const leave = enter(bodies, places, request);
  unfinished.set(request, socket.bytesRead);
  response.once('close', () => {
    leave();
    forget(request);
  });
  weighing ??= setInterval(breakOffLargest, weighEveryMs).unref();
  return true;
}

/** The address's network and site, each with its limit. */
function placesOf(address: string, most: number): { place: string; most: number }[] {
  const { network, site } = networksOf(address);
  const ofNetwork = Math.ceil(most * env().RATE_LIMIT_FACTOR);
  const places = [{ place: network, most: ofNetwork }];
  return site ? [...places, { place: site, most: ofNetwork * networksOfASite }] : places;
}

/** Counts `one` in all of its places. @returns a function that undoes it */
function enter<Each>(all: ByNetwork<Each>, places: readonly { place: string }[], one: Each): () => void {
  for (const { place } of places) all.set(place, (all.get(place) ?? new Set()).add(one));
  return () => {
    for (const { place } of places) {
      const there = all.get(place);
      there?.delete(one);
      if (there?.size === 0) all.delete(place);
    }
  };
}

const weighEveryMs = 100;
let weighing: NodeJS.Timeout | undefined;

/** Bytes that a request occupies. A closed socket has lost its count: the minimum per request remains. */
const bytesOf = (request: IncomingMessage): number =>
  crowdLimits.bytesOfEach + Math.max(0, request.socket.bytesRead - (unfinished.get(request) ?? 0));

function breakOffLargest(): void {
  let bytes = [...unfinished.keys()].reduce((sum, request) => sum + bytesOf(request), 0);
  if (bytes <= crowdLimits.bytes) return;
  // The others are fully received; we are the slow side.
  const coming = [...unfinished.keys()].filter(({ complete }) => !complete);
  for (const largest of coming.sort((one, other) => bytesOf(other) - bytesOf(one))) {
    bytes -= bytesOf(largest);
    crowdedOut().inc({ limit: 'bytes' });
    forget(largest);
    largest.destroy();
    if (bytes <= crowdLimits.bytes) return;
  }
}

function forget(request: IncomingMessage): void {
  unfinished.delete(request);
  if (unfinished.size > 0) return;
  clearInterval(weighing);
  weighing = undefined;
}
