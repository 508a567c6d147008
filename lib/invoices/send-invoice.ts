import { fetchWorkspace } from '#lib/accounts/workspaces.ts';
import { findInvoice, isSameInvoice } from '#lib/arca/find-invoice.ts';
import { readLastNumber } from '#lib/arca/last-number.ts';
import { requestAuthorisation } from '#lib/arca/request-authorisation.ts';
import type { WsfeRefusal } from '#lib/arca/wsfe.ts';
import { forgetTicket } from '#lib/certificates/access-ticket.ts';
import type { Context } from '#lib/context.ts';
import { type Access, accessFor, notRepresented } from './access.ts';
import { faultsOf } from './refusal-faults.ts';
import { authorise, giveUpNumber, putOff, refuse, takeNumber, withdraw } from './settle.ts';
import type { Due, Submission } from './submissions.ts';

/** `last`: the series' last number, where it is known now. `later`: the series waits. */
type After = { last?: number | undefined } | 'later';

type Granted = Extract<Access, { kind: 'granted' }>;

/** "The number or date is not the next to be authorised." */
const notTheNext = 10_016;

/**
 * Brings one invoice through, as far as the authority lets it. What is about to be asked is stored before it is
 * asked; what was asked without an answer is looked up before anything else is asked (arca.md 3.4).
 * @param last the series' last number, when it is known
 */
export async function sendInvoice({ submission, jobEndedAt }: Due, last: number | undefined): Promise<After> {
  const ctx: Context = {
    workspace: await fetchWorkspace(submission.workspaceId),
    actor: { kind: 'engine', id: submission.jobId },
  };
  const isOut = submission.status === 'sending';
  if (jobEndedAt && !isOut) {
    await withdraw(ctx, submission);
    return { last };
  }
  const access = await accessFor(ctx, submission.cuit, new Date());
  if (access.kind === 'later') return later(ctx, submission, access.obstacle, access.retryAfterSeconds);
  if (access.kind === 'refused') {
    // Whether its number was used can not be asked now: it waits for somebody to mend the registration.
    if (isOut) return later(ctx, submission, access.fault, 900);
    await refuse(ctx, submission, [access.fault]);
    return { last };
  }
  return isOut ? settleLostAnswer(ctx, submission, access) : sendAsNext(ctx, submission, access, last);
}

async function sendAsNext(
  ctx: Context,
  submission: Submission,
  access: Granted,
  knownLast: number | undefined,
): Promise<After> {
  let last = knownLast;
  if (last === undefined) {
    const answer = await readLastNumber(access.caller, submission);
    if (answer.kind !== 'last') return notAnswered(ctx, submission, access, answer);
    last = answer.number;
  }
  const numbered = await takeNumber(ctx, submission, last + 1);
  if (numbered === 'went-back') {
    const message = `The authority says that ${last} is the last number, and has authorised later ones before`;
    return later(ctx, submission, { code: 'numbering-went-back', message }, 300);
  }
  return request(ctx, numbered, access);
}

async function settleLostAnswer(ctx: Context, submission: Submission, access: Granted): Promise<After> {
  const number = numberOf(submission);
  const found = await findInvoice(access.caller, { ...submission, number });
  if (found.kind === 'found' && isSameInvoice(found.invoice, submission.request)) {
    await authorise(ctx, submission, found.invoice);
    return { last: number };
  }
  if (found.kind === 'found') {
    // Other software of the company has used the number meanwhile.
    await giveUpNumber(submission);
    return {};
  }
  return found.kind === 'missing'
    ? request(ctx, submission, access)
    : stillUnknown(ctx, submission, access, found);
}

async function request(ctx: Context, submission: Submission, access: Granted): Promise<After> {
  const number = numberOf(submission);
  const outcome = await requestAuthorisation(access.caller, submission.request, number);
  if (outcome.kind === 'authorised') {
    await authorise(ctx, submission, outcome);
    return { last: number };
  }
  if (outcome.kind !== 'rejected') return notAnswered(ctx, submission, access, outcome);
  if (outcome.reasons.some(({ code }) => code === notTheNext)) {
    const last = await readLastNumber(access.caller, submission);
    if (last.kind !== 'last') return stillUnknown(ctx, submission, access, last);
    // With another last number it was the number that was wrong: ours, when an earlier request of ours got through.
    if (last.number + 1 !== number) return resynchronise(ctx, submission, access);
  }
  await refuse(ctx, submission, faultsOf(outcome.reasons));
  return { last: number - 1 };
}

async function resynchronise(ctx: Context, submission: Submission, access: Granted): Promise<After> {
  const found = await findInvoice(access.caller, { ...submission, number: numberOf(submission) });
  if (found.kind === 'found' && isSameInvoice(found.invoice, submission.request)) {
    await authorise(ctx, submission, found.invoice);
    return {};
  }
  if (found.kind !== 'found' && found.kind !== 'missing') {
    return stillUnknown(ctx, submission, access, found);
  }
  await giveUpNumber(submission);
  return {};
}

/** The authority gave no verdict on what was asked; what it says of the asking itself may be one. */
async function notAnswered(
  ctx: Context,
  submission: Submission,
  access: Granted,
  refusal: WsfeRefusal,
): Promise<After> {
  switch (refusal.kind) {
    case 'unavailable':
    case 'ticket-refused':
      return stillUnknown(ctx, submission, access, refusal);
    case 'cuit-not-represented':
      await refuse(ctx, submission, [notRepresented(submission.cuit)]);
      return {};
    case 'refused':
      await refuse(ctx, submission, faultsOf([refusal]));
      return {};
    case 'defect':
      await refuse(ctx, submission, [{ provider: 'gov-ar', code: 'defect', message: refusal.message }]);
      return {};
  }
}

/** What became of it can not be found out now. An invoice whose number is out keeps it until it can. */
async function stillUnknown(
  ctx: Context,
  submission: Submission,
  { certificate }: Granted,
  refusal: WsfeRefusal,
): Promise<After> {
  if (refusal.kind === 'ticket-refused') await forgetTicket(certificate, 'wsfe');
  const obstacle =
    refusal.kind === 'unavailable'
      ? { code: 'authority-unavailable', message: `The authority does not answer (${refusal.cause})` }
      : { code: refusal.kind, message: refusal.message };
  return later(ctx, submission, obstacle, backOffSeconds(submission));
}

async function later(
  ctx: Context,
  submission: Submission,
  { code, message }: { code: string; message: string },
  seconds: number,
): Promise<After> {
  await putOff(ctx, submission, { code, message }, seconds);
  return 'later';
}

/** Soon at first, since most lost answers are lost once. */
const waits = [1, 5, 15, 60, 120, 300];
const backOffSeconds = ({ attempts }: Submission) => waits[Math.min(attempts, waits.length - 1)] ?? 300;

function numberOf({ number, id }: Submission): number {
  if (number === null) throw new Error(`The submission ${id} has lost its number.`);
  return number;
}
