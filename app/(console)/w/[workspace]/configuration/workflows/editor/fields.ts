import type { DescribedProvider } from '#lib/workflows/providers.ts';

/** One thing that a step's configuration can have, as the form shows it. */
export interface FieldSpec {
  name: string;
  isRequired: boolean;
  /** Never shown again once it is saved. */
  isSecret: boolean;
  shape:
    | { kind: 'choice'; choices: string[] }
    | { kind: 'number'; min?: number | undefined; max?: number | undefined }
    | { kind: 'text'; format?: string | undefined; longest?: number | undefined }
    /** Texts by name, such as headers. */
    | { kind: 'pairs' }
    /** What the form has no field for. */
    | { kind: 'other' };
}

/** The parts of a JSON Schema that a provider's configuration is made of. */
interface Property {
  type?: unknown;
  enum?: unknown;
  format?: unknown;
  writeOnly?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  maxLength?: unknown;
  additionalProperties?: unknown;
}

/** The fields of a provider's configuration, in the order of its schema. */
export function fieldsOf({ config }: Pick<DescribedProvider, 'config'>): FieldSpec[] {
  const required = 'required' in config && Array.isArray(config.required) ? config.required : [];
  return Object.entries(config.properties as Record<string, Property>).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    isSecret: property.writeOnly === true,
    shape: shapeOf(property),
  }));
}

function shapeOf(property: Property): FieldSpec['shape'] {
  const choices = property.enum;
  if (Array.isArray(choices) && choices.every((each) => typeof each === 'string')) {
    return { kind: 'choice', choices };
  }
  switch (property.type) {
    case 'integer':
    case 'number':
      return { kind: 'number', min: numberIn(property.minimum), max: numberIn(property.maximum) };
    case 'string':
      return {
        kind: 'text',
        format: typeof property.format === 'string' ? property.format : undefined,
        longest: numberIn(property.maxLength),
      };
    case 'object':
      return { kind: isOfTexts(property.additionalProperties) ? 'pairs' : 'other' };
    default:
      return { kind: 'other' };
  }
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);

const isOfTexts = (values: unknown) =>
  typeof values === 'object' && values !== null && 'type' in values && values.type === 'string';

/** What the editor knows of the providers, by their ids. */
export type Providers = ReadonlyMap<string, DescribedProvider>;

export const byId = (list: readonly DescribedProvider[]): Providers =>
  new Map(list.map((provider) => [provider.id, provider]));
