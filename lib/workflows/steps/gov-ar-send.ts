import { z } from 'zod';
import type { FaultParams } from '#lib/errors.ts';
import type { CodedMessage } from '#lib/faults/fault.ts';
import { issueInvoice } from '#lib/invoices/issue.ts';
import { type Submission, sendNow } from '#lib/invoices/submissions.ts';
import { defineProvider, type Outcome } from '../provider.ts';

/** At the latest then it is looked whether somebody still sends it: news wake the step by themselves. */
const lookAfterMs = 10 * 60_000;

/** Has the authority authorize the invoice, and goes on when it has. */
export const govArSend = defineProvider({
  id: 'gov-ar.send',
  title: 'Send invoice to ARCA',
  schema: 'bill/invoice',
  config: z.strictObject({}),
  retry: sendNow,
  async run({ ctx, job, entry, now }) {
    const issue = await issueInvoice(ctx, { entry, job, now });
    return async (tx): Promise<Outcome> => {
      const result = await issue(tx);
      switch (result.kind) {
        case 'authorised':
          return { status: 'OK', code: 'invoice-authorised', params: authorised(result.submission) };
        case 'refused': {
          const [fault, ...others] = result.faults;
          if (!fault) throw new Error('The invoice was refused without a reason.');
          return { status: 'KO', fault, others };
        }
        case 'on-its-way':
          return waiting(result.submission, now, result.remark);
        case 'later': {
          const until = new Date(now.getTime() + result.retryAfterSeconds * 1_000);
          return { status: 'ERR', ref: entry.id, ...result.obstacle, until };
        }
      }
    };
  },
});

function authorised({ pointOfSale, number, cae, observations }: Submission): FaultParams {
  const own = observations.map(({ code, message }) => `${code}: ${message}`).join('; ');
  return { number: number ?? '', pointOfSale, cae: cae ?? '', ...(own ? { own } : {}) };
}

function waiting(
  { id: ref, status, obstacle, nextAttemptAt }: Submission,
  now: Date,
  remark: CodedMessage | undefined,
): Outcome {
  const until = nextAttemptAt ?? new Date(now.getTime() + lookAfterMs);
  if (obstacle) return { status: 'ERR', ref, ...obstacle, until };
  if (remark) return { status: 'QUEUED', ref, ...remark, until };
  return { status: 'QUEUED', ref, code: status === 'sending' ? 'being-sent' : 'awaiting-turn', until };
}
