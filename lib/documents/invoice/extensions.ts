/** Where a document keeps the authority's codes: members of its `ext`, as GOBL's addon names them. */
export const documentTypeExtension = 'ar-arca-doc-type';
export const conceptExtension = 'ar-arca-concept';
export const taxTypeExtension = 'ar-arca-tax-type';

/** Kinds of taxes, by the authority's codes: FEParamGetTiposTributos (docs/authority.md#tables). */
export const taxTypes = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '13', '99'] as const;

/**
 * Whether a charge is a tax other than VAT, which the authority lists apart: perceptions, gross income and the like.
 * It is one by GOBL's key (`tax`, or one that has it as a part), and by the authority's code of its type.
 */
export const isTaxCharge = ({
  key = '',
  ext,
}: {
  key?: string | undefined;
  ext?: Record<string, string> | undefined;
}): boolean => key.split('+').includes('tax') || ext?.[taxTypeExtension] !== undefined;

/** Whether a foreign currency is also what will be paid (RG 5616). Not of GOBL: the addon has no place for it. */
export const sameCurrencyExtension = 'ar-arca-same-currency';
