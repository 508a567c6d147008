import type { Taxpayer } from '#lib/arca/taxpayers-register.ts';
import { isCompany } from '#lib/documents/cuit.ts';
import type { WizardPath } from '../flow.ts';

const taxClassifications = ['monotributo', 'inscripto', 'exento'] as const;
export type TaxClassification = (typeof taxClassifications)[number];

/** What the form of a new point of sale calls the kind that systems use. */
export const optionOf = {
  monotributo: 'optionMonotributo',
  inscripto: 'optionInscripto',
  exento: 'optionExento',
} as const;

/** The simplified regime is for persons. The likeliest comes first, and holds until another is chosen. */
export const classificationsFor = (cuit: string): TaxClassification[] =>
  isCompany(cuit) ? ['inscripto', 'exento'] : ['monotributo', 'inscripto', 'exento'];

export const classificationOfStatus = {
  registered: 'inscripto',
  monotributo: 'monotributo',
  exempt: 'exento',
} as const;

/** How the authority's register has them; nothing that could not be chosen. */
export function classificationOf(
  taxpayer: Taxpayer | undefined,
  cuit: string,
): TaxClassification | undefined {
  const classification = taxpayer?.vat && classificationOfStatus[taxpayer.vat.status];
  return classification && classificationsFor(cuit).includes(classification) ? classification : undefined;
}

/** The one that a page is asked for. */
export function classificationIn(request: Request): TaxClassification | undefined {
  const asked = new URL(request.url).searchParams.get('situacion');
  return taxClassifications.find((each) => each === asked);
}

/** Where the step is, as it is for whom `classification` is chosen. */
export const pathFor = (classification: TaxClassification | undefined): WizardPath =>
  classification ? `/puntos-de-venta?situacion=${classification}` : '/puntos-de-venta';
