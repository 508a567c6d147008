/** The part of JSON Schema that the contracts use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  not?: Schema;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';

export const branchesOf = ({ anyOf, oneOf }: Schema): Schema[] => anyOf ?? oneOf ?? [];

/** The object whose members are listed: the schema itself, its items, or one of its alternatives. */
export function objectIn(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return objectIn(schema.items);
  return branchesOf(schema).map(objectIn).find(Boolean);
}

/** The limits of a value, in English. */
export function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength = 0, maxLength, maxItems } = schema;
  const limits = [
    rangeOf(minimum, maximum, ''),
    rangeOf(minLength > 1 ? minLength : undefined, maxLength, ' characters'),
    rangeOf(undefined, maxItems, ' items'),
  ].filter((text) => text !== '');
  const { default: fallback = '' } = schema;
  return fallback === '' ? limits : [...limits, `default ${fallback}`];
}

const formatted = (value: number) => value.toLocaleString('en');

function rangeOf(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) return `${formatted(min)} to ${formatted(max)}${unit}`;
  if (max !== undefined) return `at most ${formatted(max)}${unit}`;
  return min === undefined ? '' : `at least ${formatted(min)}${unit}`;
}
