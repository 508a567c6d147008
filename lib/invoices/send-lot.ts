import { readLastNumber } from '#lib/arca/last-number.ts';
import { type LotOutcome, notTheNext, requestAuthorisation } from '#lib/arca/request-authorisation.ts';
import type { AuthorityMessage, WsfeRefusal } from '#lib/arca/wsfe.ts';
import { faultsOf } from '#lib/arca/wsfe-faults.ts';
import { forgetTicket } from '#lib/certificates/access-ticket.ts';
import type { Context } from '#lib/context.ts';
import type { StoredMessage } from '#lib/faults/fault.ts';
import { type Access, accessFor, withoutRelation } from './access.ts';
import { lookUp } from './look-up.ts';
import { forgetLotLimit, lotLimit } from './lot-limit.ts';
import type { Lot } from './next-lot.ts';
import { type Position, readPosition } from './position.ts';
import { type Finding, type Settled, settle, takeNumbers } from './settle.ts';
import type { Submission } from './submissions.ts';
import { findUnclaimed } from './unclaimed.ts';

/** `later`: the series waits. */
export type SendOutcome =
  | {
      /** Where the series stands now, where that is known. */
      position?: Position | undefined;
      /** The lot was refused for what may be one invoice's, or its size: now they go one by one. */
      oneByOne?: true;
    }
  | 'later';

type Granted = Extract<Access, { kind: 'granted' }>;

interface Attempt {
  ctx: Context;
  lot: Lot;
  access: Granted;
  now: Date;
}

/**
 * Brings a lot through, as far as the authority lets it. What is about to be asked is stored before it is asked; what
 * was asked without an answer is looked up before anything else is asked (docs/authority.md#lost-answers).
 * @param position where the series stands, when it is known
 * @param most how many invoices may go together
 */
export async function sendLot(
  lot: Lot,
  position: Position | undefined,
  now: Date,
  most = Number.POSITIVE_INFINITY,
): Promise<SendOutcome> {
  if (lot.ended.length > 0) await settle(lot, all(lot.ended, { kind: 'withdrawn' }), now);
  const [head] = lot.submissions;
  if (!head) return { position };
  const ctx: Context = { workspace: lot.workspace, actor: { kind: 'engine', id: head.jobId } };
  const access = await accessFor(ctx, lot.series.cuit, now);
  if (access.kind === 'later') return later(lot, access.obstacle, access.retryAfterSeconds, now);
  if (access.kind === 'refused') {
    // Whether their numbers were used can not be asked now: they wait for somebody to mend the registration.
    if (lot.isOut) return later(lot, access.fault, 900, now);
    await settle(lot, all(lot.submissions, { kind: 'refused', faults: [access.fault] }), now);
    return { position };
  }
  const attempt = { ctx, lot, access, now };
  return lot.isOut ? settleLostAnswer(attempt) : sendAsNext(attempt, position, most);
}

/** Those that the authority has get their CAE; the others go back, and leave with the next lot. */
async function settleLostAnswer(attempt: Attempt): Promise<SendOutcome> {
  const { lot, access, now } = attempt;
  const { settled, refusal } = await lookUp(access.caller, lot);
  await settle(lot, settled, now);
  if (!refusal) return {};
  const open = new Set(settled.map(({ submission }) => submission.id));
  const submissions = lot.submissions.filter(({ id }) => !open.has(id));
  return notAnswered({ ...attempt, lot: { ...lot, submissions } }, refusal);
}

async function sendAsNext(attempt: Attempt, known: Position | undefined, most: number): Promise<SendOutcome> {
  const { lot, access, now } = attempt;
  const position = known ?? (await readPosition(access.caller, lot.series));
  if (position.kind === 'went-back') {
    return later(lot, { code: 'numbering-went-back', params: { last: position.last } }, 300, now);
  }
  if (position.kind !== 'at') return notAnswered(attempt, position);
  const claims = position.hasUnclaimed ? await findUnclaimed(lot) : [];
  await settle(lot, claims, now);
  const claimed = new Set(claims.map(({ submission }) => submission.id));
  const submissions = lot.submissions.filter(({ id }) => !claimed.has(id));
  if (submissions.length === 0) return { position };
  return request(await withinLimit({ ...attempt, lot: { ...lot, submissions } }, most), position);
}

/** An answer that is lost again and again may be so for the size of the lot: it is halved each time. */
async function withinLimit(attempt: Attempt, most: number): Promise<Attempt> {
  const { lot, access } = attempt;
  const [{ attempts } = { attempts: 0 }] = lot.submissions;
  const limit = lot.submissions.length > 1 ? await lotLimit(access.caller, lot.series) : 1;
  const count = Math.max(1, Math.min(most, Math.floor(limit / 2 ** attempts)));
  return { ...attempt, lot: { ...lot, submissions: lot.submissions.slice(0, count) } };
}

async function request(attempt: Attempt, { last, ...position }: Position): Promise<SendOutcome> {
  const lot = await takeNumbers(attempt.lot, last + 1);
  const requests = lot.submissions.map(({ request }) => request);
  const outcome = await requestAuthorisation(attempt.access.caller, requests, last + 1);
  const out = { ...attempt, lot };
  if (outcome.kind === 'judged') return settleJudged(out, { last, ...position }, outcome);
  if (outcome.kind === 'rejected') return settleRejected(out, { last, ...position }, outcome.reasons);
  return notAnswered(out, outcome);
}

