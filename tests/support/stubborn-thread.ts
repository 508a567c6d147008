import { parentPort, threadId } from 'node:worker_threads';

/** A thread for thread-pool.test.ts that obeys commands and identifies itself. */
export type Command = 'answer' | 'more' | 'throw' | 'exit' | 'fill-the-memory' | 'never-answer';

let heard = 0;
parentPort?.on('message', (command: Command) => {
  heard += 1;
  if (command === 'throw') throw new TypeError('as it was told');
  if (command === 'exit') process.exit(3);
  if (command === 'fill-the-memory') fillMemory();
  if (command === 'never-answer') for (;;);
  if (command === 'answer') parentPort?.postMessage({ threadId, heard });
});

function fillMemory(): void {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 1_000 }, (_, index) => index + kept.length));
}
