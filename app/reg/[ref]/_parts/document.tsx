import type { ReactNode } from 'react';
import { favicon } from '#app/_favicon.ts';
import { publicFileAddress } from '#app/_public-file.ts';
import type { Colour } from '#lib/colour.ts';
import { themeAddress } from '#lib/wizard-theme.ts';
import type { Texts } from './texts.tsx';

const stylesheet = publicFileAddress('wizard.css');
const script = publicFileAddress('wizard.js');

interface DocumentProps {
  t: Texts;
  title: string;
  /** The account holder's colour. */
  colour?: Colour | undefined;
  /** Reload interval for browsers without scripts; with scripts, wizard.js polls instead. */
  refreshSeconds?: number | undefined;
  children: ReactNode;
}

/** The whole page. It works without its script. */
export function Document({ t, title, colour, refreshSeconds, children }: DocumentProps) {
  return (
    <html lang={t.locale}>
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow, noarchive" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="stylesheet" href={stylesheet} />
        {colour !== undefined && <link rel="stylesheet" href={themeAddress(colour)} />}
        <link rel="icon" href={favicon} />
        <script type="module" src={script} />
        {refreshSeconds !== undefined && (
          <noscript>
            <meta httpEquiv="refresh" content={String(refreshSeconds)} />
          </noscript>
        )}
      </head>
      <body>
        <a className="skip" href="#contenido">
          {t('frame.skip')}
        </a>
        {children}
        <p
          id="anuncio"
          className="hidden-text"
          role="status"
          data-copy={t('frame.copy')}
          data-copied={t('frame.copied')}
          data-copy-failed={t('frame.copyFailed')}
          data-print={t('frame.print')}
        />
      </body>
    </html>
  );
}

export async function renderDocument(page: ReactNode): Promise<string> {
  // Next refuses a static import of the server renderer in a route.
  const { renderToStaticMarkup } = await import('react-dom/server');
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

export async function htmlResponse(
  page: ReactNode,
  status = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  const html = await renderDocument(page);
  // With a content length the page is sent in one piece instead of in chunks.
  const length = { 'content-length': String(Buffer.byteLength(html)) };
  return new Response(html, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...length, ...headers },
  });
}
