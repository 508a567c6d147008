import { and, eq } from 'drizzle-orm';
import { faultsOf } from '#lib/arca/faults.ts';
import {
  type Authorised,
  type AuthorityMessage,
  isSameSale,
  type LotOutcome,
  notNextNumberCode,
  type ServiceCaller,
  type ServiceRefusal,
} from '#lib/arca/invoicing.ts';
import { type InvoicingService, serviceFor } from '#lib/arca/services.ts';
import { forgetTicket } from '#lib/certificates/access-ticket.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import type { StoredMessage } from '#lib/faults.ts';
import { type Access, accessFor, refusalWithoutRelation } from './change-document.ts';
import { forgetLotLimit, lotLimit } from './lot-limit.ts';
import { findAuthorisedBeforeRestore, type Position, readPosition } from './position.ts';
import type { Lot } from './send-series.ts';
import type { Series } from './series.ts';
import { all, type Finding, type Settled, settle, takeNumbers, unconfirmed } from './settle.ts';
import { mayBeUnderWay, type Submission } from './submissions.ts';

/** `later`: the series waits. */
export type SendOutcome =
  | {
      /** Position of the series, if known. */
      position?: Position | undefined;
      /** The lot was refused for its size, or for what may be a single invoice: send them one by one. */
      oneByOne?: true;
    }
  | 'later';

type Granted = Extract<Access, { kind: 'granted' }>;

interface Attempt {
  ctx: Context;
  lot: Lot;
  service: InvoicingService;
  access: Granted;
  now: Date;
}

/**
 * Sends a lot, as far as the authority accepts it. Requests are stored before they are sent; unanswered
 * requests are looked up before anything else is sent (docs/authority.md#lost-answers).
 * @param position position of the series, if known
 * @param most maximum number of invoices in one request
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
  const service = serviceFor(lot.series.documentType);
  const access = await accessFor(ctx, service, lot.series.cuit, now);
  if (access.kind === 'later') return postpone(lot, access.obstacle, access.retryAfterSeconds, now);
  if (access.kind === 'refused') {
    // Whether their numbers were used cannot be checked now: they wait until the registration is fixed.
    if (lot.status !== 'queued') return postpone(lot, access.fault, 900, now);
    await settle(lot, all(lot.submissions, { kind: 'refused', faults: [access.fault] }), now);
    return { position };
  }
  const attempt = { ctx, lot, service, access, now };
  switch (lot.status) {
    case 'sending':
      return settleLostAnswer(attempt);
    case 'unconfirmed':
      return settleUnconfirmed(attempt, position);
    case 'queued':
      return sendAsNext(attempt, position, most);
  }
}

/** Invoices found at the authority get their CAE; the others return to the queue for the next lot. */
async function settleLostAnswer(attempt: Attempt): Promise<SendOutcome> {
  const { lot, access, now } = attempt;
  const { settled, refusal } = await lookUp(access.caller, lot);
  await settle(lot, settled, now);
  return refusal ? handleUnknownOutcome(withoutSettled(attempt, settled), refusal) : {};
}

/**
 * Looks up invoices that nobody wants sent any more, but that the authority may have authorized. Once none of
 * their requests can still be processed, they end as withdrawn, or as refused with the reasons of their last
 * attempt.
 */
async function settleUnconfirmed(attempt: Attempt, position: Position | undefined): Promise<SendOutcome> {
  const { lot, access, now } = attempt;
  const { claims, open, refusal } = await lookUpUnanswered(access.caller, lot, position?.last ?? 0);
  await settle(lot, claims, now);
  const rest = withoutSettled(attempt, claims);
  if (refusal) return handleUnknownOutcome(rest, refusal);
  const settled = rest.lot.submissions.map((submission): Settled => {
    if (open.has(submission) && mayBeUnderWay(submission, now)) {
      const seconds = Math.min(15 * 2 ** submission.attempts, 120);
      return { submission, finding: { kind: 'put-off', obstacle: unconfirmed, seconds } };
    }
    const { faults } = submission;
    return {
      submission: { ...submission, underWayUntil: null },
      finding: faults.length > 0 ? { kind: 'refused', faults } : { kind: 'withdrawn' },
    };
  });
  await settle(lot, settled, now);
  return { position };
}

