import { inArray, isNull, or } from 'drizzle-orm';
import { areNotYounger, isYounger } from '#lib/age.ts';
import { probeAuthority } from '#lib/arca/probe.ts';
import { database } from '#lib/database/client.ts';
import { authorityStatus } from '#lib/database/tables/authority-status.ts';
import { log } from '#lib/log.ts';
import { shared } from '#lib/shared.ts';
import { knownForMs, probeRestMs, unreached } from './answering.ts';
import { keyOf, type Place, target, writeAnswer, writeFailure } from './record.ts';

/**
 * Asks the authority whether it answers, unless somebody did within a minute; and keeps what came of it. Who asks is
 * settled by the row: nothing is held while the authority takes its time.
 */
export async function probe(place: Place, now: Date): Promise<'answered' | 'failed' | 'asked-before'> {
  if (!(await takeTurn(place, now))) return 'asked-before';
  const failure = await probeAuthority(place.service, place.environment);
  if (failure !== undefined) {
    await writeFailure(place, now, failure, 1);
    return 'failed';
  }
  await writeAnswer(place, now, mayEndStretch(now));
  return 'answered';
}

/** On the way of nobody: who asks how the authority stands is told what is known. Ends when that may be more. */
export async function probeInBackground(place: Place, now: Date): Promise<void> {
  const last = begun().get(keyOf(place));
  if (last && isYounger(last, probeRestMs, now)) return;
  begun().set(keyOf(place), now);
  await probe(place, now).catch((error: unknown) =>
    log().warn({ err: error, ...place }, 'the authority could not be probed'),
  );
}
/** Of this process: who knows that it is nobody's turn does not ask the database. */
const begun = () => shared('authority-status.begun', () => new Map<string, Date>());

async function takeTurn(place: Place, now: Date): Promise<boolean> {
  const { probedAt } = authorityStatus;
  const isFree = or(isNull(probedAt), areNotYounger(probedAt, probeRestMs, now));
  const taken = await database()
    .insert(authorityStatus)
    .values({ ...place, probedAt: now })
    .onConflictDoUpdate({ target, set: { probedAt: now }, ...(isFree ? { setWhere: isFree } : {}) })
    .returning({ probedAt });
  return taken.length > 0;
}

function mayEndStretch(now: Date) {
  const { failedAt, failingSince, failure } = authorityStatus;
  const isOver = areNotYounger(failedAt, knownForMs, now);
  return or(isNull(failingSince), inArray(failure, unreached), isOver);
}
