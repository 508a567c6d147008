import { getTranslations } from 'next-intl/server';
import { EmptyNote } from '../../../../../../_shell/empty-note.tsx';
import { requireEntry } from '../../../entry-visit.ts';
import type { TabProps } from '../tab-props.ts';

export default async function Files({ params }: TabProps) {
  const { workspace, id } = await params;
  await requireEntry(workspace, id);
  const t = await getTranslations('console.entry.files');
  return (
    <EmptyNote icon="note" title={t('noneTitle')}>
      {t('noneText')}
    </EmptyNote>
  );
}
