import { Alert } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ActButton } from '#console/_ui/buttons.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { partyInList, partyOf } from '#console/w/[workspace]/_entries/party-of.ts';
import type { Context } from '#lib/context.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { suppliersOf } from '#lib/silo/same-tax-code.ts';
import { restore } from './actions.ts';

/** That it is archived, and who else has its tax code. */
export async function EntryNotices({ ctx, entry }: { ctx: Context; entry: EntryRow }) {
  const t = await getTranslations('console.entry');
  const { slug } = ctx.workspace;
  const twins = entry.folder === 'suppliers' ? await twinsOf(ctx, entry) : [];
  return (
    <>
      {entry.archivedAt && (
        <Alert color="gray" icon={<Icon name="note" />} title={t('archive.title', { at: entry.archivedAt })}>
          <p>{t('archive.text')}</p>
          <ActButton
            needs="entries:write"
            label={t('archive.restore')}
            variant="default"
            action={restore.bind(null, slug, { id: entry.id })}
            done={t('archive.restored')}
          />
        </Alert>
      )}
      {twins.length > 0 && (
        <Alert color="yellow" icon={<Icon name="note" />} title={t('twin.title', { count: twins.length })}>
          <ul className="plain-list">
            {twins.map(({ id, snippet, archivedAt }) => (
              <li key={id}>
                <Link href={workspacePath(slug, `/entries/${id}`)}>
                  <bdi>{partyInList(snippet).name}</bdi>
                </Link>
                {archivedAt && ` · ${t('twin.archived')}`}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

function twinsOf(ctx: Context, { id, doc }: EntryRow) {
  const { country, code } = partyOf(doc);
  return suppliersOf(ctx, { country, code, except: id });
}
