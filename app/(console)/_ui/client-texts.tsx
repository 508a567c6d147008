import { NextIntlClientProvider } from 'next-intl';
import { getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { ConsoleArea } from '#lib/i18n.ts';

/** Sends client components the messages of the given areas and of the shell. */
export async function ClientTexts({ areas, children }: { areas: ConsoleArea[]; children: ReactNode }) {
  const { console: all } = await getMessages();
  const sent = Object.fromEntries((['shell', ...areas] as const).map((area) => [area, all[area]]));
  return (
    // biome-ignore format: one line for the one trap here: a provider inside another replaces its messages
    <NextIntlClientProvider messages={{ console: sent as unknown as typeof all }}>{children}</NextIntlClientProvider>
  );
}
