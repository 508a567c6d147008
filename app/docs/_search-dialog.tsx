import { publicFileAddress } from '#app/_public-file.ts';
import { libraryAddress } from './_library.ts';
import { searchAddress } from './_search.ts';

/** Opened by docs.js, which fetches the search code and its data on first use. */
export const SearchDialog = () => (
  <dialog
    id="search"
    aria-label="Search"
    data-script={publicFileAddress('docs-search.js')}
    data-library={libraryAddress()}
    data-documents={searchAddress()}
  >
    <div>
      <input
        type="search"
        aria-label="Search guides and reference"
        placeholder="A word, an error’s code, a path"
        autoComplete="off"
        spellCheck={false}
      />
      <button type="button">Close</button>
    </div>
    <p role="status" />
    <ol />
  </dialog>
);
