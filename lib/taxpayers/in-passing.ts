import { setTimeout as wait } from 'node:timers/promises';
import { isYounger } from '#lib/age.ts';
import type { Context } from '#lib/context.ts';
import { log } from '#lib/log.ts';
import { shared } from '#lib/shared.ts';
import { findTaxpayer, type KnownTaxpayer, type LookupOptions, type TaxpayerLookup } from './find.ts';
import { canStandIn, keptTaxpayer } from './kept.ts';

/** So long somebody waits who can go on without it. */
const patienceMs = 3_000;
/** Then nobody does for a while: each of many would wait as long. */
const restMs = 60_000;

/**
 * Whom the authority has under a CUIT, for who goes on without it where that is not to be found out soon: within a few
 * seconds, and never as an exception. What was read before stands in.
 */
export async function taxpayerInPassing(
  ctx: Context,
  cuit: string,
  options: Pick<LookupOptions, 'now' | 'notOlderThanMs'> = {},
): Promise<KnownTaxpayer | undefined> {
  try {
    const lookup = isResting(ctx) ? undefined : await lookUpSoon(ctx, cuit, options);
    if (lookup) return lookup.kind === 'found' ? lookup.taxpayer : undefined;
    return await standIn(ctx, cuit, options.now ?? new Date());
  } catch (error) {
    log().error({ err: error }, "the taxpayers' register was not asked");
    return undefined;
  }
}

/** A status changes from one day to the next: nobody is refused for what was read longer ago. */
const refusableMs = 3_600_000;

/** The same as it was read within the hour, by which somebody may be refused; undefined where that is not to be had. */
export async function taxpayerReadLately(
  ctx: Context,
  cuit: string,
  now: Date,
): Promise<KnownTaxpayer | undefined> {
  const taxpayer = await taxpayerInPassing(ctx, cuit, { now, notOlderThanMs: refusableMs });
  return taxpayer && isYounger(taxpayer.readAt, refusableMs, now) ? taxpayer : undefined;
}

async function lookUpSoon(
  ctx: Context,
  cuit: string,
  options: LookupOptions,
): Promise<TaxpayerLookup | undefined> {
  const late = new AbortController();
  const lookup = await Promise.race([
    patientLookup(ctx, cuit, options),
    wait(patienceMs, undefined, { signal: late.signal }),
  ]).finally(() => late.abort());
  if (!lookup || lookup.kind === 'unavailable') resting().set(ctx.workspace.id, Date.now() + restMs);
  if (!lookup) log().warn({ afterMs: patienceMs }, "the taxpayers' register was not waited for");
  return lookup;
}

/** Somebody else who is logging in is soon done. What comes too late is kept, and ends the rest. */
async function patientLookup(ctx: Context, cuit: string, options: LookupOptions): Promise<TaxpayerLookup> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const lookup = await findTaxpayer(ctx, cuit, options);
    const isBusy = lookup.kind === 'unavailable' && lookup.cause === 'busy';
    if (lookup.kind === 'found' || lookup.kind === 'none') resting().delete(ctx.workspace.id);
    if (!isBusy || lookup.retryAfterSeconds * 1_000 > patienceMs || Date.now() > until) return lookup;
    await wait(250);
  }
}

async function standIn(ctx: Context, cuit: string, now: Date): Promise<KnownTaxpayer | undefined> {
  const kept = await keptTaxpayer(ctx, cuit);
  if (!kept?.taxpayer || !canStandIn(kept, now)) return undefined;
  return { ...kept.taxpayer, readAt: kept.readAt };
}

/** By workspace: each has its own delegate, and its own way to the register. */
const resting = () => shared('taxpayers.resting', () => new Map<string, number>());
const isResting = ({ workspace }: Context): boolean => (resting().get(workspace.id) ?? 0) > Date.now();
