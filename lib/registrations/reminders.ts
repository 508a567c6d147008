import { and, asc, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import { type Context, fetchWorkspace, inTransaction, reader } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { apps } from '#lib/database/tables/accounts.ts';
import { delegations, type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { notFound } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { requirePermission } from '#lib/roles.ts';
import { isCuitReported } from './cuit-doubt.ts';
import { findByEntry, isArgentinaOf } from './find.ts';
import { listLinks } from './link-list.ts';
import {
  addressOfSupplier,
  lockOpenLink,
  queueLinkMail,
  queueLinkMailOrThrow,
} from './registration-mails.ts';
import { mailsToSupplier, reminderAddress } from './reminder-address.ts';
import { dueReminder, nextCheckAfter, reminderDaysOf, type StalledSince } from './reminder-schedule.ts';
import { supplierLink } from './supplier-link.ts';

/** Limit per run; the rest follows in the next run. */
const maxPerRun = 1_000;

/**
 * Sends the due reminders. Each registration has its own transaction, which writes the mail and the time of
 * the next check, so that neither a crash nor a concurrent run loses or duplicates a reminder.
 */
export async function remindStalled(now = new Date()): Promise<void> {
  const due = await listDueChecks(now);
  const daysOf = new Map(
    due.map(({ id, environment, settings }) => [id, reminderDaysOf(settings ?? {}, environment)]),
  );
  const disabled = due.filter(({ id }) => daysOf.get(id)?.length === 0).map(({ id }) => id);
  if (disabled.length > 0) {
    await database()
      .update(registrations)
      .set({ nextReminderAt: null })
      .where(and(inArray(registrations.id, disabled), isDue(now)));
  }
  for (const { id, workspaceId } of due) {
    const days = daysOf.get(id) ?? [];
    if (days.length === 0) continue;
    await checkReminder({ id, workspaceId, days }, now).catch((error: unknown) =>
      log().error({ err: error, registration: id }, 'a registration could not be checked for reminders'),
    );
  }
}

const isDue = (now: Date) =>
  and(
    lte(registrations.nextReminderAt, now),
    isNull(registrations.completedAt),
    isNull(registrations.revokedAt),
  );

async function listDueChecks(now: Date) {
  const { id, workspaceId, environment, nextReminderAt } = registrations;
  return database()
    .select({ id, workspaceId, environment, settings: apps.settings })
    .from(registrations)
    .leftJoin(apps, isArgentinaOf(workspaceId))
    .where(isDue(now))
    .orderBy(asc(nextReminderAt))
    .limit(maxPerRun);
}

interface ReminderCheck {
  id: string;
  workspaceId: string;
  days: number[];
}

async function checkReminder({ id, workspaceId, days }: ReminderCheck, now: Date): Promise<void> {
  const workspace = await fetchWorkspace(workspaceId);
  await database().transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(registrations)
      .where(and(eq(registrations.id, id), isDue(now)))
      .for('update', { skipLocked: true });
    if (!row) return;
    const ctx: Context = { workspace, actor: { kind: 'engine' }, tx };
    const nextReminderAt = await remindIfDue(tx, ctx, row, days, now);
    await tx.update(registrations).set({ nextReminderAt }).where(eq(registrations.id, id));
  });
}

/** Queues a reminder if one is due. Returns the time of the next check. */
async function remindIfDue(
  tx: Transaction,
  ctx: Context,
  row: RegistrationRow,
  days: number[],
  now: Date,
): Promise<Date | null> {
  const found = await findRemindable(ctx, row, now);
  if (found.kind === 'not') return found.why === 'waits-for-others' ? nextCheckAfter(now) : null;
  const { link, address, ...stalled } = found;
  const { isDue, next } = dueReminder(stalled, days, now);
  if (!isDue) return next;
  const mailed = await queueLinkMail(tx, ctx, { link, to: address, kind: 'reminder', now });
  return mailed.kind === 'queued' ? next : nextCheckAfter(now);
}

/** Why a supplier gets no automatic reminder. */
type NotReminded =
  | 'off'
  | 'renewal'
  | 'archived'
  | 'waits-for-others'
  | 'link-ended'
  | 'no-address'
  | 'bounced'
  | 'all-sent';

type NextReminder = { kind: 'planned'; at: Date } | { kind: 'none'; why: NotReminded };

