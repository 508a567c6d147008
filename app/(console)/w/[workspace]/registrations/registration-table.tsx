import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { At } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import type { ListedPage } from '#console/_ui/list-page.tsx';
import { Day, ListMoment } from '#console/_ui/moment.tsx';
import { supportCodes } from '#lib/certificates/support-codes.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { OpenRegistration } from '#lib/reports/open-registrations.ts';
import './registrations.css';

interface RegistrationTableProps {
  registrations: OpenRegistration[];
  order: ListedPage<OpenRegistration>['order'];
  at: At;
}

export async function RegistrationTable({ registrations, order, at }: RegistrationTableProps) {
  const t = await getTranslations('console.overview');
  return (
    <DataTable
      className="rows-many linked-rows"
      rows={registrations}
      choice={({ entryId, supplier }) => ({ id: entryId, name: supplier?.name ?? entryId })}
      empty={<EmptyNote icon="registrations">{t('registrations.none')}</EmptyNote>}
      columns={[
        {
          head: t('registrations.supplier'),
          kind: 'title',
          className: 'registered',
          whole: ({ supplier }) => (supplier ? `${supplier.name} ${formatCuit(supplier.cuit)}` : ''),
          cell: ({ entryId, supplier }) => (
            <>
              <Link href={at(`/entries/${entryId}`)} prefetch={false} className="row-link">
                <bdi>{supplier?.name ?? entryId}</bdi>
              </Link>{' '}
              {supplier && <span className="hint nowrap in-whole">{formatCuit(supplier.cuit)}</span>}
            </>
          ),
        },
        {
          head: t('registrations.stage'),
          cell: ({ stage, way, helper }) => (
            <>
              {t(`registrations.stages.${stage}`)}
              {way === 'delegation' && <Chip tone="quiet">{t('registrations.ways.delegation')}</Chip>}
              {helper && <p className="hint">{t('registrations.helper', { name: helper })}</p>}
            </>
          ),
        },
        {
          head: t('registrations.reason'),
          className: 'refused',
          whole: ({ reason }) =>
            reason ? `${t(`reasons.${reason}`)} ${supportCodes[reason]} ${reason}` : '',
          cell: ({ reason }) =>
            reason && (
              <>
                <code className="hint">{supportCodes[reason]}</code> {t(`reasons.${reason}`)}
              </>
            ),
        },
        { head: t('registrations.activity'), order, cell: ({ createdAt }) => <ListMoment at={createdAt} /> },
        {
          head: t('registrations.reminded'),
          className: 'where-wide',
          cell: ({ remindedAt }) => remindedAt && <ListMoment at={remindedAt} />,
        },
        { head: t('registrations.link'), cell: ({ link }) => <LinkEnd link={link} /> },
      ]}
    />
  );
}

async function LinkEnd({ link }: Pick<OpenRegistration, 'link'>) {
  const t = await getTranslations('console.overview.registrations');
  if (!link) return null;
  if (link.revokedAt) return <Chip tone="bad">{t('revoked')}</Chip>;
  if (link.expiresAt < new Date()) return <Chip tone="wait">{t('expired')}</Chip>;
  return <Day at={link.expiresAt} />;
}
