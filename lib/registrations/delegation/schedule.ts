import type { DelegationRow } from '#lib/database/tables/delegations.ts';
import type { DelegationAnswer } from './ask.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Acts that are done by hand are seen soon after. */
const waitingMs = 15 * minuteMs;
/** What nobody has accepted in a month is asked about again when somebody says so. */
const lastingMs = 30 * dayMs;
/** Nobody tells when a supplier takes it back. */
const grantedMs = 7 * dayMs;

type Facts = Pick<DelegationRow, 'claimedAt' | 'grantedAt' | 'lostAt'>;

export const isGranted = ({ grantedAt, lostAt }: Facts): boolean => grantedAt !== null && lostAt === null;

/** When the authority is asked again unasked; undefined when that is no use any more. */
export function nextCheckAfter(facts: Facts, answer: DelegationAnswer, now: Date): Date | undefined {
  if (answer.kind === 'unknown' && answer.retryAfterSeconds) {
    return new Date(now.getTime() + answer.retryAfterSeconds * 1_000);
  }
  if (isGranted(facts)) return new Date(now.getTime() + (answer.kind === 'unknown' ? hourMs : grantedMs));
  const since = Math.max(facts.claimedAt.getTime(), facts.lostAt?.getTime() ?? 0);
  return now.getTime() - since < lastingMs ? new Date(now.getTime() + waitingMs) : undefined;
}