const withoutSettled = (attempt: Attempt, settled: readonly Settled[]): Attempt => {
  const done = new Set(settled.map(({ submission }) => submission.id));
  const submissions = attempt.lot.submissions.filter(({ id }) => !done.has(id));
  return { ...attempt, lot: { ...attempt.lot, submissions } };
};

async function sendAsNext(
  attempt: Attempt,
  knownPosition: Position | undefined,
  most: number,
): Promise<SendOutcome> {
  const { lot, access, now } = attempt;
  const position = knownPosition ?? (await readPosition(access.caller, lot.series));
  if (position.kind === 'went-back') {
    return postpone(lot, { code: 'numbering-went-back', params: { last: position.last } }, 300, now);
  }
  if (position.kind !== 'at') return handleRefusal(attempt, position);
  const sentBefore = await lookUpUnanswered(access.caller, lot, position.last);
  await settle(lot, sentBefore.claims, now);
  let rest = withoutSettled(attempt, sentBefore.claims);
  if (sentBefore.refusal) return handleRefusal(rest, sentBefore.refusal);
  if (position.hasUnclaimed) {
    const authorisedBeforeRestore = await findAuthorisedBeforeRestore(rest.lot);
    await settle(lot, authorisedBeforeRestore, now);
    rest = withoutSettled(rest, authorisedBeforeRestore);
  }
  if (rest.lot.submissions.length === 0) return { position };
  const next = await withinLimit(rest, most);
  const distinct = beforeAmbiguous(next.lot, position.last);
  if (distinct.length === 0) return postpone(next.lot, { code: 'equal-invoice-unanswered' }, 30, now);
  return request({ ...next, lot: { ...next.lot, submissions: distinct } }, position);
}

/**
 * The first of the lot, up to one that equals another invoice sent under the same number without an answer: a
 * voucher with that number could belong to either.
 */
function beforeAmbiguous({ series, submissions, underWay }: Lot, last: number): Submission[] {
  const { saleOf } = serviceFor(series.documentType).calls;
  const isAmbiguous = ({ id, request }: Submission, number: number) =>
    underWay.some(
      (other) =>
        other.id !== id &&
        other.unansweredNumbers.includes(number) &&
        isSameSale(saleOf(other.request), saleOf(request)),
    );
  const end = submissions.findIndex((submission, index) => isAmbiguous(submission, last + 1 + index));
  return end < 0 ? submissions : submissions.slice(0, end);
}

/** Halves the lot with each lost answer, since its size may be the cause. */
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
  const { service, access } = attempt;
  const outcome = await service.calls.requestAuthorisation(access.caller, requests, last + 1);
  const sent = { ...attempt, lot };
  if (outcome.kind === 'judged') return settleJudged(sent, { last, ...position }, outcome);
  if (outcome.kind === 'rejected') return settleRejected(sent, { last, ...position }, outcome.reasons);
  if (outcome.kind === 'unavailable' && outcome.outcomeUnknown) return handleUnknownOutcome(sent, outcome);
  // Nothing was authorized: back to where they were.
  await settle(lot, all(lot.submissions, { kind: 'returned' }), attempt.now);
  return handleRefusal(attempt, outcome);
}

async function settleJudged(
  attempt: Attempt,
  { last, ...position }: Position,
  { authorised, reasons }: Extract<LotOutcome, { kind: 'judged' }>,
): Promise<SendOutcome> {
  const { lot, service, now } = attempt;
  // Left out if the authority chose the exchange rate: they are looked up next, since only the query returns
  // the rate.
  const authorisedSubmissions = authorised.flatMap((voucher, index) =>
    all(lot.submissions.slice(index, index + 1), { ...voucher, kind: 'authorised' }).filter(
      ({ submission }) => service.calls.saleOf(submission.request).exchangeRate !== undefined,
    ),
  );
  const newPosition = { ...position, last: last + authorised.length };
  const rejected = lot.submissions.slice(authorised.length, authorised.length + 1);
  const returned = all(lot.submissions.slice(authorised.length + 1), { kind: 'returned' });
  if (reasons?.some(({ code }) => code === notNextNumberCode)) {
    await settle(lot, [...authorisedSubmissions, ...returned], now);
    return settleNumberMismatch({ ...attempt, lot: { ...lot, submissions: rejected } }, newPosition, reasons);
  }
  const refused = reasons ? all(rejected, { kind: 'refused', faults: faultsOf(reasons) }) : [];
  await settle(lot, [...authorisedSubmissions, ...refused, ...returned], now);
  return { position: newPosition };
}

