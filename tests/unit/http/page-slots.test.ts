import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { streamOf, takePageSlot, takePageSlots } from '#lib/http/page-slots.ts';

const two = { atOnce: 2, waitSeconds: 60 };

/** Takes a turn, and notes when it is there. */
function wait(key: string, name: string, order: string[]): Promise<() => void> {
  return takePageSlot(key, two).then((end) => {
    order.push(name);
    return end;
  });
}

/** Until whoever may begin has begun. */
async function settled(): Promise<void> {
  for (let rounds = 0; rounds < 10; rounds += 1) await setImmediate();
}

describe('the pages of a key', () => {
  test('take turns, the first to come first', async () => {
    const order: string[] = [];
    const turns = ['a', 'b', 'c', 'd'].map((name) => wait('in-turn', name, order));
    await settled();
    expect(order).toEqual(['a', 'b']);
    (await turns[1])?.();
    await settled();
    expect(order).toEqual(['a', 'b', 'c']);
    (await turns[0])?.();
    (await turns[2])?.();
    for (const turn of turns) (await turn)();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  test('that ended twice make room once', async () => {
    const order: string[] = [];
    const [first] = [await wait('twice', 'a', order), await wait('twice', 'b', order)];
    first();
    first();
    const [third, fourth] = [await wait('twice', 'c', order), wait('twice', 'd', order)];
    await settled();
    expect(order).toEqual(['a', 'b', 'c']);
    third();
    await fourth;
  });

  test('let what else came in go first, each of them', async () => {
    const order: string[] = [];
    const other = setImmediate().then(() => {
      order.push('other');
      return setImmediate().then(() => order.push('another'));
    });
    const ended = ['a', 'b'].map((name) => wait('polite', name, order).then((end) => end()));
    await Promise.all([...ended, other]);
    expect(order).toEqual(['other', 'a', 'another', 'b']);
  });

  test('wait for no other key', async () => {
    await Promise.all([takePageSlot('slow', two), takePageSlot('slow', two)]);
    await takePageSlot('other', two);
  });

  test('are some of those of its workspace, of which the other keys have the rest', async () => {
    const soon = { waitSeconds: 0.001 };
    const take = (key: string) =>
      takePageSlots(
        [
          { key, atOnce: 2 },
          { key: 'workspace', atOnce: 3 },
        ],
        soon,
      );
    const [end] = [await take('first'), await take('first'), await take('second')];
    await expect(take('second')).rejects.toMatchObject({ key: 'rate-limited' });
    end();
    // Who was refused has kept no slot of its key.
    await take('second');
  });

  test('are not made for a client that has gone', async () => {
    const client = new AbortController();
    const [end] = [await takePageSlot('gone', two), await takePageSlot('gone', two)];
    const gone = takePageSlot('gone', { ...two, signal: client.signal });
    const next = takePageSlot('gone', two);
    client.abort();
    await expect(gone).rejects.toMatchObject({ key: 'rate-limited' });
    end();
    await next;
  });

  test('are refused when none before them ends in time, and leave the queue', async () => {
    const soon = { atOnce: 1, waitSeconds: 0.001 };
    const end = await takePageSlot('refused', soon);
    await expect(takePageSlot('refused', soon)).rejects.toMatchObject({
      key: 'rate-limited',
      retryAfterSeconds: soon.waitSeconds,
    });
    end();
    (await takePageSlot('refused', soon))();
  });
});

describe('an answer that is sent in pieces', () => {
  const text = 'ñandú '.repeat(100_000);

  test('arrives as it is, and ends with its last piece', async () => {
    let ends = 0;
    const pieces: Uint8Array[] = [];
    for await (const piece of streamOf(text, () => ends++)) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe(text);
    expect(ends).toBe(1);
  });

  test('ends when nobody reads on', async () => {
    let ends = 0;
    const reader = streamOf(text, () => ends++).getReader();
    await reader.read();
    expect(ends).toBe(0);
    await reader.cancel();
    expect(ends).toBe(1);
  });

  test.each(['before', 'after'])('ends when its reader has gone %s it began', async (when) => {
    let ends = 0;
    const client = new AbortController();
    if (when === 'before') client.abort();
    streamOf(text, () => ends++, client.signal);
    if (when === 'after') client.abort();
    expect(ends).toBe(1);
  });

  test('ends unread when it is small', async () => {
    let ends = 0;
    streamOf('{"list":[]}', () => ends++);
    await setImmediate();
    expect(ends).toBe(1);
  });
});
