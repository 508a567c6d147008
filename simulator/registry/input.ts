import { Refusal } from '../refusal.ts';

/** The JSON object of a script's request; a field of the wrong kind is its 400. */
export type Input = Record<string, unknown>;

/** A CUIT may come as a number: ARCA's own services write it so. */
export function text(input: Input, name: string): string {
  const value = input[name];
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') throw new Refusal(`${name}: a string was expected`, 400);
  return value;
}

export function texts(input: Input, name: string): string[] {
  const values = input[name];
  if (!Array.isArray(values)) throw new Refusal(`${name}: a list was expected`, 400);
  return values.map((value: unknown) => text({ [name]: value }, name));
}

export function oneOf<Value extends string>(input: Input, name: string, values: readonly Value[]): Value {
  const value = values.find((known) => known === input[name]);
  if (!value) throw new Refusal(`${name}: ${values.join(' | ')}`, 400);
  return value;
}

export function flag(input: Input, name: string): boolean {
  const value = input[name];
  if (typeof value !== 'boolean') throw new Refusal(`${name}: true | false`, 400);
  return value;
}
