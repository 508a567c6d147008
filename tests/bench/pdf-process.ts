import '#tests/support/test-env.ts';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { renderInvoicePdf } from '#lib/invoices/pdf/render.ts';
import { classA, line } from '#tests/support/invoices.ts';
import { issue } from '#tests/support/issued.ts';
import { amount, median } from './rounds.ts';

/** What pdf.ts prints, measured in a process that does nothing else. */
export interface PdfFigures {
  cpuMs: number;
  fastestCpuMs: number;
  wallMs: number;
  perSecond: number;
  longestTurnMs: number;
  longestDelayMs: number;
  longestDelayAtRestMs: number;
  longSeconds: number;
  longAddedMiB: number;
}

const warmUp = amount(1_000, 2);
const measured = amount(200, 2);
const ofBatch = amount(20);
const manyLines = amount(1_000, 100);

/** Three lines; most of its words are those of the others, and some are its own. */
const ordinary = (index: number) => {
  const cents = String(10 + (index % 90));
  const customer = { name: `Almacén N.º ${index} S.R.L.`, tax_id: { country: 'AR', code: '30712345671' } };
  const lines = [1, 2, 3].map((at) => {
    const price = `${1 + ((index * 7_919 * at) % 99_991)}.${cents}`;
    return line(price, { item: { name: `Producto ${index}-${at} de la casa`, key: 'goods', price } });
  });
  return issue(classA({ customer, lines }));
};
const invoices = Array.from({ length: warmUp + measured }, (_, index) => ordinary(index + 1));
const long = issue(
  classA({
    lines: Array.from({ length: manyLines }, (_, index) =>
      line('10.00', { item: { name: `Pan N.º ${index + 1}`, key: 'goods', price: '10.00' } }),
    ),
  }),
);
const render = (issued: (typeof invoices)[number]) => renderInvoicePdf(issued, 'live');
const measuredInvoices = invoices.slice(warmUp);

// Two at once, so that each thread has its share.
await Promise.all(
  [0, 1].map(async (half) => {
    for (const [index, issued] of invoices.slice(0, warmUp).entries()) {
      if (index % 2 === half) await render(issued);
    }
  }),
);

const batches: { cpuMs: number; wallMs: number }[] = [];
for (let from = 0; from < measured; from += ofBatch) {
  const cpuBefore = process.cpuUsage();
  const seconds = await secondsOf(async () => {
    for (const issued of measuredInvoices.slice(from, from + ofBatch)) await render(issued);
  });
  const { user, system } = process.cpuUsage(cpuBefore);
  batches.push({ cpuMs: (user + system) / 1_000 / ofBatch, wallMs: (seconds * 1_000) / ofBatch });
}
const allAtOnce = await secondsOf(() => Promise.all(measuredInvoices.map(render)));

const before = process.memoryUsage.rss();
let peak = before;
const look = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 2);
const longSeconds = await secondsOf(() => render(long));
clearInterval(look);

const drawing = await turnsDuring(() => Promise.all([long, ...measuredInvoices].map(render)));
const resting = await turnsDuring(() => new Promise((resolve) => setTimeout(resolve, amount(2_000, 10))));

const figures: PdfFigures = {
  fastestCpuMs: Math.min(...batches.map(({ cpuMs }) => cpuMs)),
  cpuMs: median(batches.map(({ cpuMs }) => cpuMs)),
  wallMs: median(batches.map(({ wallMs }) => wallMs)),
  perSecond: measured / allAtOnce,
  longestTurnMs: drawing.longestTurnMs,
  longestDelayMs: drawing.longestDelayMs,
  longestDelayAtRestMs: resting.longestDelayMs,
  longSeconds,
  longAddedMiB: (peak - before) / 2 ** 20,
};
console.log(JSON.stringify(figures));

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

/**
 * The longest turn of the event loop, in processor time of its own thread; and how late a timer came at the most,
 * whatever else the processors had to do. The monitor's own resolution counts as delay, and is taken off.
 */
async function turnsDuring(work: () => Promise<unknown>) {
  const resolution = 1;
  const monitor = monitorEventLoopDelay({ resolution });
  let longest = 0;
  let last = process.threadCpuUsage();
  const turns = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, user + system);
    last = process.threadCpuUsage();
  }, 0);
  monitor.enable();
  await work();
  await new Promise((resolve) => setTimeout(resolve, 3 * resolution));
  monitor.disable();
  clearInterval(turns);
  return { longestTurnMs: longest / 1_000, longestDelayMs: Math.max(0, monitor.max / 1e6 - resolution) };
}
