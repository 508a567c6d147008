import { type FindInvoiceOutcome, findInvoice, isSameInvoice } from '#lib/arca/find-invoice.ts';
import type { WsfeCaller, WsfeRefusal } from '#lib/arca/wsfe.ts';
import type { Lot } from './next-lot.ts';
import type { Settled } from './settle.ts';
import type { Submission } from './submissions.ts';

const atOnce = 8;

/**
 * Asks the authority what it has under the numbers of a lot that is out: ours, another that other software of the
 * company had authorized, or nothing from some number on, as it takes a lot in its order
 * (docs/authority.md#lost-answers).
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
      asked.map(async (submission): Promise<[Submission, FindInvoiceOutcome]> => {
        const number = numberOf(submission);
        return [submission, await findInvoice(caller, { ...series, number })];
      }),
    );
    for (const [submission, answer] of answers) {
      if (answer.kind === 'missing') {
        const others = submissions.slice(settled.length);
        return { settled: [...settled, ...others.map(returned)] };
      }
      if (answer.kind !== 'found') return { settled, refusal: answer };
      const isOurs = isSameInvoice(answer.invoice, submission.request);
      const { cae, caeExpiry, observations, exchangeRate } = answer.invoice;
      settled.push(
        isOurs
          ? { submission, finding: { kind: 'authorised', cae, caeExpiry, observations, exchangeRate } }
          : returned(submission),
      );
    }
  }
  return { settled };
}

const returned = (submission: Submission): Settled => ({ submission, finding: { kind: 'returned' } });

function numberOf({ id, number }: Submission): number {
  if (number === null) throw new Error(`The submission ${id} has lost its number.`);
  return number;
}
