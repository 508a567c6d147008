import { Button } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import type { Context } from '#lib/context.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { listFiles } from '#lib/silo/files.ts';

/** Nothing as long as no workflow made one. */
export async function DownloadPdf({ ctx, entry }: { ctx: Context; entry: EntryRow }) {
  const t = await getTranslations('console.invoices.card');
  const pdf = (await listFiles(ctx, entry.id)).find(
    ({ category, key }) => category === 'format' && key === 'pdf',
  );
  if (!pdf) return null;
  return (
    <Button
      component="a"
      href={workspacePath(ctx.workspace.slug, `/entries/${entry.id}/files/${pdf.id}`)}
      download={pdf.name}
    >
      {t('pdf')}
    </Button>
  );
}
