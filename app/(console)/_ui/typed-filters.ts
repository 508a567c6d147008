import 'server-only';

import { z } from 'zod';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import type { PageQuery } from '#lib/paging.ts';
import { paramOf, type SearchParams } from './list-page.tsx';

/** What is wrong with what was typed; its words are in `console.shell.lists.faults`. */
export type FilterFault = 'choice' | 'id' | 'cuit' | 'number' | 'date';

interface Kind<Value extends string = string> {
  /** As it is asked for; undefined for what is none. */
  read: (text: string) => Value | undefined;
  fault: FilterFault;
  longest?: number;
}

export const anyText = (longest?: number): Kind => ({
  read: (text) => text,
  fault: 'choice',
  ...(longest ? { longest } : {}),
});

export const oneOf = <Value extends string>(values: readonly Value[]): Kind<Value> => ({
  read: (text) => values.find((value) => value === text),
  fault: 'choice',
});

export const anId: Kind = {
  read: (text) => (z.uuid().safeParse(text).success ? text : undefined),
  fault: 'id',
};

export const aCuit: Kind = {
  read: (text) => [normaliseCuit(text)].find(isValidCuit),
  fault: 'cuit',
};

type Kinds = Record<string, Kind>;
type Faults<Name extends string> = { [Each in Name]?: FilterFault };

/** The filters of a list, as its address has them. */
export interface TypedFilters<Each extends Kinds = Kinds> {
  /** As their fields show them, those that are none as they came. */
  typed: Record<keyof Each & string, string | undefined>;
  /** Those that are none are absent: with one of them a list shows nothing, rather than what nobody asked for. */
  values: { [Name in keyof Each]: (Each[Name] extends Kind<infer Value> ? Value : never) | undefined };
  faults: Faults<keyof Each & string>;
}

export function readTyped<Each extends Kinds>(params: SearchParams, kinds: Each): TypedFilters<Each> {
  const each = Object.entries<Kind>(kinds).map(([name, { read, fault, longest }]) => {
    const text = paramOf(params, name, longest);
    const value = text === undefined ? undefined : read(text);
    return { name, text, value, fault: text !== undefined && value === undefined ? fault : undefined };
  });
  return {
    typed: Object.fromEntries(each.map(({ name, value, text }) => [name, value ?? text])),
    values: Object.fromEntries(each.map(({ name, value }) => [name, value])),
    faults: Object.fromEntries(each.flatMap(({ name, fault }) => (fault ? [[name, fault]] : []))),
  } as TypedFilters<Each>;
}

export const areFaulty = ({ faults }: Pick<TypedFilters, 'faults'>): boolean =>
  Object.keys(faults).length > 0;

/** A list that has nothing where one of its filters is none. */
export const unlessFaulty =
  <Row>(read: Pick<TypedFilters, 'faults'>, find: (query: PageQuery) => Promise<Row[]>) =>
  async (query: PageQuery): Promise<Row[]> =>
    areFaulty(read) ? [] : find(query);
