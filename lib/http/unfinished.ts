import type { IncomingMessage, ServerResponse } from 'node:http';
import { unfinishedLimits } from '#lib/limits.ts';
import { crowdedOut } from '#lib/metrics.ts';

/** What has a body and no answer yet, the oldest first, and what its connection had brought before. */
const unfinished = new Map<IncomingMessage, number>();

/**
 * Keeps the requests with a body that are under way to so many, and what has come of them to so much: Next may gather
 * a body before anybody has asked who sends it. Beyond, the oldest is broken off, or the largest, and who comes next
 * is served all the same.
 */
export function holdUnfinished(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  unfinished.set(request, request.socket.bytesRead);
  response.once('close', () => forget(request));
  weighing ??= setInterval(breakOffLargest, weighEveryMs).unref();
  if (unfinished.size > unfinishedLimits.requests) breakOff(comingStill()[0], 'requests');
}

const weighEveryMs = 100;
let weighing: NodeJS.Timeout | undefined;

/** A connection that brings nothing more has lost its count. */
const bytesOf = (request: IncomingMessage): number =>
  Math.max(0, request.socket.bytesRead - (unfinished.get(request) ?? 0));

function breakOffLargest(): void {
  let bytes = [...unfinished.keys()].reduce((sum, request) => sum + bytesOf(request), 0);
  if (bytes <= unfinishedLimits.bytes) return;
  for (const largest of comingStill().sort((one, other) => bytesOf(other) - bytesOf(one))) {
    bytes -= bytesOf(largest);
    breakOff(largest, 'bytes');
    if (bytes <= unfinishedLimits.bytes) return;
  }
}

/** Of the others the body is there: it is we who are slow. */
const comingStill = () => [...unfinished.keys()].filter(({ complete }) => !complete);

function breakOff(request: IncomingMessage | undefined, limit: 'requests' | 'bytes'): void {
  if (!request) return;
  crowdedOut().inc({ limit });
  forget(request);
  request.destroy();
}

function forget(request: IncomingMessage): void {
  unfinished.delete(request);
  if (unfinished.size > 0) return;
  clearInterval(weighing);
  weighing = undefined;
}
