import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PdfFigures } from './pdf-process.ts';
import type { Row, Table } from './report.ts';

const run = promisify(execFile);

/** The PDF of an invoice, in a process that has nothing else to do. */
export async function measurePdf(): Promise<Table[]> {
  const { stdout } = await run(process.execPath, ['tests/bench/pdf-process.ts', ...process.argv.slice(2)]);
  const figures: PdfFigures = JSON.parse(stdout);
  return [
    {
      title: 'PDF of an invoice',
      rows: [
        atMost(8, ms, 'an ordinary one, processor time of the whole process', figures.cpuMs),
        { what: 'an ordinary one, until it is there', measured: ms(figures.wallMs), reference: '' },
        { what: '200 at once, a second', measured: figures.perSecond.toFixed(0), reference: '' },
        atMost(10, ms, 'longest turn of the event loop, processor time', figures.longestTurnMs),
        {
          what: 'longest delay of a timer / with nothing to draw',
          measured: ms(figures.longestDelayMs),
          reference: ms(figures.longestDelayAtRestMs),
        },
        { what: '1,000 lines', measured: `${figures.longSeconds.toFixed(1)} s`, reference: '' },
        atMost(300, mib, '1,000 lines, memory added at its peak', figures.longAddedMiB),
      ],
      notes: [
        `Three lines, each invoice with words of its own; warm. Median of 10 batches of 20; the fastest: ${ms(figures.fastestCpuMs)}.`,
        'Turn and delay: while 200 ordinary ones and one of 1,000 lines are drawn. A delay is also what the processors do for others, the threads among them.',
      ],
    },
  ];
}

const atMost = (most: number, written: (value: number) => string, what: string, value: number): Row => ({
  what,
  measured: written(value),
  reference: '',
  aim: `<= ${written(most)}`,
  met: value <= most,
});
const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
const mib = (mebibytes: number) => `${mebibytes.toFixed(0)} MiB`;
