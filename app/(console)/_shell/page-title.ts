import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';

type Key = Parameters<Awaited<ReturnType<typeof getTranslations<'console'>>>>[0];

/** `export const generateMetadata = titled('account.members.title')`. Layouts add the workspace and the product. */
export const titled = (key: Key) => async (): Promise<Metadata> => {
  const t = await getTranslations('console');
  return { title: t(key as 'shell.product') };
};
