import { once } from 'node:events';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Environment } from '#lib/authority-environment.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { oncePerProcess } from '#lib/process-values.ts';
import type { IssuedInvoice } from './paper.ts';

/** Message to a thread: some lines of the invoice. The last message also has the rest of the invoice. */
export interface Part {
  lines: Invoice['lines'];
  rest?: { issued: IssuedInvoice; environment: Environment };
}

/** Copying this many lines takes about a millisecond. */
const linesPerPart = 500;

const threads = () =>
  oncePerProcess<ThreadPool<Part, Uint8Array>>('pdf-threads', () =>
    createThreadPool({
      file: 'lib/invoices/pdf/render-thread.ts',
      most: 2,
      idleMs: 5 * 60_000,
      timeoutMs: 5 * 60_000,
      resourceLimits: { maxOldGenerationSizeMb: 384 },
    }),
  );

/** Draws an authorized invoice (draw.ts) in a thread. @throws any error of the thread; retrying is safe */
export async function renderInvoicePdf(issued: IssuedInvoice, environment: Environment): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await threads().run(partsOf(issued, environment));
  return Buffer.from(buffer, byteOffset, byteLength);
}

export const endPdfThreads = (): Promise<void> => threads().close();

function* partsOf(issued: IssuedInvoice, environment: Environment): Generator<Part> {
  const { lines } = issued.invoice;
  let from = 0;
  for (; from + linesPerPart < lines.length; from += linesPerPart) {
    yield { lines: lines.slice(from, from + linesPerPart) };
  }
  const rest = { issued: { ...issued, invoice: { ...issued.invoice, lines: [] } }, environment };
  yield { lines: lines.slice(from), rest };
}

export interface ThreadPool<Message, Answer> {
  /**
   * Sends the messages to one thread, which answers once.
   * @throws the thread's error, or an AbortError if the thread exited or took too long. Only this task fails; the
   * next one gets a new thread.
   */
  run(messages: Iterable<Message>): Promise<Answer>;
  /** Ends the threads. Tasks in progress fail. */
  close(): Promise<void>;
}

interface Options {
  /** Script of a thread, relative to the project's root: import.meta.url would point into Next's bundle. */
  file: string;
  /** Maximum number of threads; further tasks wait. */
  most: number;
  /** Idle threads are ended after this time. */
  idleMs: number;
  /** A thread that takes longer for a task is ended. */
  timeoutMs: number;
  resourceLimits: ResourceLimits;
}

interface Thread {
  worker: Worker;
  exitSignal: AbortSignal;
}

/** Threads for work that would block the event loop, started on demand. Idle threads do not keep the process alive. */
export function createThreadPool<Message, Answer>(options: Options): ThreadPool<Message, Answer> {
  const { file, most, idleMs, timeoutMs, resourceLimits } = options;
  const alive = new Set<Thread>();
  const idle = new Set<Thread>();
  const waiting: PromiseWithResolvers<void>[] = [];
  let busy = 0;
  const idleTimer = setTimeout(() => void endAll(idle), idleMs).unref();

  function start(): Thread {
    const worker = new Worker(resolve(file), { resourceLimits });
    const ending = new AbortController();
    const thread = { worker, exitSignal: ending.signal };
    const forget = () => {
      alive.delete(thread);
      idle.delete(thread);
    };
    alive.add(thread);
    // A pending task gets the error as well. Without this listener, an idle thread's error would be unhandled.
    worker.on('error', forget);
    worker.once('exit', () => {
      forget();
      ending.abort();
    });
    return thread;
  }

  async function ask(thread: Thread, messages: Iterable<Message>): Promise<Answer> {
    const { worker, exitSignal } = thread;
    idle.delete(thread);
    worker.ref();
    try {
      const signal = AbortSignal.any([exitSignal, AbortSignal.timeout(timeoutMs)]);
      const [[answer]] = await Promise.all([once(worker, 'message', { signal }), send(worker, messages)]);
      worker.unref();
      if (alive.has(thread)) idle.add(thread);
      idleTimer.refresh();
      return answer;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }

  async function endAll(threads: Set<Thread>): Promise<void> {
    const ending = [...threads].map(({ worker }) => worker.terminate());
    idle.clear();
    await Promise.all(ending);
  }

  function nextTurn(): Promise<void> {
    const turn = Promise.withResolvers<void>();
    waiting.push(turn);
    return turn.promise;
  }

  function passTurn(): void {
    const next = waiting.shift();
    if (next) next.resolve();
    else busy -= 1;
  }

  return {
    async run(messages) {
      if (busy >= most) await nextTurn();
      else busy += 1;
      try {
        const [thread = start()] = idle;
        return await ask(thread, messages);
      } finally {
        passTurn();
      }
    },
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new Error('the threads were stopped'));
      await endAll(alive);
    },
  };
}

/** Yields to other work after each message, because posting a message copies it. */
async function send(worker: Worker, messages: Iterable<unknown>): Promise<void> {
  for (const message of messages) {
    worker.postMessage(message);
    await setImmediate();
  }
}
