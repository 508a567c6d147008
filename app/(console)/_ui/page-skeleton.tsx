import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { getTranslations } from 'next-intl/server';

/**
 * For the `loading.tsx` of a list. Not for a page with an id in its path: a streamed response can no longer
 * be a 404.
 */
export async function PageSkeleton() {
  const t = await getTranslations('console.shell');
  return (
    <Stack gap="lg" aria-busy="true">
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <Skeleton height={32} width="min(16rem, 60%)" />
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </Stack>
  );
}