async function settleJudged(
  attempt: Attempt,
  { last, ...position }: Position,
  { authorised, reasons }: Extract<LotOutcome, { kind: 'judged' }>,
): Promise<SendOutcome> {
  const { lot, now } = attempt;
  // Whose rate the authority chose stays out, and is looked up next: only that answers the rate.
  const through = authorised.flatMap((given, index) =>
    all(lot.submissions.slice(index, index + 1), { ...given, kind: 'authorised' }).filter(
      ({ submission }) => submission.request.MonCotiz !== undefined,
    ),
  );
  const reached = { ...position, last: last + authorised.length };
  const rejected = lot.submissions.slice(authorised.length, authorised.length + 1);
  const behind = all(lot.submissions.slice(authorised.length + 1), { kind: 'returned' });
  if (reasons?.some(({ code }) => code === notTheNext)) {
    await settle(lot, [...through, ...behind], now);
    return settleNotTheNext({ ...attempt, lot: { ...lot, submissions: rejected } }, reached, reasons);
  }
  const refused = reasons ? all(rejected, { kind: 'refused', faults: faultsOf(reasons) }) : [];
  await settle(lot, [...through, ...refused, ...behind], now);
  return { position: reached };
}

/** It was the date, or the number: an earlier request of ours got through, or other software sends too. */
async function settleNotTheNext(
  attempt: Attempt,
  position: Position,
  reasons: AuthorityMessage[],
): Promise<SendOutcome> {
  const { lot, access, now } = attempt;
  const last = await readLastNumber(access.caller, lot.series);
  if (last.kind !== 'last') return stillUnknown(attempt, last);
  if (last.number !== position.last) return settleLostAnswer(attempt);
  await settle(lot, all(lot.submissions, { kind: 'refused', faults: faultsOf(reasons) }), now);
  return { position };
}

/** "The number of vouchers" in the header: not between 1 and 9,998, not those that came, more than may come. */
const aboutTheSize = [10_001, 10_002, 10_003];

async function settleRejected(
  attempt: Attempt,
  position: Position,
  reasons: AuthorityMessage[],
): Promise<SendOutcome> {
  const { lot, now } = attempt;
  const isForItsSize = reasons.some(({ code }) => aboutTheSize.includes(code));
  if (isForItsSize) forgetLotLimit(lot.series.environment);
  if (isForItsSize && lot.submissions.length > 1) return sendOneByOne(attempt, position);
  await settle(lot, all(lot.submissions, { kind: 'refused', faults: faultsOf(reasons) }), now);
  return { position };
}

async function sendOneByOne({ lot, now }: Attempt, position?: Position): Promise<SendOutcome> {
  await settle(lot, all(lot.submissions, { kind: 'returned' }), now);
  return { position, oneByOne: true };
}

/** The authority gave no verdict on what was asked; what it says of the asking itself may be one. */
async function notAnswered(attempt: Attempt, refusal: WsfeRefusal): Promise<SendOutcome> {
  const { ctx, lot, access, now } = attempt;
  const refuse = async (finding: Finding & { kind: 'refused' }): Promise<SendOutcome> => {
    await settle(lot, all(lot.submissions, finding), now);
    return {};
  };
  switch (refusal.kind) {
    case 'unavailable':
    case 'ticket-refused':
      return stillUnknown(attempt, refusal);
    case 'cuit-not-represented': {
      const why = await withoutRelation(ctx, access.issuer, now);
      if (why.kind === 'later') return later(lot, why.obstacle, why.retryAfterSeconds, now);
      return refuse({ kind: 'refused', faults: [why.fault] });
    }
    case 'refused':
      return refuse({ kind: 'refused', faults: faultsOf([refusal]) });
    case 'defect': {
      // Of one invoice, maybe: the others are not refused for it.
      if (lot.submissions.length > 1) return sendOneByOne(attempt);
      const params = { own: refusal.message };
      return refuse({ kind: 'refused', faults: [{ provider: 'gov-ar', code: 'defect', params }] });
    }
  }
}

/** What became of them can not be found out now. Invoices whose numbers are out keep them until it can. */
async function stillUnknown({ lot, access, now }: Attempt, refusal: WsfeRefusal): Promise<SendOutcome> {
  const { issuer } = access;
  // What many share is replaced in its own time: not by each who is refused.
  if (refusal.kind === 'ticket-refused' && !issuer.delegated) await forgetTicket(issuer.certificate, 'wsfe');
  const obstacle: StoredMessage =
    refusal.kind === 'unavailable'
      ? { code: 'authority-unavailable', params: { why: 'invoice', cause: refusal.cause } }
      : { code: 'ticket-refused', params: { own: refusal.message } };
  return later(lot, obstacle, backOffSeconds(lot), now);
}

/** What is queued waits behind the first of the lot. */
async function later(lot: Lot, obstacle: StoredMessage, seconds: number, now: Date): Promise<SendOutcome> {
  const waiting = lot.isOut ? lot.submissions : lot.submissions.slice(0, 1);
  await settle(lot, all(waiting, { kind: 'put-off', obstacle, seconds }), now);
  return 'later';
}

/** Soon at first, since most lost answers are lost once. */
const waits = [1, 5, 15, 60, 120, 300];
const backOffSeconds = ({ submissions }: Lot) =>
  waits[Math.min(Math.max(...submissions.map(({ attempts }) => attempts)), waits.length - 1)] ?? 300;

const all = (submissions: Submission[], finding: Finding): Settled[] =>
  submissions.map((submission) => ({ submission, finding }));
