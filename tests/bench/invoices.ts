import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { RunningSimulator } from '#tests/support/simulator.ts';
import { costsByClass } from './invoice-classes.ts';
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
/** Simulated response time of a remote authority. */
const slowMs = amount(300, 20);
const behindSlow = { alta: amount(500, 5), sdk: amount(8) };
const minWholePerSecond = 100;

/** Returns invoices per second. */
type Issuing = () => Promise<number>;

/** Invoices through all of Alta, compared with @arcasdk/core, which makes the same calls to the same simulator. */
export const measureInvoices = (): Promise<Table[]> =>
  withEngine(async ({ simulator, engine }) => {
    const { issuers, holders } = await newSuppliers(simulator, suppliers);
    const { child } = await startHelper('arcasdk-process.ts', {
      SIMULATOR: simulator.url,
      HOLDERS: fileOf(holders),
    });
    const answers = createInterface(child.stdout);
    const issueWithSdk = async (count: number, each: number, folder: string): Promise<number> => {
      const answer = once(answers, 'line');
      child.stdin.write(`${JSON.stringify({ suppliers: count, each, folder })}\n`);
      return (count * each * 1_000) / Number((await answer)[0]);
    };
    try {
      return [
        await throughput(simulator, issuers, issueWithSdk),
        await latency(issuers[0] as BenchIssuer),
        await costsByClass(simulator, engine.pid ?? 0),
      ];
    } finally {
      await endWorker(child);
    }
  });

async function throughput(
  simulator: RunningSimulator,
  issuers: BenchIssuer[],
  issueWithSdk: (count: number, each: number, folder: string) => Promise<number>,
): Promise<Table> {
  const ticketFolder = newFolder();
  await issueWithSdk(suppliers, 1, ticketFolder);
  await issue(issuers, 1);
  const one = issuers.slice(0, 1);
  const cached = await inTurns(rounds, {
    altaOne: () => issue(one, ofOne.alta),
    sdkOne: () => issueWithSdk(1, ofOne.sdk, ticketFolder),
    altaAll: () => issue(issuers, ofEach),
    sdkAll: () => issueWithSdk(suppliers, ofEach, ticketFolder),
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
    sdk: slowly(() => issueWithSdk(1, behindSlow.sdk, ticketFolder)),
  });
  const first = await inTurns(fewRounds, {
    alta: () => forgetTickets(simulator).then(() => issue(issuers, 1)),
    sdk: () => forgetTickets(simulator).then(() => issueWithSdk(suppliers, 1, newFolder())),
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
        aim: `>= ${minWholePerSecond} /s`,
        met: median(whole.alta) >= minWholePerSecond,
      },
    ],
    notes: [
      `${rounds} rounds in turn (${fewRounds} of the last three) of invoices submitted at once: ${ofOne.alta} of one supplier (@arcasdk/core: ${ofOne.sdk}), ${ofEach} of each of ${suppliers}, ${behindSlow.alta} while FECAESolicitar takes ${slowMs} ms (@arcasdk/core: ${behindSlow.sdk}).`,
      'Engine, client, simulator and PostgreSQL (without fsync) share the machine.',
      'Alta: a job of gov-ar.send, with the intent before sending, the CAE, stamps and history. @arcasdk/core: FECompUltimoAutorizado and FECAESolicitar, nothing stored; one by one for a supplier.',
    ],
  };
}

function row(what: string, alta: number[], sdk: number[], min: number): Row {
  const ratio = medianRatio(alta, sdk);
  return {
    what,
    measured: perSecond(alta),
    reference: perSecond(sdk),
    ratio,
    aim: `>= ${min.toFixed(2)}`,
    met: ratio >= min,
  };
}

const perSecond = (rates: number[]) => `${median(rates).toFixed(median(rates) < 10 ? 1 : 0)} /s`;