/**
 * Returns when the supplier of an open registration is reminded next, if they do not go on until then.
 * @param days after which the workspace reminds
 */
export async function findNextReminder(
  ctx: Context,
  { id, days }: { id: string; days: number[] },
  now = new Date(),
): Promise<NextReminder> {
  requirePermission(ctx, 'registrations:read');
  if (days.length === 0) return { kind: 'none', why: 'off' };
  const [row] = await reader(ctx)
    .select()
    .from(registrations)
    .where(and(eq(registrations.id, id), eq(registrations.workspaceId, ctx.workspace.id)));
  if (!row) throw notFound('The registration');
  const found = await findRemindable(ctx, row, now);
  if (found.kind === 'not') return { kind: 'none', why: found.why };
  const { isDue, next } = dueReminder(found, days, now);
  if (isDue) return { kind: 'planned', at: now };
  return next ? { kind: 'planned', at: next } : { kind: 'none', why: 'all-sent' };
}

type Remindable = StalledSince & {
  kind: 'remindable';
  link: NonNullable<Awaited<ReturnType<typeof supplierLink>>>;
  address: string;
};

async function findRemindable(
  ctx: Context,
  row: RegistrationRow,
  now: Date,
): Promise<Remindable | { kind: 'not'; why: NotReminded }> {
  if (row.intent === 'renew') return { kind: 'not', why: 'renewal' };
  if (await isArchived(ctx, row)) return { kind: 'not', why: 'archived' };
  if (await waitsForOthers(ctx, row)) return { kind: 'not', why: 'waits-for-others' };
  const link = await supplierLink(ctx, row.id);
  if (!link || link.revokedAt || link.expiresAt <= now) return { kind: 'not', why: 'link-ended' };
  const links = await listLinks(ctx, row.id);
  const mails = mailsToSupplier(links);
  const address = reminderAddress({ noticeEmail: row.noticeEmail, links });
  if (!address) return { kind: 'not', why: 'no-address' };
  if (mails.find((mail) => isTo(mail, address))?.bouncedAt) return { kind: 'not', why: 'bounced' };
  const invited = mails.find(({ kind }) => kind === 'invitation')?.requestedAt;
  const since = new Date(Math.max(row.progressedAt.getTime(), invited?.getTime() ?? 0));
  const remindedAt = mails.find(({ kind }) => kind === 'reminder')?.requestedAt;
  return { kind: 'remindable', link, address, since, remindedAt };
}

const isArchived = async (ctx: Context, { entryId }: RegistrationRow): Promise<boolean> =>
  (await reader(ctx).$count(entries, and(eq(entries.id, entryId), isNotNull(entries.archivedAt)))) > 0;

const isTo = (mail: { address: string }, address: string) =>
  mail.address.toLowerCase() === address.toLowerCase();

/**
 * Returns whether the supplier has to wait for the authority, for their delegation to be accepted, or for the account
 * holder to correct the CUIT.
 */
async function waitsForOthers(ctx: Context, row: RegistrationRow): Promise<boolean> {
  const registration = await findByEntry(ctx, row.entryId);
  if (registration && isCuitReported(registration)) return true;
  if (row.proofStatus === 'running' || row.proofStatus === 'retrying') return true;
  const isClaimed = and(eq(delegations.entryId, row.entryId), isNull(delegations.lostAt));
  return row.mode !== 'certificate' && (await reader(ctx).$count(delegations, isClaimed)) > 0;
}

/**
 * Mails the supplier of an entry a reminder of their open registration, in their language.
 * @returns the address
 * @throws AltaError `not-found` `no-registration`; `conflict` `completed`, `revoked`, `link-revoked`,
 * `link-expired`, `no-address` or `over-quota`; `rate-limited` `too-many-mails`
 */
export async function remindSupplier(
  ctx: Context,
  entryId: string,
  now = new Date(),
): Promise<{ address: string }> {
  requirePermission(ctx, 'reminders:send');
  return inTransaction(ctx, async (tx) => {
    const { registration, link } = await lockOpenLink(tx, ctx, entryId, now);
    const address = await addressOfSupplier(tx, ctx, registration);
    await queueLinkMailOrThrow(tx, ctx, { link, to: address, kind: 'reminder', now });
    return { address };
  });
}
