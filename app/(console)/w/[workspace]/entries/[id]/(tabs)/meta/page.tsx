import { getTranslations } from 'next-intl/server';
import { CopyValue } from '#console/_ui/copy.tsx';
import { detailsOf, requireEntry, type TabProps } from '#console/w/[workspace]/entries/require-entry.ts';
import { type EntryMeta, listMeta } from '#lib/silo/meta.ts';
import { MetaFacts } from './meta-facts.tsx';
import { RegistrationLink } from './registration-link.tsx';

/** The entry's own id, and each record that something left with it. */
export default async function Meta({ params }: TabProps) {
  const { workspace, id } = await params;
  const { ctx, entry } = await requireEntry(workspace, id);
  const t = await getTranslations('console.entry.meta');
  const rows = await listMeta(ctx, entry.id);
  const details = await detailsOf(ctx, entry);
  return (
    <div className="card-text">
      <div>
        <h3 className="card-subheading">{t('uuid')}</h3>
        <CopyValue value={entry.id} label={t('uuid')} />
      </div>
      {rows.map((row) => (
        <div key={row.id} className="meta-record">
          <h3 className="card-subheading">
            <code>
              {row.src}: {row.key}
            </code>
          </h3>
          {details?.link && isRegistrationLink(row) ? (
            <RegistrationLink
              ctx={ctx}
              entry={entry}
              link={details.link}
              reference={row.ref}
              isNeeded={!['completed', 'revoked'].includes(details.registration.state)}
            />
          ) : (
            <MetaFacts row={row} />
          )}
        </div>
      ))}
      {rows.length === 0 && <p className="hint">{t('none')}</p>}
    </div>
  );
}

const isRegistrationLink = ({ src, key }: EntryMeta) => src === 'gov-ar' && key === 'link';
