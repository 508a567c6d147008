import { isAssumed } from '../assumed.ts';
import { type Broken, broken, goblRule } from '../broken.ts';
import type { Classified } from '../classification.ts';
import { vatStatusExtension } from '../customer.ts';
import { isTaxCharge, taxTypeExtension, taxTypes } from '../extensions.ts';
import { issuerStatusIn } from '../issuer-status.ts';
import type { Adjustment } from '../schema.ts';

const others = '99';

/** A monotributo charges no VAT (10071). */
export function classCRules({ invoice, documentType }: Classified): Broken[] {
  if (documentType.letter !== 'C') return [];
  const { lines, discounts = [], charges = [], supplier } = invoice;
  const found = isAssumed(supplier, vatStatusExtension) ? issuerStatusIn(supplier) : undefined;
  const params = found && { why: 'issuer', status: found };
  return Object.entries({ lines, discounts, charges }).flatMap(([name, items]) =>
    items.flatMap(({ taxes }, index) =>
      taxes?.length
        ? [broken(goblRule('23'), [name, index, 'taxes'], 'must be left out: class C carries no VAT', params)]
        : [],
    ),
  );
}

export const chargeRules = ({ invoice: { charges = [] } }: Classified): Broken[] =>
  charges.flatMap((charge, index) => (isTaxCharge(charge) ? taxChargeRules(charge, ['charges', index]) : []));

/**
 * Other taxes: GOBL's BILL-CHARGE-01 and 03, and 10042, 10056 of the manual. GOBL's 02, that each has a percent, is not
 * the authority's: it takes a fixed amount.
 */
function taxChargeRules(
  { ext, percent = '', reason, taxes }: Adjustment,
  path: (string | number)[],
): Broken[] {
  const type = ext?.[taxTypeExtension];
  if (!taxTypes.some((known) => known === type)) {
    const types = [...taxTypes];
    const message = `must say the tax: ${types.join(', ')}`;
    return [broken('GOBL-AR-ARCA-BILL-CHARGE-01', [...path, 'ext', taxTypeExtension], message, { types })];
  }
  if (/\.\d{3}/.test(percent)) {
    return [
      broken(
        'invalid-amount',
        [...path, 'percent'],
        'has more than 2 decimals, which is all that the authority takes',
      ),
    ];
  }
  if (type === others && reason === undefined) {
    return [broken('GOBL-AR-ARCA-BILL-CHARGE-03', [...path, 'reason'], 'is required: which tax it is')];
  }
  return taxes?.length
    ? [broken('vat-required', [...path, 'taxes'], 'must be left out: a tax carries no VAT', { why: 'tax' })]
    : [];
}
