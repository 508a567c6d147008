import type { IncomingMessage, ServerResponse } from 'node:http';
import { mostUnfinished } from '#lib/limits.ts';

/** What has a body and no answer yet, the oldest first. */
const unfinished = new Set<IncomingMessage>();

/**
 * Keeps the requests with a body that are under way to so many: beyond them the oldest is broken off. Who sends one
 * slowly costs a page's worth of memory until its time is over, and who comes next is served all the same.
 */
export function holdUnfinished(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  unfinished.add(request);
  response.once('close', () => unfinished.delete(request));
  if (unfinished.size <= mostUnfinished) return;
  for (const oldest of unfinished) {
    // Its body is there: it is we who are slow.
    if (oldest.complete) continue;
    unfinished.delete(oldest);
    oldest.destroy();
    return;
  }
}
