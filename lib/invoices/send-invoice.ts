import { findInvoice, isSameInvoice } from '#lib/arca/find-invoice.ts';
import { readLastNumber } from '#lib/arca/last-number.ts';
import { requestAuthorisation } from '#lib/arca/request-authorisation.ts';
import type { WsfeRefusal } from '#lib/arca/wsfe.ts';
import { faultsOf } from '#lib/arca/wsfe-faults.ts';
import { forgetTicket } from '#lib/certificates/access-ticket.ts';
import { fetchWorkspace } from '#lib/context.ts';
import type { StoredMessage } from '#lib/faults/fault.ts';
import { type Access, accessFor, notRepresented } from './access.ts';
import { type Position, readPosition } from './position.ts';
import { authorise, claim, giveUpNumber, putOff, refuse, type Turn, takeNumber, withdraw } from './settle.ts';
import type { Due, Obstacle } from './submissions.ts';
import { findUnclaimed } from './unclaimed.ts';

/** Where the series stands now, where that is known; `later`: it waits. */
type After = { position?: Position | undefined } | 'later';

type Granted = Extract<Access, { kind: 'granted' }>;

/** "The number or date is not the next to be authorised." */
const notTheNext = 10_016;

/**
 * Brings one invoice through, as far as the authority lets it. What is about to be asked is stored before it is
 * asked; what was asked without an answer is looked up before anything else is asked
 * (docs/authority.md#lost-answers).
 * @param position where the series stands, when it is known
 */
export async function sendInvoice(
  { submission, jobEndedAt }: Due,
  position: Position | undefined,
  now: Date,
): Promise<After> {
  const workspace = await fetchWorkspace(submission.workspaceId);
  const turn: Turn = {
    ctx: { workspace, actor: { kind: 'engine', id: submission.jobId } },
    submission,
    now,
  };
  const isOut = submission.status === 'sending';
  if (jobEndedAt && !isOut) {
    await withdraw(turn);
    return { position };
  }
  const access = await accessFor(turn.ctx, submission.cuit, now);
  if (access.kind === 'later') return later(turn, access.obstacle, access.retryAfterSeconds);
  if (access.kind === 'refused') {
    // Whether its number was used can not be asked now: it waits for somebody to mend the registration.
    if (isOut) return later(turn, access.fault, 900);
    await refuse(turn, [access.fault]);
    return { position };
  }
  return isOut ? settleLostAnswer(turn, access) : sendAsNext(turn, access, position);
}

async function sendAsNext(turn: Turn, access: Granted, known: Position | undefined): Promise<After> {
  const position = known ?? (await readPosition(access.caller, turn.submission));
  if (position.kind === 'went-back') {
    const params = { last: position.last };
    return later(turn, { code: 'numbering-went-back', params }, 300);
  }
  if (position.kind !== 'at') return notAnswered(turn, access, position);
  const voucher = position.hasUnclaimed ? await findUnclaimed(turn.submission) : undefined;
  if (voucher) {
    await claim(turn, voucher);
    return { position };
  }
  const submission = await takeNumber(turn, position.last + 1);
  return request({ ...turn, submission }, access, position);
}

async function settleLostAnswer(turn: Turn, access: Granted): Promise<After> {
  const found = await findInvoice(access.caller, { ...turn.submission, number: numberOf(turn) });
  if (found.kind === 'missing') return request(turn, access, undefined);
  return found.kind === 'found' ? settleFound(turn, found) : stillUnknown(turn, access, found);
}

/** There is an invoice of this number: ours, or one that other software of the company had authorised. */
async function settleFound(
  turn: Turn,
  { invoice }: Extract<Awaited<ReturnType<typeof findInvoice>>, { kind: 'found' }>,
): Promise<After> {
  if (!isSameInvoice(invoice, turn.submission.request)) {
    await giveUpNumber(turn);
    return {};
  }
  await authorise(turn, invoice);
  return {};
}

async function request(turn: Turn, access: Granted, position: Position | undefined): Promise<After> {
  const number = numberOf(turn);
  const outcome = await requestAuthorisation(access.caller, turn.submission.request, number);
  if (outcome.kind === 'authorised') {
    await authorise(turn, outcome);
    return { position: position && { ...position, last: number } };
  }
  if (outcome.kind !== 'rejected') return notAnswered(turn, access, outcome);
  if (outcome.reasons.some(({ code }) => code === notTheNext)) {
    const last = await readLastNumber(access.caller, turn.submission);
    if (last.kind !== 'last') return stillUnknown(turn, access, last);
    // Then it was the number, and not the date: an earlier request of ours got through, or other software sends too.
    if (last.number + 1 !== number) return resynchronise(turn, access);
  }
  await refuse(turn, faultsOf(outcome.reasons));
  return { position };
}

async function resynchronise(turn: Turn, access: Granted): Promise<After> {
  const found = await findInvoice(access.caller, { ...turn.submission, number: numberOf(turn) });
  if (found.kind === 'found') return settleFound(turn, found);
  if (found.kind !== 'missing') return stillUnknown(turn, access, found);
  await giveUpNumber(turn);
  return {};
}

/** The authority gave no verdict on what was asked; what it says of the asking itself may be one. */
async function notAnswered(turn: Turn, access: Granted, refusal: WsfeRefusal): Promise<After> {
  switch (refusal.kind) {
    case 'unavailable':
    case 'ticket-refused':
      return stillUnknown(turn, access, refusal);
    case 'cuit-not-represented':
      await refuse(turn, [notRepresented(turn.submission.cuit)]);
      return {};
    case 'refused':
      await refuse(turn, faultsOf([refusal]));
      return {};
    case 'defect':
      await refuse(turn, [{ provider: 'gov-ar', code: 'defect', params: { own: refusal.message } }]);
      return {};
  }
}

/** What became of it can not be found out now. An invoice whose number is out keeps it until it can. */
async function stillUnknown(turn: Turn, { certificate }: Granted, refusal: WsfeRefusal): Promise<After> {
  if (refusal.kind === 'ticket-refused') await forgetTicket(certificate, 'wsfe');
  const obstacle: Obstacle =
    refusal.kind === 'unavailable'
      ? { code: 'authority-unavailable', params: { why: 'invoice', cause: refusal.cause } }
      : { code: 'ticket-refused', params: { own: refusal.message } };
  return later(turn, obstacle, backOffSeconds(turn));
}

async function later(turn: Turn, obstacle: StoredMessage, seconds: number): Promise<After> {
  await putOff(turn, obstacle, seconds);
  return 'later';
}

/** Soon at first, since most lost answers are lost once. */
const waits = [1, 5, 15, 60, 120, 300];
const backOffSeconds = ({ submission }: Turn) =>
  waits[Math.min(submission.attempts, waits.length - 1)] ?? 300;

function numberOf({ submission }: Turn): number {
  if (submission.number === null) throw new Error(`The submission ${submission.id} has lost its number.`);
  return submission.number;
}
