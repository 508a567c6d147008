import { and, type Column, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { areNotYounger } from '#lib/age.ts';
import type { PointOfSale } from '#lib/arca/wsfe.ts';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { plannedOnce } from '#lib/database/planned.ts';
import { jsonOf, rowOf } from '#lib/database/sets.ts';
import { type AppSettings, apps, workspaces } from '#lib/database/tables/accounts.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import {
  delegations,
  pointsOfSale,
  type RegistrationWay,
  registrationLinks,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { locales } from '#lib/i18n.ts';
import {
  noteProgress,
  type Registration,
  registrationWays,
  serviceListings,
  voices,
} from './registration.ts';
import { progressAt } from './reminder-schedule.ts';

/** What the holder of a link says of themselves; the pages, the steps and the minutes follow from it. */
export const Answers = z.object({
  voice: z.enum(voices),
  serviceListed: z.enum(serviceListings),
  way: z.enum(registrationWays).optional(),
});
export type Answers = z.infer<typeof Answers>;

/**
 * Keeps the answers with the link by which they came, and that the supplier has started. Again changes them. The way
 * is the registration's, where it leaves the choice.
 */
export async function answerQuestions(
  ctx: Context,
  registration: Registration,
  { way, ...answers }: Answers,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.update(registrationLinks).set(answers).where(ofLink(registration));
    if (way && registration.mode === 'choice') await chooseWay(tx, ctx, registration, way);
    await noteProgress({ ...ctx, tx }, registration, 'startedAt');
  });
}

async function chooseWay(
  tx: Transaction,
  ctx: Context,
  { id, way: before }: Registration,
  way: RegistrationWay,
) {
  const { mode, completedAt, revokedAt } = registrations;
  const isOpen = and(eq(registrations.id, id), eq(mode, 'choice'), isNull(completedAt), isNull(revokedAt));
  const chosen = await tx
    .update(registrations)
    .set({ chosen: way })
    .where(isOpen)
    .returning({ id: registrations.id });
  if (chosen.length === 0 || way === before) return;
  await audit(tx, ctx, 'registration.way-chosen', { kind: 'registration', id }, { way });
}

/** At which card of the guide the holder of the link is: the next visit opens there. */
export async function notePlace(
  ctx: Context,
  registration: Registration,
  place: string,
  now = new Date(),
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.update(registrationLinks).set({ place }).where(ofLink(registration));
    // One write an hour is enough to count days from.
    const before = areNotYounger(registrations.progressedAt, 3_600_000, now);
    await tx
      .update(registrations)
      .set(progressAt(now))
      .where(and(eq(registrations.id, registration.id), before));
  });
}

export const LocaleChoice = z.enum(locales);

/** In which language this link speaks, on every device. */
export async function chooseLocale(
  ctx: Context,
  registration: Registration,
  locale: z.infer<typeof LocaleChoice>,
): Promise<void> {
  await inTransaction(ctx, (tx) => tx.update(registrationLinks).set({ locale }).where(ofLink(registration)));
}

const ofLink = ({ link }: Registration) => eq(registrationLinks.id, link.id);

// No page shows what is sealed: it is not even read.
const { keySealed: _, ...keyPairColumns } = getTableColumns(certificates);
const { refSealed: __, refHash: ___, ...linkColumns } = getTableColumns(registrationLinks);
const delegationColumns = getTableColumns(delegations);
const registrationColumns = getTableColumns(registrations);
const workspaceColumns = getTableColumns(workspaces);
const { number, system, blocked, closedOn, usable } = pointsOfSale;

type Json = Record<string, unknown>;
interface Found {
  link: Json;
  registration: Json;
  doc: Json;
  workspace: Json;
  settings: AppSettings | null;
  keyPairs: Json[] | null;
  delegation: Json | null;
  points: PointOfSale[] | null;
}

/** All that a page of the wizard shows, by the hash of its ref, in one query. */
export async function readVisit(refHash: string) {
  const found = await query({ refHash });
  return (
    found && {
      link: rowOf(linkColumns, found.link),
      registration: rowOf(registrationColumns, found.registration),
      entry: { doc: found.doc },
      workspace: rowOf(workspaceColumns, found.workspace),
      settings: found.settings,
      keyPairs: (found.keyPairs ?? []).map((keyPair) => rowOf(keyPairColumns, keyPair)),
      delegation: found.delegation ? rowOf(delegationColumns, found.delegation) : undefined,
      points: (found.points ?? []).map((point) => ({ ...point, closedOn: point.closedOn ?? undefined })),
    }
  );
}

export const isArgentinaOf = (workspaceId: Column) =>
  sql`${apps.workspaceId} = ${workspaceId} and ${apps.appId} = 'gov-ar'`;
export const newestKeyPairFirst = [desc(certificates.createdAt), desc(certificates.id)];

const query = plannedOnce<Found>('visit', (db) =>
  db
    .select({
      visit: sql`json_build_object(
        'link', ${jsonOf(linkColumns)},
        'registration', ${jsonOf(registrationColumns)},
        'doc', ${entries.doc},
        'workspace', ${jsonOf(workspaceColumns)},
        'settings', ${apps.settings},
        'keyPairs', (
          select json_agg(${jsonOf(keyPairColumns)} order by ${sql.join(newestKeyPairFirst, sql`, `)})
          from ${certificates} where ${eq(certificates.registrationId, registrations.id)}
        ),
        'delegation', (
          select ${jsonOf(delegationColumns)} from ${delegations}
          where ${eq(delegations.entryId, registrations.entryId)}
        ),
        'points', (
          select json_agg(${jsonOf({ number, system, blocked, closedOn, usable })} order by ${number})
          from ${pointsOfSale} where ${eq(pointsOfSale.entryId, registrations.entryId)}
        )
      )`,
    })
    .from(registrationLinks)
    .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
    .innerJoin(entries, eq(entries.id, registrations.entryId))
    .innerJoin(workspaces, eq(workspaces.id, registrations.workspaceId))
    .leftJoin(apps, isArgentinaOf(workspaces.id))
    .where(eq(registrationLinks.refHash, sql.placeholder('refHash'))),
);
