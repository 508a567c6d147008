import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { RunningSimulator } from '#tests/support/simulator.ts';
import { latency } from './invoice-latency.ts';
import {
  type BenchIssuer,
  fileOf,
  forgetTickets,
  issue,
  newFolder,
  newSuppliers,
} from './invoice-suppliers.ts';
import type { Row, Table } from './report.ts';
import { amount, inTurns, median, medianRatio } from './rounds.ts';
import { withEngine } from './with-engine.ts';
import { endWorker, startHelper } from './workflow-throughput.ts';

const suppliers = amount(50, 2);
const rounds = amount(5);
const fewRounds = amount(3);
const ofOne = { alta: amount(1_000, 5), sdk: amount(100) };
const ofEach = amount(20);
/** How long an authority takes that is not on this machine. */
const slowMs = amount(300, 20);
const behindSlow = { alta: amount(500, 5), sdk: amount(8) };
const leastWhole = 100;

/** Invoices a second. */
type Issuing = () => Promise<number>;

/** Invoices through Alta, whole, against @arcasdk/core making the same calls of the same simulator. */
export const measureInvoices = (): Promise<Table[]> =>
  withEngine(async ({ simulator }) => {
    const { issuers, holders } = await newSuppliers(simulator, suppliers);
    const { child } = await startHelper('arcasdk-process.ts', {
      SIMULATOR: simulator.url,
      HOLDERS: fileOf(holders),
    });
    const answers = createInterface(child.stdout);
    const theirs = async (count: number, each: number, folder: string): Promise<number> => {
      const answer = once(answers, 'line');
      child.stdin.write(`${JSON.stringify({ suppliers: count, each, folder })}\n`);
      return (count * each * 1_000) / Number((await answer)[0]);
    };
    try {
      return [await throughput(simulator, issuers, theirs), await latency(issuers[0] as BenchIssuer)];
    } finally {
      await endWorker(child);
    }
  });

async function throughput(
  simulator: RunningSimulator,
  issuers: BenchIssuer[],
  theirs: (count: number, each: number, folder: string) => Promise<number>,
): Promise<Table> {
  const kept = newFolder();
  await theirs(suppliers, 1, kept);
  await issue(issuers, 1);
  const one = issuers.slice(0, 1);
  const cached = await inTurns(rounds, {
    altaOne: () => issue(one, ofOne.alta),
    sdkOne: () => theirs(1, ofOne.sdk, kept),
    altaAll: () => issue(issuers, ofEach),
    sdkAll: () => theirs(suppliers, ofEach, kept),
  });
  const whole = await inTurns(fewRounds, { alta: () => issue(issuers, ofEach, 'workflowId') });
  const slowly = (issuing: Issuing) => async () => {
    await simulator.control.processing(slowMs);
    const rate = await issuing();
    await simulator.control.processing(0);
    return rate;
  };
  const slow = await inTurns(fewRounds, {
    alta: slowly(() => issue(one, behindSlow.alta)),
    sdk: slowly(() => theirs(1, behindSlow.sdk, kept)),
  });
  const first = await inTurns(fewRounds, {
    alta: () => forgetTickets(simulator).then(() => issue(issuers, 1)),
    sdk: () => forgetTickets(simulator).then(() => theirs(suppliers, 1, newFolder())),
  });
  return {
    title:
      'Invoices issued by Alta on PostgreSQL / by @arcasdk/core with a ticket on disk, the same simulator',
    rows: [
      row('one supplier', cached.altaOne, cached.sdkOne, 1),
      row(`${suppliers} suppliers`, cached.altaAll, cached.sdkAll, 0.8),
      row(`one supplier, the authority answers in ${slowMs} ms`, slow.alta, slow.sdk, 50),
      row(`the first of ${suppliers} suppliers, without tickets`, first.alta, first.sdk, 5),
      {
        what: `${suppliers} suppliers, the whole template with its PDF`,
        measured: perSecond(whole.alta),
        reference: '',
        aim: `>= ${leastWhole} /s`,
        met: median(whole.alta) >= leastWhole,
      },
    ],
    notes: [
      `${rounds} rounds in turn (${fewRounds} of the last three) of invoices that are there at once: ${ofOne.alta} of one supplier (@arcasdk/core: ${ofOne.sdk}), ${ofEach} of each of ${suppliers}, ${behindSlow.alta} while FECAESolicitar takes ${slowMs} ms (@arcasdk/core: ${behindSlow.sdk}).`,
      'Engine, client, simulator and PostgreSQL (without fsync) share the machine.',
      'Alta: a job of gov-ar.send, with the intent before sending, the CAE, stamps and history. @arcasdk/core: FECompUltimoAutorizado and FECAESolicitar, nothing stored; one by one for a supplier.',
    ],
  };
}

function row(what: string, alta: number[], sdk: number[], least: number): Row {
  const ratio = medianRatio(alta, sdk);
  return {
    what,
    measured: perSecond(alta),
    reference: perSecond(sdk),
    ratio,
    aim: `>= ${least.toFixed(2)}`,
    met: ratio >= least,
  };
}

const perSecond = (rates: number[]) => `${median(rates).toFixed(median(rates) < 10 ? 1 : 0)} /s`;
