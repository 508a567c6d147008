import 'server-only';

import { z } from 'zod';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import type { PageQuery } from '#lib/paging.ts';
import { paramOf, type SearchParams } from './list-page.tsx';

/** Error of a filter; its text is in `console.shell.lists.faults`. */
export type FilterFault = 'choice' | 'id' | 'cuit' | 'number' | 'date';

interface Kind<Value extends string = string> {
  /** Parses the value; undefined if it is invalid. */
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

/** Code of a fault. The authority's are also read as its own numbers, such as `10016`. */
export const aReason: Kind = {
  read: (text) => {
    const [, own] = /^(?:ARCA-)?(E?\d{1,6})$/i.exec(text) ?? [];
    if (own) return `ARCA-${own.toUpperCase()}`;
    return /^[\w-]{1,100}$/.test(text) ? text : undefined;
  },
  fault: 'choice',
};

type Kinds = Record<string, Kind>;
type Faults<Name extends string> = { [Each in Name]?: FilterFault };

export interface TypedFilters<Each extends Kinds = Kinds> {
  /** Values of the fields; for an invalid filter, the input as typed. */
  typed: Record<keyof Each & string, string | undefined>;
  /** Valid values. With an invalid filter the list is empty, instead of ignoring the filter. */
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

/** Runs `find`, or returns no rows if one of the filters is invalid. */
export const unlessFaulty =
  <Row>(read: Pick<TypedFilters, 'faults'>, find: (query: PageQuery) => Promise<Row[]>) =>
  async (query: PageQuery): Promise<Row[]> =>
    areFaulty(read) ? [] : find(query);
