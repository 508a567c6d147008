import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './_shell/console.css';
import './_shell/frame.css';
// The shared styles come first, so that pages can override them.
import './_ui/tables.css';
import './_ui/parts.css';
import { ColorSchemeScript } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { nonceHeaderName } from './_request.ts';
import { Providers } from './_shell/providers.tsx';
import { ClientTexts } from './_ui/client-texts.tsx';
import { densityCookieName } from './_ui/density.ts';

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Crect width='16' height='16' rx='4' fill='%230b5563'/%3E" +
  "%3Cpath d='M4 8.5l3 3 5.5-6.5' fill='none' stroke='white' stroke-width='2'/%3E%3C/svg%3E";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('console.shell');
  return {
    title: { template: t('titlePlain', { page: '%s' }), default: t('product') },
    icons: { icon },
    robots: { index: false, follow: false },
    formatDetection: { telephone: false },
  };
}

export const viewport: Viewport = { colorScheme: 'light dark' };

/** Root layout of the Console, separate from that of the wizard. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(nonceHeaderName) ?? '';
  const t = await getTranslations('console.shell');
  const density = (await cookies()).get(densityCookieName)?.value === 'roomy' ? 'roomy' : 'close';
  return (
    <html lang={await getLocale()} data-density={density} suppressHydrationWarning>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" suppressHydrationWarning />
      </head>
      <body>
        <a className="skip" href="#content">
          {t('skip')}
        </a>
        <ClientTexts areas={[]}>
          <Providers nonce={nonce}>{children}</Providers>
        </ClientTexts>
      </body>
    </html>
  );
}
