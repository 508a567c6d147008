import { publicFileAddress } from '#app/_public-file.ts';
import { libraryAddress } from './_library.ts';
import type { Locale } from './_pages.ts';
import { searchAddress } from './_search.ts';
import { frameTexts } from './_texts.ts';

/** Opened by docs.js, which fetches the search code and its data on first use. */
export function SearchDialog({ locale }: { locale: Locale }) {
  const t = frameTexts[locale];
  return (
    <dialog
      id="search"
      aria-label={t.search}
      data-script={publicFileAddress('docs-search.js')}
      data-library={libraryAddress()}
      data-documents={searchAddress(locale)}
    >
      <div>
        <input
          type="search"
          aria-label={t.searchIn}
          placeholder={t.searchFor}
          autoComplete="off"
          spellCheck={false}
        />
        <button type="button">{t.close}</button>
      </div>
      <p role="status" />
      <ol />
    </dialog>
  );
}
