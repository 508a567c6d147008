import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { env } from '#lib/env.ts';
import { crowdLimits, networksOfASite } from '#lib/limits.ts';
import { crowdedOut } from '#lib/metrics.ts';
import { clientAddress, networksOf } from './client-address.ts';

/**
 * How long a client may take for the head of a request, and for all of it. What has run out is looked for every second;
 * Node looks every half a minute. The refusals that Node would give by itself are ours, with our headers.
 */
export const serverOptions: ServerOptions = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false,
};

/** A connection on which nothing moves for so long is closed, such as that of a client who does not read the answer. */
export const silenceMs = 300_000;

/** Of each network, the oldest first. */
type ByNetwork<Each> = Map<string, Set<Each>>;
const connections: ByNetwork<Socket> = new Map();
const bodies: ByNetwork<IncomingMessage> = new Map();
/** How many requests are under way on a connection. */
const underWay = new WeakMap<Socket, number>();

/**
 * Keeps the connections of an address to so many: for one more its oldest is closed that has no request under way, or
 * the new one where each has. Not behind a proxy, whose address all of them have.
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

/** What has a body and no answer yet, the oldest first, and what its connection had brought before. */
const unfinished = new Map<IncomingMessage, number>();

/**
 * Keeps the requests with a body that are under way to so many of an address, and what has come of all of them to so
 * much: Next may gather a body before anybody has asked who sends it. Beyond, the largest is broken off, and who comes
 * next is served all the same.
 * @returns false for one more of an address that has its share
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

/** The network of an address, and its site, with how many each may have of what an address may have `most`. */
function placesOf(address: string, most: number): { place: string; most: number }[] {
  const { network, site } = networksOf(address);
  const ofNetwork = Math.ceil(most * env().RATE_LIMIT_FACTOR);
  const places = [{ place: network, most: ofNetwork }];
  return site ? [...places, { place: site, most: ofNetwork * networksOfASite }] : places;
}

/** Counts it in all of its places, until what is returned is called. */
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

/** What one takes before it has brought anything, and that. A connection that brings nothing more has lost its count. */
const bytesOf = (request: IncomingMessage): number =>
  crowdLimits.bytesOfEach + Math.max(0, request.socket.bytesRead - (unfinished.get(request) ?? 0));

function breakOffLargest(): void {
  let bytes = [...unfinished.keys()].reduce((sum, request) => sum + bytesOf(request), 0);
  if (bytes <= crowdLimits.bytes) return;
  // Of the others the body is there: it is we who are slow.
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
