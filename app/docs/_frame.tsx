import type { ReactNode } from 'react';
import { favicon } from '#app/_favicon.ts';
import { publicFileAddress } from '#app/_public-file.ts';
import { SearchDialog } from './_search-dialog.tsx';

interface FrameProps {
  title: string;
  area: 'guides' | 'reference';
  /** Shown beside the page on a wide screen; on a phone, in an overlay that is opened on request. */
  contents: ReactNode;
  /** Stylesheets in addition to docs.css. */
  stylesheets?: string[];
  children: ReactNode;
}

/** A documentation page. It works without its script and loads nothing from other hosts. */
export function DocumentationFrame({ title, area, contents, stylesheets = [], children }: FrameProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${title} · Alta`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {['docs.css', ...stylesheets].map((file) => (
          <link key={file} rel="stylesheet" href={publicFileAddress(file)} />
        ))}
        <link rel="icon" href={favicon} />
        <script type="module" src={publicFileAddress('docs.js')} />
      </head>
      <body className={area}>
        <a className="skip" href="#content">
          Skip to the text
        </a>
        <header id="top">
          <strong>Alta</strong>
          <nav aria-label="Documentation">
            <a href="/docs" aria-current={area === 'guides' || undefined}>
              Guides
            </a>
            <a href="/api/docs" aria-current={area === 'reference' || undefined}>
              API reference
            </a>
          </nav>
          <button type="button" className="to-search" aria-label="Search" aria-keyshortcuts="/" hidden>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M13 13l5 5M14 8.5a5.5 5.5 0 1 1-11 0a5.5 5.5 0 0 1 11 0z" />
            </svg>
            <span>Search</span> <kbd>/</kbd>
          </button>
          <a className="to-contents" href="#contents">
            Contents
          </a>
        </header>
        <nav id="contents" aria-label="Contents" tabIndex={-1}>
          <a className="close" href="#top">
            Close
          </a>
          {contents}
        </nav>
        {children}
        <SearchDialog />
      </body>
    </html>
  );
}
