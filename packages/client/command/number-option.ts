import { given, type Invocation } from './command.ts';
import { usageError } from './exit-codes.ts';

/** A whole number from 1 on. @throws CommandError `usage` */
export function count(invocation: Pick<Invocation, 'options'>, name: string, unlessGiven: number): number {
  const text = given(invocation, name);
  if (text === undefined) return unlessGiven;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw usageError(`--${name} is a number.`);
  return Number(text);
}
