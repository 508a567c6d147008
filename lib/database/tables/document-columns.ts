import { sql } from 'drizzle-orm';

const textAt = (path: string) => `coalesce(doc #>> '{${path}}', '')`;

/**
 * A party by its name, alias and tax code; an invoice by its customer's, and by its number. Not by its supplier's:
 * a tax code would lead to as many entries as the company has issued, where its one entry is wanted. By who issued
 * them they have an index of their own.
 */
const foundBy = [
  ...['name', 'alias', 'tax_id,code', 'customer,name', 'customer,alias', 'customer,tax_id,code'].map(textAt),
  `${textAt('tax_id,country')} || ${textAt('tax_id,code')}`,
  `${textAt('customer,tax_id,country')} || ${textAt('customer,tax_id,code')}`,
  // As it is counted, `12`, and as it is printed, `00003-00000012`, which is one word.
  `case when folder = 'invoices' and ${textAt('code')} <> '' then
    ${textAt('code')} || ' ' || lpad(${textAt('code')}, 8, '0') || ' ' ||
    lpad(${textAt('series')}, 5, '0') || lpad(${textAt('code')}, 8, '0') else '' end`,
].join(` || ' ' || `);

/**
 * All that as bare words: marks and full stops taken away, split at spaces and all other punctuation.
 * lib/silo/search.ts does the same to what is looked for.
 */
export const wordsOfDocument = sql`array_to_tsvector(array_remove(regexp_split_to_array(lower(regexp_replace(normalize(
  ${sql.raw(foundBy)},
  NFD), '[\\u0300-\\u036f.''’´]', '', 'g')), '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a0«»\\u2000-\\u206f\\u3000]+'), ''))`;

/**
 * Each word with its workspace and its folder before it, as the index has them: who looks for the beginning of a word
 * passes over nobody else's, however many have it, and among suppliers over no customers of invoices.
 */
export const wordsWithWorkspace = (table: string) =>
  sql.raw(
    `(regexp_replace(${table}search::text, '''([^'']+)''', '''' || right(${table}workspace_id::text, 6) || left(${table}folder, 1) || '\\1''', 'g')::tsvector)`,
  );
export const wordsInWorkspace = wordsWithWorkspace('entries.');
export const wordInFolder = (workspaceId: string, folder: string, word: string) =>
  workspaceId.slice(-6) + folder.slice(0, 1) + word;

const shownAt = (path: string) => `nullif(doc #>> '{${path}}', '')`;

/** Not `jsonb_build_object`, which is none of the functions that a column may be made by. */
const textsByName = (texts: Record<string, string>) =>
  `jsonb_object(array['${Object.keys(texts).join("', '")}'], array[${Object.values(texts).join(', ')}])`;

const snippetOfInvoice = textsByName({
  series: shownAt('series'),
  code: shownAt('code'),
  document_type: shownAt('tax,ext,ar-arca-doc-type'),
  customer_name: shownAt('customer,name'),
  total: shownAt('totals,payable'),
  currency: shownAt('currency'),
  issue_date: shownAt('issue_date'),
  supplier_name: shownAt('supplier,name'),
  supplier_code: shownAt('supplier,tax_id,code'),
});
const snippetOfParty = textsByName({
  name: shownAt('name'),
  tax_code: `${shownAt('tax_id,country')} || ${shownAt('tax_id,code')}`,
});
export const snippetOfDocument = sql.raw(
  `jsonb_strip_nulls(case when folder = 'invoices' then ${snippetOfInvoice} else ${snippetOfParty} end)`,
);

/** Of a note: what it corrects first, by which an invoice finds its notes. Zeros in front say nothing. */
const correctedAt = (path: string) => `ltrim(doc #>> '{preceding,0,${path}}', '0')`;
export const issuerCuit = `(doc #>> '{supplier,tax_id,code}')`;
export const correctedPoint = correctedAt('series');
export const correctedNumber = correctedAt('code');
export const correctedType = correctedAt('ext,ar-arca-doc-type');

/** What invoices are filtered by; null in all other folders. */
export const ofInvoice = (path: string) => sql.raw(`case when folder = 'invoices' then ${shownAt(path)} end`);
