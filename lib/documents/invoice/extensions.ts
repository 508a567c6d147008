/** Where a document keeps the authority's codes: members of its `ext`, as GOBL's addon names them. */
export const documentTypeExtension = 'ar-arca-doc-type';
export const conceptExtension = 'ar-arca-concept';
export const taxTypeExtension = 'ar-arca-tax-type';

/** Whether a foreign currency is also what will be paid (RG 5616). Not of GOBL: the addon has no place for it. */
export const sameCurrencyExtension = 'ar-arca-same-currency';
