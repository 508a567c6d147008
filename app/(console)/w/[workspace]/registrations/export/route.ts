import { getLocale, getTranslations } from 'next-intl/server';
import { listFile } from '#console/_list-file.ts';
import { requireMember } from '#console/_session.ts';
import { csvFile } from '#console/_ui/csv-file.ts';
import { unlessFaulty } from '#console/_ui/typed-filters.ts';
import { supportCodes } from '#lib/certificates/rejection.ts';
import { noteExport } from '#lib/reports/activity.ts';
import { listOpenRegistrations } from '#lib/reports/open-registrations.ts';
import { readRegistrationParams } from '../query.ts';

export const { GET, POST } = listFile(async ({ workspace, params, ids }) => {
  const { ctx } = await requireMember(workspace, 'registrations:read');
  const t = await getTranslations('console.overview');
  const read = readRegistrationParams(params);
  const find = unlessFaulty(read, (query) =>
    listOpenRegistrations(ctx, { ...read.query, ...query, entryIds: ids }),
  );
  await noteExport(ctx, 'registrations');
  return csvFile({
    locale: await getLocale(),
    name: 'registrations',
    find,
    columns: [
      { head: t('registrations.supplier'), text: ({ supplier }) => supplier?.name },
      { head: 'CUIT', text: ({ supplier }) => supplier?.cuit },
      { head: t('registrations.stage'), text: ({ stage }) => t(`registrations.stages.${stage}`) },
      { head: t('registrations.way'), text: ({ way }) => way && t(`registrations.ways.${way}`) },
      { head: t('registrations.reason'), text: ({ reason }) => reason && t(`reasons.${reason}`) },
      { head: 'code', text: ({ reason }) => reason },
      { head: t('registrations.supportCode'), text: ({ reason }) => reason && supportCodes[reason] },
      { head: t('registrations.activity'), text: ({ progressedAt }) => progressedAt },
      { head: t('registrations.created'), text: ({ createdAt }) => createdAt },
      { head: t('registrations.reminded'), text: ({ remindedAt }) => remindedAt },
      { head: t('registrations.link'), text: ({ link }) => link?.expiresAt },
      { head: 'id', text: ({ id }) => id },
      { head: 'entry_id', text: ({ entryId }) => entryId },
    ],
  });
});
