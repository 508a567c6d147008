import { AltaError } from '#lib/errors.ts';
import { shared } from '#lib/shared.ts';
import { afterOthers } from '#lib/turns.ts';

/** Who has the slots for pages of one API key, or of one workspace, and who waits for one. */
interface Lane {
  underWay: number;
  /** Those who wait, the first first. */
  waiting: Set<() => void>;
}

interface Patience {
  atOnce: number;
  waitSeconds: number;
  /** Of the client, who may give up before. */
  signal?: AbortSignal;
}

const lanes = shared('page-slots', () => new Map<string, Lane>());

/**
 * Waits until a page less is under way in the lane than may be, and returns what releases the slot. A page is under
 * way until it was read: a reader that takes its time keeps megabytes here, and its own next pages waiting.
 * @throws AltaError `rate-limited` when none of the pages before has ended in time.
 */
export async function takePageSlot(
  key: string,
  { atOnce, waitSeconds, signal }: Patience,
): Promise<() => void> {
  const lane = lanes.get(key) ?? { underWay: 0, waiting: new Set() };
  lanes.set(key, lane);
  if (lane.underWay < atOnce) lane.underWay += 1;
  else await slotFreed(lane, waitSeconds, signal);
  // Forty pages that came in together would be made one after the other, and what came in after them would wait.
  await afterOthers();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    passOn(key, lane);
  };
}

/** One in each lane, such as a key's and that of its workspace; what is returned releases all of them. */
export async function takePageSlots(
  wanted: readonly { key: string; atOnce: number }[],
  patience: Omit<Patience, 'atOnce'>,
): Promise<() => void> {
  const taken: (() => void)[] = [];
  const release = () => {
    for (const each of taken) each();
  };
  try {
    for (const { key, atOnce } of wanted) taken.push(await takePageSlot(key, { ...patience, atOnce }));
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

function slotFreed({ waiting }: Lane, waitSeconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = () => {
      stopWaiting();
      resolve();
    };
    const giveUp = () => {
      stopWaiting();
      const message = `Too many pages at once: try again in ${waitSeconds} s.`;
      reject(new AltaError('rate-limited', message, { retryAfterSeconds: waitSeconds }));
    };
    const stopWaiting = () => {
      clearTimeout(patience);
      signal?.removeEventListener('abort', giveUp);
      waiting.delete(take);
    };
    const patience = setTimeout(giveUp, waitSeconds * 1_000);
    signal?.addEventListener('abort', giveUp);
    waiting.add(take);
  });
}

/** To the first of those who wait; else there is room for another. */
function passOn(key: string, lane: Lane): void {
  const [next] = lane.waiting;
  if (next) {
    next();
    return;
  }
  lane.underWay -= 1;
  if (lane.underWay === 0) lanes.delete(key);
}

/** About what a connection takes from us before its reader does. */
const chunkBytes = 65_536;

/**
 * A text to be sent, in pieces as they are read; `end` when the last is on its way, or nobody reads on. Of a client
 * that went before there was anything to read only `signal` tells: Next does not touch the stream.
 */
export function streamOf(text: string, end: () => void, signal?: AbortSignal): ReadableStream<Uint8Array> {
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  const bytes = Buffer.from(text);
  let sent = 0;
  return new ReadableStream({
    pull(pieces) {
      pieces.enqueue(bytes.subarray(sent, sent + chunkBytes));
      sent += chunkBytes;
      if (sent < bytes.length) return;
      pieces.close();
      end();
    },
    cancel: end,
  });
}
