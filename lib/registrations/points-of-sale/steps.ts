import { catalogues, createTexts, type Locale, type TextKey } from '#lib/i18n.ts';

const options = {
  monotributo: 'optionMonotributo',
  inscripto: 'optionInscripto',
  exento: 'optionExento',
} as const;

export interface PointOfSaleSteps {
  /** The supplier's tax classification, in words. */
  classification: string;
  /** What to choose as the system of the new point of sale. */
  system: string;
  /** What to do in the authority's portal, in order. */
  steps: string[];
}

/** How a supplier registers a point of sale, by its tax classification: the words of the wizard's step. */
export function pointOfSaleSteps(supplierName: string, locale: Locale = 'es-AR'): PointOfSaleSteps[] {
  const { portal } = catalogues[locale];
  const t = createTexts(locale) as unknown as { markup(key: TextKey, values: object): string };
  const tags = { l: (label: string) => `«${label}»`, b: (name: string) => name };
  return Object.entries(options).map(([classification, option]) => {
    const system = portal[option];
    const say = (key: TextKey) => t.markup(key, { ...portal, ...tags, name: supplierName, option: system });
    return {
      classification: say(`points.${classification as keyof typeof options}`),
      system,
      steps: [
        say('points.open'),
        say('points.abm'),
        say('points.add'),
        say('points.number'),
        say('points.system'),
        say('points.address'),
      ],
    };
  });
}
