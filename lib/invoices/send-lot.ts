import { and, eq } from 'drizzle-orm';
import { faultsOf } from '#lib/arca/faults.ts';
import {
  type Authorised,
  type AuthorityMessage,
  isSameSale,
  type LotOutcome,
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
import { findAuthorisedBeforeRestore, type Position, readPosition } from './last-number.ts';
import { forgetLotLimit, lotLimit } from './lot-limit.ts';
import { type Finding, type Settled, settle, takeNumbers, unconfirmed, withFinding } from './send-results.ts';
import type { Lot } from './send-series.ts';
import type { Series } from './series.ts';
import { hasPendingRequest, type Submission } from './submissions.ts';

/** Result of sending a lot; `later` if the series has to wait. */
export type SendOutcome =
  | {
      /** Position of the series, if known. */
      position?: Position | undefined;
      /** Send the invoices one by one: the lot is too large, or one invoice may have caused the refusal. */
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
 * Sends a lot. Requests are stored before they are sent, and unanswered requests are looked up before new ones
 * are sent (docs/authority.md#lost-answers). The authority may accept only the first invoices.
 * @param position position of the series, if known
 * @param maxCount maximum number of invoices in one request
 */
export async function sendLot(
  lot: Lot,
  position: Position | undefined,
  now: Date,
  maxCount = Number.POSITIVE_INFINITY,
): Promise<SendOutcome> {
  if (lot.endedSubmissions.length > 0)
    await settle(lot, withFinding(lot.endedSubmissions, { kind: 'withdrawn' }), now);
  const [head] = lot.submissions;
  if (!head) return { position };
  const ctx: Context = { workspace: lot.workspace, actor: { kind: 'engine', id: head.jobId } };
  const service = serviceFor(lot.series.documentType);
  const access = await accessFor(ctx, service, lot.series.cuit, now);
  if (access.kind === 'later') return postpone(lot, access.obstacle, access.retryAfterSeconds, now);
  if (access.kind === 'refused') {
    // Without access, sent invoices cannot be looked up, so they wait until the registration is fixed.
    if (lot.status !== 'queued') return postpone(lot, access.fault, 900, now);
    await settle(lot, withFinding(lot.submissions, { kind: 'refused', faults: [access.fault] }), now);
    return { position };
  }
  const attempt = { ctx, lot, service, access, now };
  switch (lot.status) {
    case 'sending':
      return settleLostAnswer(attempt);
    case 'unconfirmed':
      return settleUnconfirmed(attempt, position);
    case 'queued':
      return sendQueued(attempt, position, maxCount);
  }
}

/** Invoices found at the authority get their CAE; the others return to the queue for the next lot. */
async function settleLostAnswer(attempt: Attempt): Promise<SendOutcome> {
  const { lot, access, now } = attempt;
  const { settled, refusal } = await lookUp(access.caller, lot);
  await settle(lot, settled, now);
  return refusal ? handleUnknownOutcome(removeSettled(attempt, settled), refusal) : {};
}

/**
 * Looks up invoices that were cancelled or refused although the authority may still authorize an earlier
 * request. When it can no longer process such a request, they end as withdrawn, or as refused with the faults
 * of their last attempt.
 */
async function settleUnconfirmed(attempt: Attempt, position: Position | undefined): Promise<SendOutcome> {
  const { lot, access, now } = attempt;
  const { claims, open, refusal } = await lookUpUnanswered(access.caller, lot, position?.last ?? 0);
  await settle(lot, claims, now);
  const rest = removeSettled(attempt, claims);
  if (refusal) return handleUnknownOutcome(rest, refusal);
  const settled = rest.lot.submissions.map((submission): Settled => {
    if (open.has(submission) && hasPendingRequest(submission, now)) {
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

const removeSettled = (attempt: Attempt, settled: readonly Settled[]): Attempt => {
  const done = new Set(settled.map(({ submission }) => submission.id));
  const submissions = attempt.lot.submissions.filter(({ id }) => !done.has(id));
  return { ...attempt, lot: { ...attempt.lot, submissions } };
};

async function sendQueued(
  attempt: Attempt,
  knownPosition: Position | undefined,
  maxCount: number,
): Promise<SendOutcome> {
  const { lot, access, now } = attempt;
  const position = knownPosition ?? (await readPosition(access.caller, lot.series));
  if (position.kind === 'went-back') {
    return postpone(lot, { code: 'numbering-went-back', params: { last: position.last } }, 300, now);
  }
  if (position.kind !== 'at') return handleRefusal(attempt, position);
  const sentBefore = await lookUpUnanswered(access.caller, lot, position.last);
  await settle(lot, sentBefore.claims, now);
  let rest = removeSettled(attempt, sentBefore.claims);
  if (sentBefore.refusal) return handleRefusal(rest, sentBefore.refusal);
  if (position.hasUnclaimed) {
    const authorisedBeforeRestore = await findAuthorisedBeforeRestore(rest.lot);
    await settle(lot, authorisedBeforeRestore, now);
    rest = removeSettled(rest, authorisedBeforeRestore);
  }
  if (rest.lot.submissions.length === 0) return { position };
  const next = await limitLot(rest, maxCount);
  const distinct = takeUnambiguous(next.lot, position.last);
  if (distinct.length === 0) return postpone(next.lot, { code: 'equal-invoice-unanswered' }, 30, now);
  return requestAuthorisation({ ...next, lot: { ...next.lot, submissions: distinct } }, position);
}

/**
 * Cuts the lot before the first submission whose next number was also sent in an unanswered request for an
 * equal invoice: a voucher with that number could belong to either.
 */
function takeUnambiguous({ series, submissions, underWay }: Lot, last: number): Submission[] {
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

/** Limits the size of the lot. Each failed attempt halves it, since the size may be the cause. */
async function limitLot(attempt: Attempt, maxCount: number): Promise<Attempt> {
  const { lot, access } = attempt;
  const [{ attempts } = { attempts: 0 }] = lot.submissions;
  const limit = lot.submissions.length > 1 ? await lotLimit(access.caller, lot.series) : 1;
  const count = Math.max(1, Math.min(maxCount, Math.floor(limit / 2 ** attempts)));
  return { ...attempt, lot: { ...lot, submissions: lot.submissions.slice(0, count) } };
}

async function requestAuthorisation(attempt: Attempt, { last, ...position }: Position): Promise<SendOutcome> {
  const lot = await takeNumbers(attempt.lot, last + 1);
  const requests = lot.submissions.map(({ request }) => request);
  const { service, access } = attempt;
  const outcome = await service.calls.requestAuthorisation(access.caller, requests, last + 1);
  const sentAttempt = { ...attempt, lot };
  if (outcome.kind === 'judged') return settleJudged(sentAttempt, { last, ...position }, outcome);
  if (outcome.kind === 'rejected') return settleRejected(sentAttempt, { last, ...position }, outcome.reasons);
  if (outcome.kind === 'unavailable' && outcome.outcomeUnknown)
    return handleUnknownOutcome(sentAttempt, outcome);
  if (outcome.kind === 'authorised-before') return settleAuthorisedBefore(sentAttempt, outcome.number);
  // No invoice was authorized, so all return to the queue.
  await settle(lot, withFinding(lot.submissions, { kind: 'returned' }), attempt.now);
  return handleRefusal(attempt, outcome);
}

/**
 * The authority has an earlier request with this Id, so the invoice was authorized under another number: after the
 * last lookup, or before a restore from backup. If the voucher turns out to be another sale, the lot waits, and no
 * CAE is taken over.
 */
async function settleAuthorisedBefore(attempt: Attempt, number: number): Promise<SendOutcome> {
  const { lot, access, now } = attempt;
  const [submission] = lot.submissions;
  const answer = submission && (await findSubmissionVoucher(access.caller, lot.series, submission, number));
  if (answer?.kind === 'ours') {
    const finding: Finding = { kind: 'claimed', number, ...answer.voucher };
    await settle(lot, withFinding(lot.submissions, finding), now);
    return {};
  }
  if (answer && answer.kind !== 'other' && answer.kind !== 'missing') {
    return handleUnknownOutcome(attempt, answer);
  }
  return handleUnknownOutcome(attempt, {
    kind: 'unavailable',
    cause: 'unreadable',
    detail: `the request was authorized as number ${number}, which is another sale`,
    outcomeUnknown: true,
    retryAfterSeconds: 60,
  });
}

async function settleJudged(
  attempt: Attempt,
  { last, ...position }: Position,
  { authorised, reasons }: Extract<LotOutcome, { kind: 'judged' }>,
): Promise<SendOutcome> {
  const { lot, service, now } = attempt;
  // Submissions whose exchange rate the authority chose are left out. The next lookup settles them, because
  // only a query returns the rate.
  const authorisedSubmissions = authorised.flatMap((voucher, index) =>
    withFinding(lot.submissions.slice(index, index + 1), { ...voucher, kind: 'authorised' }).filter(
      ({ submission }) => service.calls.saleOf(submission.request).exchangeRate !== undefined,
    ),
  );
  const newPosition = { ...position, last: last + authorised.length };
  const rejected = lot.submissions.slice(authorised.length, authorised.length + 1);
  const returned = withFinding(lot.submissions.slice(authorised.length + 1), { kind: 'returned' });
  if (reasons?.some(({ code }) => code === service.notNextNumberCode)) {
    await settle(lot, [...authorisedSubmissions, ...returned], now);
    return settleNumberMismatch({ ...attempt, lot: { ...lot, submissions: rejected } }, newPosition, reasons);
  }
  const refused = reasons
    ? withFinding(rejected, { kind: 'refused', faults: faultsOf(service, reasons) })
    : [];
  await settle(lot, [...authorisedSubmissions, ...refused, ...returned], now);
  return { position: newPosition };
}

/**
 * Handles 10016 (WSFEX: 1535): the date is wrong, or an earlier request of ours or other software has taken the number. A
 * voucher with that number never belongs to this request, even if it is identical.
 */
async function settleNumberMismatch(
  attempt: Attempt,
  position: Position,
  reasons: AuthorityMessage[],
): Promise<SendOutcome> {
  const { lot, service, access, now } = attempt;
  const last = await service.calls.readLastNumber(access.caller, lot.series);
  if (last.kind !== 'last' || last.number !== position.last) {
    await settle(lot, withFinding(lot.submissions, { kind: 'returned' }), now);
    return last.kind === 'last' ? {} : handleRefusal({ ...attempt, lot: asQueued(lot) }, last);
  }
  await settle(
    lot,
    withFinding(lot.submissions, { kind: 'refused', faults: faultsOf(service, reasons) }),
    now,
  );
  return { position };
}

/** Errors about the number of vouchers: outside 1 to 9,998, different from the header, above the limit. */
const lotSizeErrors = [10_001, 10_002, 10_003];

async function settleRejected(
  attempt: Attempt,
  position: Position,
  reasons: AuthorityMessage[],
): Promise<SendOutcome> {
  const { lot, service, now } = attempt;
  const isSizeError = reasons.some(({ code }) => lotSizeErrors.includes(code));
  if (isSizeError) forgetLotLimit(lot.series.environment);
  if (isSizeError && lot.submissions.length > 1) return returnForSingleSends(attempt, position);
  await settle(
    lot,
    withFinding(lot.submissions, { kind: 'refused', faults: faultsOf(service, reasons) }),
    now,
  );
  return { position };
}

async function returnForSingleSends({ lot, now }: Attempt, position?: Position): Promise<SendOutcome> {
  await settle(lot, withFinding(lot.submissions, { kind: 'returned' }), now);
  return { position, oneByOne: true };
}

/** The lot after it was returned to the queue. */
const asQueued = (lot: Lot): Lot => ({
  ...lot,
  status: 'queued',
  submissions: lot.submissions.map((each) => ({ ...each, status: 'queued', number: null })),
});

/** Handles a failed call for a queued lot. Some failures are final for its invoices. */
async function handleRefusal(attempt: Attempt, refusal: ServiceRefusal): Promise<SendOutcome> {
  const { ctx, lot, service, access, now } = attempt;
  const refuse = async (finding: Finding & { kind: 'refused' }): Promise<SendOutcome> => {
    await settle(lot, withFinding(lot.submissions, finding), now);
    return {};
  };
  switch (refusal.kind) {
    case 'unavailable':
    case 'ticket-refused':
      return postponeUnanswered(attempt, refusal);
    case 'cuit-not-represented': {
      const cause = await refusalWithoutRelation(ctx, service, access.issuer, now);
      if (cause.kind === 'later') return postpone(lot, cause.obstacle, cause.retryAfterSeconds, now);
      return refuse({ kind: 'refused', faults: [cause.fault] });
    }
    case 'refused':
      return refuse({ kind: 'refused', faults: faultsOf(service, [refusal]) });
    case 'defect': {
      // One invoice may have caused the defect; the others must not be refused for it.
      if (lot.submissions.length > 1) return returnForSingleSends(attempt);
      const params = { own: refusal.message };
      return refuse({ kind: 'refused', faults: [{ provider: 'gov-ar', code: 'defect', params }] });
    }
  }
}

/** Handles a lot whose outcome cannot be determined now. Its invoices keep their numbers until it is. */
async function handleUnknownOutcome(attempt: Attempt, refusal: ServiceRefusal): Promise<SendOutcome> {
  const { ctx, lot, service, access, now } = attempt;
  switch (refusal.kind) {
    case 'unavailable':
    case 'ticket-refused':
      return postponeUnanswered(attempt, refusal);
    case 'cuit-not-represented': {
      const cause = await refusalWithoutRelation(ctx, service, access.issuer, now);
      if (cause.kind === 'later') return postpone(lot, cause.obstacle, cause.retryAfterSeconds, now);
      return postpone(lot, cause.fault, 900, now);
    }
    case 'refused':
      return postpone(
        lot,
        { code: `${service.faultPrefix}${refusal.code}`, params: { own: refusal.message } },
        300,
        now,
      );
    case 'defect':
      return postpone(lot, { code: 'defect', params: { own: refusal.message } }, 300, now);
  }
}

async function postponeUnanswered(
  { lot, service, access, now }: Attempt,
  refusal: Extract<ServiceRefusal, { kind: 'unavailable' | 'ticket-refused' }>,
): Promise<SendOutcome> {
  const { issuer, ticketAt } = access;
  // The ticket of a delegate is shared and has its own schedule for replacement.
  if (refusal.kind === 'ticket-refused' && !issuer.delegated)
    await forgetTicket(issuer.certificate, service.id, ticketAt);
  const obstacle: StoredMessage =
    refusal.kind === 'unavailable'
      ? { code: 'authority-unavailable', params: { why: 'invoice', cause: refusal.cause } }
      : { code: 'ticket-refused', params: { own: refusal.message } };
  return postpone(lot, obstacle, backOffSeconds(lot), now);
}

/**
 * Postpones a lot. In a queued lot, only the first invoice is postponed and holds back the others. Unconfirmed
 * invoices do not hold back the series.
 */
async function postpone(lot: Lot, obstacle: StoredMessage, seconds: number, now: Date): Promise<SendOutcome> {
  const waiting = lot.status === 'queued' ? lot.submissions.slice(0, 1) : lot.submissions;
  await settle(lot, withFinding(waiting, { kind: 'put-off', obstacle, seconds }), now);
  return lot.status === 'unconfirmed' ? {} : 'later';
}

/** Short at first, since most requests are answered at the second attempt. */
const retrySeconds = [1, 5, 15, 60, 120, 300];
const backOffSeconds = ({ submissions }: Lot) =>
  retrySeconds[Math.min(Math.max(...submissions.map(({ attempts }) => attempts)), retrySeconds.length - 1)] ??
  300;

const concurrentLookups = 8;

/**
 * Looks up the numbers of a lot whose answer was lost. The voucher of a number is ours, was issued by other
 * software of the company, or is missing. The authority processes a lot in order, so after a missing number
 * the rest is missing too. A missing number does not prove a failure: the authority may still be processing
 * the request (docs/authority.md#lost-answers).
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
      chunk.map((submission) => findSubmissionVoucher(caller, series, submission, requireNumber(submission))),
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
          // The authority rejects the request at this number and does not process the rest.
          return { settled: [...settled, ...withFinding(rest, { kind: 'returned' })] };
        case 'missing':
          return { settled: [...settled, ...withFinding(rest, { kind: 'unanswered' })] };
        default:
          return { settled, refusal: answer };
      }
    }
  }
  return { settled };
}

/**
 * Looks up the vouchers of unanswered requests. For queued submissions, numbers above `last` are skipped: if
 * such a number is authorized meanwhile, the authority refuses the next request (10016).
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
      const answer = await findSubmissionVoucher(caller, series, submission, number);
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
  /** The voucher of another invoice. It may be identical, but each CAE belongs to one sale. */
  | { kind: 'other' }
  | { kind: 'missing' }
  | ServiceRefusal;

async function findSubmissionVoucher(
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

function requireNumber({ id, number }: Submission): number {
  if (number === null) throw new Error(`The submission ${id} has no number.`);
  return number;
}
