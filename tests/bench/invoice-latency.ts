import { wsfe } from '#lib/arca/services.ts';
import { readLastNumber } from '#lib/arca/wsfe.ts';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import { accessFor } from '#lib/invoices/change-document.ts';
import { authoriseOne } from '#tests/support/authorise-one.ts';
import type { Issuer } from '#tests/support/issuer.ts';
import { type BenchIssuer, issueOneByOne } from './invoice-suppliers.ts';
import type { Table } from './report.ts';
import { amount } from './rounds.ts';

const oneByOne = amount(200, 3);
/** Milliseconds. */
const aims = [
  { share: 0.5, max: 15 },
  { share: 0.99, max: 30 },
];

/** Alta's overhead over the authority's own time, for invoices in sequence. */
export async function latency(issuer: BenchIssuer): Promise<Table> {
  const jobs = await issueOneByOne(issuer, oneByOne);
  const calls = await bareCalls(issuer, oneByOne);
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
  return {
    title:
      'One invoice at a time, from the job to its end / the bare FECompUltimoAutorizado and FECAESolicitar',
    rows: aims.map(({ share, max }) => ({
      what: `p${share * 100}`,
      measured: `${at(jobs, share).toFixed(1)} ms`,
      reference: `${at(calls, share).toFixed(1)} ms`,
      aim: `<= ${max} ms`,
      met: at(jobs, share) <= max,
    })),
    notes: [`${oneByOne} of each, in sequence.`],
  };
}

async function bareCalls({ ctx, cuit, write }: Issuer, count: number): Promise<number[]> {
  const access = await accessFor(ctx, wsfe, cuit, new Date());
  if (access.kind !== 'granted') throw new Error('no access');
  const request = authorityAmounts(buildInvoice((await write({ series: '4' })).doc));
  const series = { pointOfSale: 4, documentType: request.CbteTipo };
  const each: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const startedAt = performance.now();
    const last = await readLastNumber(access.caller, series);
    if (last.kind !== 'last') throw new Error(JSON.stringify(last));
    const outcome = await authoriseOne(access.caller, request, last.number + 1);
    if (outcome.kind !== 'authorised') throw new Error(JSON.stringify(outcome));
    each.push(performance.now() - startedAt);
  }
  return each;
}