/**
 * Handles 10016: the date is wrong, or the number, because an earlier request of ours succeeded or other
 * software issues too. A voucher with that number is never this request's, even if identical.
 */
async function settleNumberMismatch(
  attempt: Attempt,
  position: Position,
  reasons: AuthorityMessage[],
): Promise<SendOutcome> {
  const { lot, service, access, now } = attempt;
  const last = await service.calls.readLastNumber(access.caller, lot.series);
  if (last.kind !== 'last' || last.number !== position.last) {
    await settle(lot, all(lot.submissions, { kind: 'returned' }), now);
    return last.kind === 'last' ? {} : handleRefusal({ ...attempt, lot: queued(lot) }, last);
  }
  await settle(lot, all(lot.submissions, { kind: 'refused', faults: faultsOf(reasons) }), now);
  return { position };
}

/** Errors about the number of vouchers: outside 1 to 9,998, different from the header, above the limit. */
const lotSizeErrors = [10_001, 10_002, 10_003];

async function settleRejected(
  attempt: Attempt,
  position: Position,
  reasons: AuthorityMessage[],
): Promise<SendOutcome> {
  const { lot, now } = attempt;
  const isSizeError = reasons.some(({ code }) => lotSizeErrors.includes(code));
  if (isSizeError) forgetLotLimit(lot.series.environment);
  if (isSizeError && lot.submissions.length > 1) return sendOneByOne(attempt, position);
  await settle(lot, all(lot.submissions, { kind: 'refused', faults: faultsOf(reasons) }), now);
  return { position };
}

async function sendOneByOne({ lot, now }: Attempt, position?: Position): Promise<SendOutcome> {
  await settle(lot, all(lot.submissions, { kind: 'returned' }), now);
  return { position, oneByOne: true };
}

/** The lot after it was returned to the queue. */
const queued = (lot: Lot): Lot => ({
  ...lot,
  status: 'queued',
  submissions: lot.submissions.map((each) => ({ ...each, status: 'queued', number: null })),
});

/** Handles a refusal of a queued lot. A refusal of the call itself may be a verdict. */
async function handleRefusal(attempt: Attempt, refusal: ServiceRefusal): Promise<SendOutcome> {
  const { ctx, lot, access, now } = attempt;
  const refuse = async (finding: Finding & { kind: 'refused' }): Promise<SendOutcome> => {
    await settle(lot, all(lot.submissions, finding), now);
    return {};
  };
  switch (refusal.kind) {
    case 'unavailable':
    case 'ticket-refused':
      return postponeUnanswered(attempt, refusal);
    case 'cuit-not-represented': {
      const cause = await refusalWithoutRelation(ctx, access.issuer, now);
      if (cause.kind === 'later') return postpone(lot, cause.obstacle, cause.retryAfterSeconds, now);
      return refuse({ kind: 'refused', faults: [cause.fault] });
    }
    case 'refused':
      return refuse({ kind: 'refused', faults: faultsOf([refusal]) });
    case 'defect': {
      // The defect may be one invoice's: do not refuse the others for it.
      if (lot.submissions.length > 1) return sendOneByOne(attempt);
      const params = { own: refusal.message };
      return refuse({ kind: 'refused', faults: [{ provider: 'gov-ar', code: 'defect', params }] });
    }
  }
}

/** Handles a lot whose outcome cannot be determined now: its invoices keep their numbers until it can. */
async function handleUnknownOutcome(attempt: Attempt, refusal: ServiceRefusal): Promise<SendOutcome> {
  const { ctx, lot, access, now } = attempt;
  switch (refusal.kind) {
    case 'unavailable':
    case 'ticket-refused':
      return postponeUnanswered(attempt, refusal);
    case 'cuit-not-represented': {
      const cause = await refusalWithoutRelation(ctx, access.issuer, now);
      if (cause.kind === 'later') return postpone(lot, cause.obstacle, cause.retryAfterSeconds, now);
      return postpone(lot, cause.fault, 900, now);
    }
    case 'refused':
      return postpone(lot, { code: `ARCA-${refusal.code}`, params: { own: refusal.message } }, 300, now);
    case 'defect':
      return postpone(lot, { code: 'defect', params: { own: refusal.message } }, 300, now);
  }
}

