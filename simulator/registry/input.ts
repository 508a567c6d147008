import { Refusal } from '../refusal.ts';

/** JSON body of a script's request. A field of the wrong type is refused with 400. */
export type Input = Record<string, unknown>;

/** Accepts a number too, because ARCA's own services write a CUIT as a number. */
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

export function instant(input: Input, name: string): Date {
  const value = new Date(text(input, name));
  if (Number.isNaN(value.getTime())) throw new Refusal(`${name}: an instant was expected`, 400);
  return value;
}
