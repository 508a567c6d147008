import type { ReactNode } from 'react';
import { favicon } from '#app/_favicon.ts';
import { publicFileAddress } from '#app/_public-file.ts';
import type { Locale } from './_pages.ts';
import { SearchDialog } from './_search-dialog.tsx';
import { frameTexts } from './_texts.ts';

interface FrameProps {
  title: string;
  area: 'guides' | 'reference';
  locale?: Locale;
  /** Shown beside the page on a wide screen; on a phone, in an overlay that is opened on request. */
  contents: ReactNode;
  /** Further elements of the head, such as the links to the page in another language. */
  head?: ReactNode;
  /** Stylesheets in addition to docs.css. */
  stylesheets?: string[];
  children: ReactNode;
}

/** A documentation page. It works without its script and loads nothing from other hosts. */
export function DocumentationFrame({
  title,
  area,
  locale = 'en',
  contents,
  head,
  stylesheets = [],
  children,
}: FrameProps) {
  const t = frameTexts[locale];
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <title>{`${title} · Alta`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {['docs.css', ...stylesheets].map((file) => (
          <link key={file} rel="stylesheet" href={publicFileAddress(file)} />
        ))}
        <link rel="icon" href={favicon} />
        {head}
        <script type="module" src={publicFileAddress('docs.js')} />
      </head>
      <body className={area}>
        <a className="skip" href="#content">
          {t.skip}
        </a>
        <header id="top">
          <strong>Alta</strong>
          <nav aria-label={t.documentation}>
            <a href={locale === 'en' ? '/docs' : '/docs/es'} aria-current={area === 'guides' || undefined}>
              {t.guides}
            </a>
            <a href="/api/docs" aria-current={area === 'reference' || undefined}>
              {t.reference}
            </a>
          </nav>
          <button type="button" className="to-search" aria-label={t.search} aria-keyshortcuts="/" hidden>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M13 13l5 5M14 8.5a5.5 5.5 0 1 1-11 0a5.5 5.5 0 0 1 11 0z" />
            </svg>
            <span>{t.search}</span> <kbd>/</kbd>
          </button>
          <a className="to-contents" href="#contents">
            {t.contents}
          </a>
        </header>
        <nav id="contents" aria-label={t.contents} tabIndex={-1}>
          <a className="close" href="#top">
            {t.close}
          </a>
          {contents}
        </nav>
        {children}
        <SearchDialog locale={locale} />
      </body>
    </html>
  );
}

/** The way to the Spanish pages, on a page that is only in English. */
export const SpanishDocumentation = () => (
  <p className="language-switch">
    <a href="/docs/es" hrefLang="es" lang="es">
      Documentación en español
    </a>
  </p>
);
