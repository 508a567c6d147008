import { creditInvoiceTag } from '#lib/documents/invoice/credit-invoice.ts';
import { documentType, isExport } from '#lib/documents/invoice/document-types.ts';
import {
  cancellationExtension,
  documentTypeExtension,
  exportPermitKey,
  incotermsDetailExtension,
  incotermsExtension,
  isTaxCharge,
  languageExtension,
  sameCurrencyExtension,
} from '#lib/documents/invoice/extensions.ts';
import { membersOf } from '#lib/documents/json.ts';
import { itemsAt, membersAt, type Path, valueAt, withoutValue, withValue } from './json-path.ts';

const taxIdPath = ['customer', 'tax_id'];
const addressCountryPath = ['customer', 'addresses', 0, 'country'];
const permitsPath = ['delivery', 'identities'];
const correctedTypePath = ['preceding', 0, 'ext', documentTypeExtension];

/** Goods and services among the lines of a document; lines not marked as goods are services. */
export function conceptOf(document: unknown): 'goods' | 'services' | 'both' {
  const lines = itemsAt(document, ['lines']);
  const goods = lines.filter((line) => valueAt(line, ['item', 'key']) === 'goods').length;
  if (goods === 0) return 'services';
  return goods === lines.length ? 'goods' : 'both';
}

/** Path of the country of destination: of the customer's tax id, or else of its first address. */
export const destinationPath = (document: unknown): Path =>
  valueAt(document, taxIdPath) === undefined ? addressCountryPath : [...taxIdPath, 'country'];

/** Sets the destination. The address follows unless it is in a third country. */
export function withDestination(document: unknown, country: string): unknown {
  const path = destinationPath(document);
  const former = valueAt(document, path);
  const there = valueAt(document, addressCountryPath);
  const chosen = path === addressCountryPath ? document : withValue(document, path, country);
  return there === undefined || there === former ? withText(chosen, addressCountryPath, country) : chosen;
}

/** Sets the customer's tax id in its country. Without one, the address states the destination. */
export function withForeignCode(document: unknown, code: string): unknown {
  const country = valueAt(document, destinationPath(document)) ?? '';
  if (code !== '') {
    return withValue(document, taxIdPath, { ...membersAt(document, taxIdPath), country, code });
  }
  return withText(withValue(document, taxIdPath, undefined), addressCountryPath, String(country));
}

/** Indexes of the export permits in `delivery.identities`. */
export const permitIndexes = (document: unknown): number[] =>
  itemsAt(document, permitsPath).flatMap((identity, index) =>
    valueAt(identity, ['key']) === exportPermitKey ? [index] : [],
  );

export const withPermit = (document: unknown): unknown =>
  withValue(document, [...permitsPath, itemsAt(document, permitsPath).length], {
    key: exportPermitKey,
    code: '',
  });

export const permitPath = (index: number): Path => [...permitsPath, index];

/** Whether the document's `delivery` has nothing but export permits. */
export const hasOnlyPermits = (document: unknown): boolean =>
  Object.keys(membersAt(document, ['delivery'])).every((name) => name === 'identities') &&
  itemsAt(document, permitsPath).length === permitIndexes(document).length;

/** Removes what an export does not have: VAT, other taxes, a period, and everything of a credit invoice (FCE). */
export function withExportMembers(document: unknown): unknown {
  const tags = itemsAt(document, ['$tags']);
  const wasCreditInvoice = tags.includes(creditInvoiceTag);
  const charges = itemsAt(document, ['charges']);
  const ordinaryCharges = charges.filter((charge) => !isTaxCharge(membersOf(charge)));
  const without = [
    ...(wasCreditInvoice ? [['payment', 'instructions']] : []),
    ['tax', 'ext', cancellationExtension],
    ['tax', 'prices_include'],
    ['ordering', 'period'],
  ].reduce(removed, document);
  const untagged = withItems(
    without,
    ['$tags'],
    tags.filter((tag) => tag !== creditInvoiceTag),
  );
  const untaxed = withItems(untagged, ['charges'], ordinaryCharges);
  return withForeignCustomer(withCorrected(untaxed));
}

/** Removes what only an export has. */
export function withoutExportMembers(document: unknown): unknown {
  const permits = permitIndexes(document);
  const identities = itemsAt(document, permitsPath).filter((_, index) => !permits.includes(index));
  const without = [incotermsExtension, incotermsDetailExtension, languageExtension]
    .map((name) => ['tax', 'ext', name])
    .reduce(removed, document);
  const unpermitted =
    identities.length > 0
      ? withValue(without, permitsPath, identities)
      : permits.length > 0
        ? withoutValue(without, permitsPath)
        : without;
  return isCorrectedExport(unpermitted) ? withoutValue(unpermitted, correctedTypePath) : unpermitted;
}

/** Removes from a note of an export how its invoice is paid: the date (1673) and the currency (1605). */
export const withoutInvoicePayment = (document: unknown): unknown =>
  [
    ['payment', 'terms', 'due_dates'],
    ['tax', 'ext', sameCurrencyExtension],
  ].reduce(removed, document);

/** A note of an export corrects one document of class E, and no period. */
function withCorrected(document: unknown): unknown {
  const type = valueAt(document, ['type']) ?? 'standard';
  if (type === 'standard') return document;
  const { period, reason } = membersAt(document, ['preceding', 0]);
  const corrected =
    period === undefined
      ? document
      : withValue(document, ['preceding'], [{ code: '', ...(reason ? { reason } : {}) }]);
  const paid = withoutInvoicePayment(corrected);
  return isCorrectedExport(paid) ? paid : removed(paid, correctedTypePath);
}

function isCorrectedExport(document: unknown): boolean {
  const code = valueAt(document, correctedTypePath);
  const type = typeof code === 'string' ? documentType(code) : undefined;
  return type !== undefined && isExport(type);
}

/** Removes an Argentine identification and country. Name and address stay. */
function withForeignCustomer(document: unknown): unknown {
  const { tax_id: taxId, identities: _, ext: __, meta: ___, ...rest } = membersAt(document, ['customer']);
  const isAbroad = taxId !== undefined && membersOf(taxId).country !== 'AR';
  if (valueAt(document, ['customer']) === undefined || isAbroad) return document;
  const abroad = withValue(document, ['customer'], rest);
  return valueAt(abroad, addressCountryPath) === 'AR' ? removed(abroad, addressCountryPath) : abroad;
}

/** Removes the value at `path` if there is one, and any parent that becomes empty. */
const removed = (document: unknown, path: Path): unknown =>
  valueAt(document, path) === undefined ? document : withoutValue(document, path);

const withText = (document: unknown, path: Path, text: string): unknown =>
  text === '' ? removed(document, path) : withValue(document, path, text);

const withItems = (document: unknown, path: Path, items: unknown[]): unknown =>
  withValue(document, path, items.length > 0 ? items : undefined);
