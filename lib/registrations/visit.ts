import { type Column, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PointOfSale } from '#lib/arca/list-points-of-sale.ts';
import { jsonOf, rowOf } from '#lib/database/json-rows.ts';
import { plannedOnce } from '#lib/database/planned.ts';
import type { AppSettings } from '#lib/database/tables/accounts.ts';
import { apps, workspaces } from '#lib/database/tables/accounts.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { delegations } from '#lib/database/tables/delegations.ts';
import { registrationLinks } from '#lib/database/tables/links.ts';
import { pointsOfSale, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';

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
