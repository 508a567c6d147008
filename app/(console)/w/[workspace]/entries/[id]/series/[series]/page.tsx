import { Button } from '@mantine/core';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { InSectionOf } from '#console/_shell/current-section.tsx';
import { workspacePath } from '#console/_shell/navigation.ts';
import { BackLink } from '#console/_ui/back-link.tsx';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { PageHeader } from '#console/_ui/page-header.tsx';
import { entryTitle } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import { seriesOfSegment, seriesTexts } from '#console/w/[workspace]/_entries/series-text.ts';
import { requireEntry } from '#console/w/[workspace]/entries/require-entry.ts';
import { listSeries } from '#lib/reports/series.ts';
import { Comparison } from './comparison.tsx';
import { Queue } from './queue.tsx';

interface SeriesProps {
  params: Promise<{ workspace: string; id: string; series: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: SeriesProps) {
  const series = seriesOfSegment((await params).series);
  return { title: series && (await seriesTexts()).title(series) };
}

/** One series of a supplier: how far it is here, what waits in it and why, and on demand how far it is at ARCA. */
export default async function SeriesPage({ params, searchParams }: SeriesProps) {
  const { workspace, id, series: segment } = await params;
  const { ctx, entry } = await requireEntry(workspace, id, 'invoices:read');
  const named = seriesOfSegment(segment);
  if (entry.folder !== 'suppliers' || !named) notFound();
  const t = await getTranslations('console.entry.series');
  const texts = await seriesTexts();
  const path = workspacePath(ctx.workspace.slug, `/entries/${entry.id}`);
  const series = { ...named, cuit: partyInList(entry.snippet).code };
  const standing = (await listSeries(ctx, series)).find(
    ({ pointOfSale, documentType }) =>
      pointOfSale === series.pointOfSale && documentType === series.documentType,
  );
  const last = standing?.last;
  return (
    <>
      <InSectionOf folder={entry.folder} />
      <BackLink href={`${path}/invoices`}>
        <bdi>{await entryTitle(entry)}</bdi>
      </BackLink>
      <PageHeader
        title={texts.title(series)}
        lead={last ? t('lastIs', { number: texts.number(series, last.number) }) : t('nothingYet')}
        actions={
          // No link: a browser that fetches those ahead would ask ARCA.
          <form>
            <input type="hidden" name="compare" value="arca" />
            <Button type="submit" variant="default">
              {t('compare')}
            </Button>
          </form>
        }
      />
      {(await searchParams).compare !== undefined && (
        <Suspense fallback={<p role="status">{t('asking')}</p>}>
          <Comparison ctx={ctx} series={series} last={last} />
        </Suspense>
      )}
      <Queue ctx={ctx} series={series} count={standing?.waiting?.count ?? 0} />
    </>
  );
}
