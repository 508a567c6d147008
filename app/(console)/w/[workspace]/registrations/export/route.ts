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
      { head: t('registrations.supplier'), value: ({ supplier }) => supplier?.name },
      { head: 'CUIT', value: ({ supplier }) => supplier?.cuit },
      { head: t('registrations.stage'), value: ({ stage }) => t(`registrations.stages.${stage}`) },
      { head: t('registrations.way'), value: ({ way }) => way && t(`registrations.ways.${way}`) },
      { head: t('registrations.reason'), value: ({ reason }) => reason && t(`reasons.${reason}`) },
      { head: 'code', value: ({ reason }) => reason },
      { head: t('registrations.supportCode'), value: ({ reason }) => reason && supportCodes[reason] },
      { head: t('registrations.activity'), value: ({ progressedAt }) => progressedAt },
      { head: t('registrations.created'), value: ({ createdAt }) => createdAt },
      { head: t('registrations.reminded'), value: ({ remindedAt }) => remindedAt },
      { head: t('registrations.link'), value: ({ link }) => link?.expiresAt },
      { head: 'id', value: ({ id }) => id },
      { head: 'entry_id', value: ({ entryId }) => entryId },
    ],
  });
});
