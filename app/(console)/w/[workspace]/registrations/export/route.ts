import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { csvFile } from '#console/_ui/csv-file.ts';
import { paramsOf } from '#console/_ui/list-page.tsx';
import { listOpenRegistrations } from '#lib/reports/open-registrations.ts';
import { queryOf, readFilters } from '../query.ts';

interface ExportRoute {
  params: Promise<{ workspace: string }>;
}

/** The open registrations that the list shows with these filters. */
export async function GET(request: Request, { params }: ExportRoute): Promise<Response> {
  const { ctx } = await requireMember((await params).workspace);
  const t = await getTranslations('console.overview');
  const narrowing = queryOf(readFilters(paramsOf(request)));
  return csvFile({
    name: 'registrations',
    find: (query) => listOpenRegistrations(ctx, { ...narrowing, ...query }),
    columns: [
      { head: t('registrations.supplier'), text: ({ supplier }) => supplier?.name },
      { head: 'CUIT', text: ({ supplier }) => supplier?.cuit },
      { head: t('registrations.stage'), text: ({ stage }) => t(`registrations.stages.${stage}`) },
      { head: t('registrations.way'), text: ({ way }) => way && t(`registrations.ways.${way}`) },
      { head: t('registrations.reason'), text: ({ reason }) => reason && t(`reasons.${reason}`) },
      { head: 'code', text: ({ reason }) => reason },
      { head: t('registrations.activity'), text: ({ createdAt }) => createdAt.toISOString() },
      { head: t('registrations.opened'), text: ({ openedAt }) => openedAt.toISOString() },
      { head: t('registrations.link'), text: ({ link }) => link?.expiresAt.toISOString() },
      { head: 'id', text: ({ id }) => id },
      { head: 'entry_id', text: ({ entryId }) => entryId },
    ],
  });
}
