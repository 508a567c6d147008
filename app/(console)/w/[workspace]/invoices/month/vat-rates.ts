/** VAT rates by the authority's code (docs/authority.md#tables), the lowest first. */
export const vatRates = [
  { code: 3, percent: 0 },
  { code: 9, percent: 2.5 },
  { code: 8, percent: 5 },
  { code: 4, percent: 10.5 },
  { code: 5, percent: 21 },
  { code: 6, percent: 27 },
] as const;
