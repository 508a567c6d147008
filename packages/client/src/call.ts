import { type CallOptions, requestOptions } from './client.ts';
import type { Client } from './generated/client/index.ts';
import { type Page, type Paged, paged } from './page.ts';

type Operation = (options: never) => Promise<unknown>;
type Sent<Call extends Operation, Part extends 'body' | 'query'> =
  NonNullable<Parameters<Call>[0]> extends { [part in Part]?: infer Given } ? NonNullable<Given> : never;
type Answered<Call extends Operation> = Exclude<Awaited<ReturnType<Call>>, undefined>;
/**
 * Parameter names shown by editors, by the names in paths. Only a literal tuple label can name a parameter.
 */
interface Labelled {
  id: [id: string];
  key: [key: string];
  version: [version: string];
  at: [at: string];
  cuit: [cuit: string];
  app_id: [appId: string];
  file_id: [fileId: string];
  link_id: [linkId: string];
  silo_entry_id: [entryId: string];
}
type Name = keyof Labelled;
type Ids<Names extends readonly Name[]> = Names extends [
  infer First extends Name,
  ...infer Others extends Name[],
]
  ? [...Labelled[First], ...Ids<Others>]
  : [];
/** Content whose fields are all optional may be omitted. */
type Content<Given> = object extends Given
  ? [content?: Given, options?: CallOptions]
  : [content: Given, options?: CallOptions];
type Query<Given> = object extends Given
  ? [query?: Given, options?: CallOptions]
  : [query: Given, options?: CallOptions];

/** `(...ids, options?)`, for operations without body and query. */
export const withoutBody =
  <Call extends Operation, const Names extends Name[]>(client: Client, call: Call, ...names: Names) =>
  (...args: [...ids: Ids<Names>, options?: CallOptions]): Promise<Answered<Call>> =>
    run(client, call, names, args);

/** `(...ids, body, options?)`. */
export const withBody =
  <Call extends Operation, const Names extends Name[]>(client: Client, call: Call, ...names: Names) =>
  (...args: [...ids: Ids<Names>, ...rest: Content<Sent<Call, 'body'>>]): Promise<Answered<Call>> =>
    run(client, call, names, args, 'body');

/** `(...ids, query, options?)`. */
export const withQuery =
  <Call extends Operation, const Names extends Name[]>(client: Client, call: Call, ...names: Names) =>
  (...args: [...ids: Ids<Names>, ...rest: Query<Sent<Call, 'query'>>]): Promise<Answered<Call>> =>
    run(client, call, names, args, 'query');

type PageOf<Call extends Operation> = Extract<Answered<Call>, Page<unknown>>;

/** `(...ids, query?, options?)`, for lists with cursors. */
export const listing =
  <Call extends Operation, const Names extends Name[]>(client: Client, call: Call, ...names: Names) =>
  (...args: [...ids: Ids<Names>, ...rest: Query<Sent<Call, 'query'>>]): Paged<PageOf<Call>> =>
    paged((cursor) => {
      const [ids, [query, options]] = [args.slice(0, names.length), args.slice(names.length)];
      const pageQuery = { ...(query as object | undefined), ...(cursor === undefined ? {} : { cursor }) };
      return run(client, call, names, [...ids, pageQuery, options], 'query');
    });

function run<Answer>(
  client: Client,
  call: Operation,
  names: readonly string[],
  args: readonly unknown[],
  part?: 'body' | 'query',
): Promise<Answer> {
  const path = Object.fromEntries(names.map((name, index) => [name, args[index]]));
  const sent = part ? { [part]: args[names.length] ?? {} } : {};
  const options = args[names.length + (part ? 1 : 0)] as CallOptions | undefined;
  return call({ path, ...sent, ...requestOptions(client, options) } as never) as Promise<Answer>;
}