async function postponeUnanswered(
  { lot, service, access, now }: Attempt,
  refusal: Extract<ServiceRefusal, { kind: 'unavailable' | 'ticket-refused' }>,
): Promise<SendOutcome> {
  const { issuer, ticketAt } = access;
  // A delegate's shared ticket is not discarded here: it is replaced on its own schedule.
  if (refusal.kind === 'ticket-refused' && !issuer.delegated)
    await forgetTicket(issuer.certificate, service.id, ticketAt);
  const obstacle: StoredMessage =
    refusal.kind === 'unavailable'
      ? { code: 'authority-unavailable', params: { why: 'invoice', cause: refusal.cause } }
      : { code: 'ticket-refused', params: { own: refusal.message } };
  return postpone(lot, obstacle, backOffSeconds(lot), now);
}

/**
 * Puts off a lot. A queued lot waits behind its first invoice. The series does not wait for unconfirmed ones.
 */
async function postpone(lot: Lot, obstacle: StoredMessage, seconds: number, now: Date): Promise<SendOutcome> {
  const waiting = lot.status === 'queued' ? lot.submissions.slice(0, 1) : lot.submissions;
  await settle(lot, all(waiting, { kind: 'put-off', obstacle, seconds }), now);
  return lot.status === 'unconfirmed' ? {} : 'later';
}

/** Seconds. Short at first, since most lost answers are lost once. */
const retrySeconds = [1, 5, 15, 60, 120, 300];
const backOffSeconds = ({ submissions }: Lot) =>
  retrySeconds[Math.min(Math.max(...submissions.map(({ attempts }) => attempts)), retrySeconds.length - 1)] ??
  300;

const concurrentLookups = 8;

/**
 * Looks up the numbers of a lot whose answer was lost. Each is ours, another one's (issued by the company's
 * other software), or missing. A lot is processed in order, so after a missing number the rest is missing
 * too. A missing number is no proof of failure: the authority may still be processing the request
 * (docs/authority.md#lost-answers).
 * @returns `refusal` if not all numbers could be looked up
 */
async function lookUp(
  caller: ServiceCaller,
  { series, submissions }: Lot,
): Promise<{ settled: Settled[]; refusal?: ServiceRefusal }> {
  const settled: Settled[] = [];
  for (let start = 0; start < submissions.length; start += concurrentLookups) {
    const chunk = submissions.slice(start, start + concurrentLookups);
    const answers = await Promise.all(
      chunk.map((submission) => findVoucherOf(caller, series, submission, numberOf(submission))),
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
          // The request is or will be rejected at this number, and stops there.
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
 * Looks up the vouchers of unanswered requests. For queued submissions the numbers after the last one are
 * skipped: a voucher there would refuse the next request (10016).
 * @param last last number of the series, 0 if unknown
 * @returns `claims`: submissions that have a voucher; `open`: those that may still get one
 */
async function lookUpUnanswered(
  caller: ServiceCaller,
  { series, status, submissions }: Lot,
  last: number,
): Promise<{ claims: Settled[]; open: Set<Submission>; refusal?: ServiceRefusal }> {
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

type VoucherLookup =
  | { kind: 'ours'; voucher: Authorised }
  /** Another invoice's, even if identical: a CAE belongs to one sale. */
  | { kind: 'other' }
  | { kind: 'missing' }
  | ServiceRefusal;

async function findVoucherOf(
  caller: ServiceCaller,
  series: Series,
  { request }: Submission,
  number: number,
): Promise<VoucherLookup> {
  const { findInvoice, saleOf } = serviceFor(series.documentType).calls;
  const answer = await findInvoice(caller, { ...series, number });
  if (answer.kind !== 'found') return answer;
  const { cae, caeExpiry, observations, exchangeRate } = answer.invoice;
  if (!isSameSale(answer.invoice, saleOf(request))) return { kind: 'other' };
  const hasCae = and(eq(invoiceSubmissions.environment, series.environment), eq(invoiceSubmissions.cae, cae));
  if ((await database().$count(invoiceSubmissions, hasCae)) > 0) return { kind: 'other' };
  return { kind: 'ours', voucher: { cae, caeExpiry, observations, exchangeRate } };
}

function numberOf({ id, number }: Submission): number {
  if (number === null) throw new Error(`The submission ${id} has lost its number.`);
  return number;
}
