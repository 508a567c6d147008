import { findInvoice, isSameInvoice } from '#lib/arca/find-invoice.ts';
import { readLastNumber } from '#lib/arca/last-number.ts';
import { requestAuthorisation } from '#lib/arca/request-authorisation.ts';
import type { WsfeRefusal } from '#lib/arca/wsfe.ts';
import { faultsOf } from '#lib/arca/wsfe-faults.ts';
import { forgetTicket } from '#lib/certificates/access-ticket.ts';
import { fetchWorkspace } from '#lib/context.ts';
import type { StoredMessage } from '#lib/faults/fault.ts';
import { type Access, accessFor, withoutRelation } from './access.ts';
import { type Position, readPosition } from './position.ts';
import {
  type Attempt,
  authorise,
  claim,
  giveUpNumber,
  putOff,
  refuse,
  takeNumber,
  withdraw,
} from './settle.ts';
import type { NextSubmission, Obstacle } from './submissions.ts';
import { findUnclaimed } from './unclaimed.ts';

/** Where the series stands now, where that is known; `later`: it waits. */
type SendOutcome = { position?: Position | undefined } | 'later';

type Granted = Extract<Access, { kind: 'granted' }>;

/** "The number or date is not the next to be authorized." */
const notTheNext = 10_016;

/**
 * Brings one invoice through, as far as the authority lets it. What is about to be asked is stored before it is
 * asked; what was asked without an answer is looked up before anything else is asked
 * (docs/authority.md#lost-answers).
 * @param position where the series stands, when it is known
 */
export async function sendInvoice(
  { submission, jobEndedAt }: NextSubmission,
  position: Position | undefined,
  now: Date,
): Promise<SendOutcome> {
  const workspace = await fetchWorkspace(submission.workspaceId);
  const attempt: Attempt = {
    ctx: { workspace, actor: { kind: 'engine', id: submission.jobId } },
    submission,
    now,
  };
  const isOut = submission.status === 'sending';
  if (jobEndedAt && !isOut) {
    await withdraw(attempt);
    return { position };
  }
  const access = await accessFor(attempt.ctx, submission.cuit, now);
  if (access.kind === 'later') return later(attempt, access.obstacle, access.retryAfterSeconds);
  if (access.kind === 'refused') {
    // Whether its number was used can not be asked now: it waits for somebody to mend the registration.
    if (isOut) return later(attempt, access.fault, 900);
    await refuse(attempt, [access.fault]);
    return { position };
  }
  return isOut ? settleLostAnswer(attempt, access) : sendAsNext(attempt, access, position);
}

async function sendAsNext(
  attempt: Attempt,
  access: Granted,
  known: Position | undefined,
): Promise<SendOutcome> {
  const position = known ?? (await readPosition(access.caller, attempt.submission));
  if (position.kind === 'went-back') {
    const params = { last: position.last };
    return later(attempt, { code: 'numbering-went-back', params }, 300);
  }
  if (position.kind !== 'at') return notAnswered(attempt, access, position);
  const voucher = position.hasUnclaimed ? await findUnclaimed(attempt.submission) : undefined;
  if (voucher) {
    await claim(attempt, voucher);
    return { position };
  }
  const submission = await takeNumber(attempt, position.last + 1);
  return request({ ...attempt, submission }, access, position);
}

async function settleLostAnswer(attempt: Attempt, access: Granted): Promise<SendOutcome> {
  const found = await findInvoice(access.caller, { ...attempt.submission, number: numberOf(attempt) });
  if (found.kind === 'missing') return request(attempt, access, undefined);
  return found.kind === 'found' ? settleFound(attempt, found) : stillUnknown(attempt, access, found);
}

/** There is an invoice of this number: ours, or one that other software of the company had authorized. */
async function settleFound(
  attempt: Attempt,
  { invoice }: Extract<Awaited<ReturnType<typeof findInvoice>>, { kind: 'found' }>,
): Promise<SendOutcome> {
  if (!isSameInvoice(invoice, attempt.submission.request)) {
    await giveUpNumber(attempt);
    return {};
  }
  await authorise(attempt, invoice);
  return {};
}

async function request(
  attempt: Attempt,
  access: Granted,
  position: Position | undefined,
): Promise<SendOutcome> {
  const number = numberOf(attempt);
  const outcome = await requestAuthorisation(access.caller, attempt.submission.request, number);
  if (outcome.kind === 'authorised') {
    await authorise(attempt, outcome);
    return { position: position && { ...position, last: number } };
  }
  if (outcome.kind !== 'rejected') return notAnswered(attempt, access, outcome);
  if (outcome.reasons.some(({ code }) => code === notTheNext)) {
    const last = await readLastNumber(access.caller, attempt.submission);
    if (last.kind !== 'last') return stillUnknown(attempt, access, last);
    // Then it was the number, and not the date: an earlier request of ours got through, or other software sends too.
    if (last.number + 1 !== number) return resynchronise(attempt, access);
  }
  await refuse(attempt, faultsOf(outcome.reasons));
  return { position };
}

async function resynchronise(attempt: Attempt, access: Granted): Promise<SendOutcome> {
  const found = await findInvoice(access.caller, { ...attempt.submission, number: numberOf(attempt) });
  if (found.kind === 'found') return settleFound(attempt, found);
  if (found.kind !== 'missing') return stillUnknown(attempt, access, found);
  await giveUpNumber(attempt);
  return {};
}

/** The authority gave no verdict on what was asked; what it says of the asking itself may be one. */
async function notAnswered(attempt: Attempt, access: Granted, refusal: WsfeRefusal): Promise<SendOutcome> {
  switch (refusal.kind) {
    case 'unavailable':
    case 'ticket-refused':
      return stillUnknown(attempt, access, refusal);
    case 'cuit-not-represented': {
      const why = await withoutRelation(attempt.ctx, access.issuer, attempt.now);
      if (why.kind === 'later') return later(attempt, why.obstacle, why.retryAfterSeconds);
      await refuse(attempt, [why.fault]);
      return {};
    }
    case 'refused':
      await refuse(attempt, faultsOf([refusal]));
      return {};
    case 'defect':
      await refuse(attempt, [{ provider: 'gov-ar', code: 'defect', params: { own: refusal.message } }]);
      return {};
  }
}

/** What became of it can not be found out now. An invoice whose number is out keeps it until it can. */
async function stillUnknown(
  attempt: Attempt,
  { issuer }: Granted,
  refusal: WsfeRefusal,
): Promise<SendOutcome> {
  // What many share is replaced in its own time: not by each who is refused.
  const isShared = issuer.delegated;
  if (refusal.kind === 'ticket-refused' && !isShared) await forgetTicket(issuer.certificate, 'wsfe');
  const obstacle: Obstacle =
    refusal.kind === 'unavailable'
      ? { code: 'authority-unavailable', params: { why: 'invoice', cause: refusal.cause } }
      : { code: 'ticket-refused', params: { own: refusal.message } };
  return later(attempt, obstacle, backOffSeconds(attempt));
}

async function later(attempt: Attempt, obstacle: StoredMessage, seconds: number): Promise<SendOutcome> {
  await putOff(attempt, obstacle, seconds);
  return 'later';
}

/** Soon at first, since most lost answers are lost once. */
const waits = [1, 5, 15, 60, 120, 300];
const backOffSeconds = ({ submission }: Attempt) =>
  waits[Math.min(submission.attempts, waits.length - 1)] ?? 300;

function numberOf({ submission }: Attempt): number {
  if (submission.number === null) throw new Error(`The submission ${submission.id} has lost its number.`);
  return submission.number;
}
