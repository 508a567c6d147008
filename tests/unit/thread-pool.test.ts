import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createThreadPool } from '#lib/invoices/pdf/render.ts';
import type { Command } from '#tests/support/stubborn-thread.ts';

interface Answer {
  threadId: number;
  heard: number;
}

function newPool(more: { most?: number; idleMs?: number; timeoutMs?: number } = {}) {
  const pool = createThreadPool<Command, Answer>({
    file: 'tests/support/stubborn-thread.ts',
    most: 1,
    idleMs: 60_000,
    timeoutMs: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 24 },
    ...more,
  });
  onTestFinished(() => pool.close());
  return pool;
}

/** The next thread that this process starts. */
async function nextThread(): Promise<Worker> {
  const [thread] = (await once(process, 'worker')) as [Worker];
  return thread;
}

function endOf(thread: Worker): Promise<unknown> {
  return new Promise((resolve) => thread.once('exit', resolve));
}

describe('a thread that does not answer', () => {
  test.each([
    ['throws', 'throw', { name: 'TypeError', message: 'as it was told' }],
    ['ends', 'exit', { name: 'AbortError' }],
    ['runs out of memory', 'fill-the-memory', { code: 'ERR_WORKER_OUT_OF_MEMORY' }],
    ['never comes to an end', 'never-answer', { name: 'AbortError' }],
  ] as const)('because it %s fails its task, and the waiting task is done', async (_how, command, why) => {
    const pool = newPool({ timeoutMs: command === 'never-answer' ? 2_000 : 60_000 });
    const failed = pool.run([command]).catch((error: unknown) => error);
    const behind = [pool.run(['answer']), pool.run(['answer'])];
    expect(await failed).toMatchObject(why);
    expect(await Promise.all(behind)).toMatchObject([{ heard: 1 }, { heard: 2 }]);
  });

  test('because its program is missing fails its task', async () => {
    const file = 'tests/support/no-thread.ts';
    const resourceLimits = {};
    const pool = createThreadPool({ file, most: 1, idleMs: 60_000, timeoutMs: 60_000, resourceLimits });
    await expect(pool.run(['answer'])).rejects.toThrow('no-thread.ts');
  });
});

test('the parts of one task go to one thread in their order', async () => {
  const pool = newPool({ most: 2 });
  const [one, other] = await Promise.all([
    pool.run(['more', 'more', 'answer']),
    pool.run(['more', 'answer']),
  ]);
  expect([one.heard, other.heard]).toEqual([3, 2]);
});

test('tasks run in other threads, up to the maximum', async () => {
  const pool = newPool({ most: 2 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => pool.run(['answer'])));
  const threads = new Set(answers.map(({ threadId }) => threadId));
  expect(threads.size).toBe(2);
  expect(threads).not.toContain(0);
});

test('a thread that dies while idle is replaced', async () => {
  const pool = newPool();
  const started = nextThread();
  const { threadId } = await pool.run(['answer']);
  const thread = await started;
  const ended = endOf(thread);
  thread.postMessage('throw' satisfies Command);
  await ended;
  expect((await pool.run(['answer'])).threadId).not.toBe(threadId);
});

test('idle threads end and are started again when needed', async () => {
  const pool = newPool({ idleMs: 1 });
  const ended = nextThread().then(endOf);
  const { threadId } = await pool.run(['answer']);
  await ended;
  expect((await pool.run(['answer'])).threadId).not.toBe(threadId);
});

test('ending the threads fails their tasks and the waiting ones', async () => {
  const pool = newPool();
  const asked = [pool.run(['never-answer']), pool.run(['answer'])];
  const settled = Promise.allSettled(asked);
  await pool.close();
  expect(await settled).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
});
