import { isCompany } from '#lib/documents/cuit.ts';
import type { WizardPath } from '../flow.ts';

export const taxClassifications = ['monotributo', 'inscripto', 'exento'] as const;
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

/** Where the step is, as it is for whom `classification` is chosen. */
export const pathFor = (classification: TaxClassification | undefined): WizardPath =>
  classification ? `/puntos-de-venta?situacion=${classification}` : '/puntos-de-venta';
