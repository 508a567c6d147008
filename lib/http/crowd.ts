import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { env } from '#lib/env.ts';
import { crowdLimits, networksOfASite } from '#lib/limits.ts';
import { crowdedOut } from '#lib/metrics.ts';
import { clientAddress, networksOf } from './client-address.ts';

/*
 * What docs/deployment.md#connections promises: clients that never finish a request, from one address or from many, do
 * not take the process's memory or its connections, and everybody else is answered. Next gathers up to ten megabytes of
 * a body before any of our code has asked for the sender's key or session, so bodies are limited here, before Next.
 */

/**
 * Time limits for the head of a request and for the whole of it. Node would look for overdue requests every half a
 * minute. The refusals that Node would give by itself are ours, with our headers.
 */
export const serverOptions: ServerOptions = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false,
};

/** Closes a connection on which nothing moves, such as that of a client that does not read the answer. */
export const silenceMs = 300_000;

/** What each network has open, the oldest first. */
type ByNetwork<Each> = Map<string, Set<Each>>;
const connections: ByNetwork<Socket> = new Map();
const bodies: ByNetwork<IncomingMessage> = new Map();
/** Requests of a connection that have no answer yet. */
const underWay = new WeakMap<Socket, number>();

/**
 * Limits the connections of an address: for one more its oldest idle one is closed, or the new one where none is idle.
 * Not for use behind a proxy, whose address all connections have.
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

/** Requests with a body and no answer yet, the oldest first; the value is what their connection had read before. */
const unfinished = new Map<IncomingMessage, number>();

/**
 * Limits the requests with a body that an address has under way, and the bytes that have come of all such requests
 * together: beyond that, the largest is broken off, so that the next ones are served all the same.
 * @returns false for one more request of an address that has its share
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

/** The network of an address and its site, each with its limit where an address has `most`. */
function placesOf(address: string, most: number): { place: string; most: number }[] {
  const { network, site } = networksOf(address);
  const ofNetwork = Math.ceil(most * env().RATE_LIMIT_FACTOR);
  const places = [{ place: network, most: ofNetwork }];
  return site ? [...places, { place: site, most: ofNetwork * networksOfASite }] : places;
}

/** Counts `one` in all of its places. @returns ends that */
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

/** Bytes that a request takes. A closed socket has lost its count: then it is what any request takes at least. */
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
