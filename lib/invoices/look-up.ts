import { and, eq } from 'drizzle-orm';
import { findInvoice, isSameInvoice } from '#lib/arca/find-invoice.ts';
import type { Authorised } from '#lib/arca/request-authorisation.ts';
import type { WsfeCaller, WsfeRefusal } from '#lib/arca/wsfe.ts';
import { database } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import type { Lot } from './next-lot.ts';
import type { Series } from './series.ts';
import { all, type Settled } from './settle.ts';
import type { Submission } from './submissions.ts';

const atOnce = 8;

/**
 * Asks the authority what it has under the numbers of a lot whose answer was lost: ours, another that other software
 * of the company had authorized, or nothing from some number on, as it takes a lot in its order. Nothing does not say
 * that nothing comes: it may still be working at the request (docs/authority.md#lost-answers).
 * @returns `refusal` where it did not say of all.
 */
export async function lookUp(
  caller: WsfeCaller,
  { series, submissions }: Lot,
): Promise<{ settled: Settled[]; refusal?: WsfeRefusal }> {
  const settled: Settled[] = [];
  for (let start = 0; start < submissions.length; start += atOnce) {
    const asked = submissions.slice(start, start + atOnce);
    const answers = await Promise.all(
      asked.map((submission) => findVoucherOf(caller, series, submission, numberOf(submission))),
    );
    for (const answer of answers) {
      const rest = submissions.slice(settled.length);
      const [submission] = rest;
      if (!submission) break;
      switch (answer.kind) {
        case 'ours':
          settled.push({ submission, finding: { kind: 'authorised', ...answer.voucher } });
          break;
        case 'other':
          // The request was rejected at this one, or will be, which stops it there.
          return { settled: [...settled, ...all(rest, { kind: 'returned' })] };
        case 'missing':
          return { settled: [...settled, ...all(rest, { kind: 'unanswered' })] };
        default:
          return { settled, refusal: answer };
      }
    }
  }
  return { settled };
}

/**
 * Asks the authority for the vouchers of requests that it never answered. Of what is to be sent again the numbers
 * behind the last one are not asked about: a voucher there would refuse the next request (10016).
 * @param last the last number of the series, 0 where it is not known
 * @returns `claims` of the submissions that have one; `open` are those that may still get one
 */
export async function lookUpUnanswered(
  caller: WsfeCaller,
  { series, status, submissions }: Lot,
  last: number,
): Promise<{ claims: Settled[]; open: Set<Submission>; refusal?: WsfeRefusal }> {
  const claims: Settled[] = [];
  const open = new Set<Submission>();
  for (const submission of submissions) {
    for (const number of submission.unansweredNumbers) {
      if (status === 'queued' && number > last) continue;
      const answer = await findVoucherOf(caller, series, submission, number);
      if (answer.kind === 'ours') {
        claims.push({ submission, finding: { kind: 'claimed', number, ...answer.voucher } });
        open.delete(submission);
        break;
      }
      if (answer.kind === 'missing' && number > last) open.add(submission);
      if (answer.kind !== 'missing' && answer.kind !== 'other') return { claims, open, refusal: answer };
    }
  }
  return { claims, open };
}

type VoucherOf =
  | { kind: 'ours'; voucher: Authorised }
  /** Another invoice has that number, also where it is equal: one CAE is one sale's. */
  | { kind: 'other' }
  | { kind: 'missing' }
  | WsfeRefusal;

async function findVoucherOf(
  caller: WsfeCaller,
  series: Series,
  { request }: Submission,
  number: number,
): Promise<VoucherOf> {
  const answer = await findInvoice(caller, { ...series, number });
  if (answer.kind !== 'found') return answer;
  const { cae, caeExpiry, observations, exchangeRate } = answer.invoice;
  if (!isSameInvoice(answer.invoice, request)) return { kind: 'other' };
  const hasCae = and(eq(invoiceSubmissions.environment, series.environment), eq(invoiceSubmissions.cae, cae));
  if ((await database().$count(invoiceSubmissions, hasCae)) > 0) return { kind: 'other' };
  return { kind: 'ours', voucher: { cae, caeExpiry, observations, exchangeRate } };
}

function numberOf({ id, number }: Submission): number {
  if (number === null) throw new Error(`The submission ${id} has lost its number.`);
  return number;
}
