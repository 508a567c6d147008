import { listMembers } from '#lib/accounts/members.ts';
import type { Context } from '#lib/context.ts';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { hasBeginnings } from '#lib/words.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';
import { idsIn, type Wanted, wordIn } from './wanted.ts';

// Of these a workspace has few: all are read, and looked through.
const most = 1_000;

export async function findWorkflows(ctx: Context, wanted: Wanted) {
  const all = await listWorkflowNames(ctx);
  return among(all, wanted, ({ name, description }) => hasBeginnings(`${name} ${description}`, wanted.text));
}

export async function findEndpoints(ctx: Context, wanted: Wanted) {
  const all = await listEndpoints(ctx, { limit: most });
  return among(all, wanted, ({ url, description }) => hasBeginnings(`${url} ${description}`, wanted.text));
}

export async function findMembers(ctx: Context, wanted: Wanted) {
  const all = (await listMembers(ctx)).map(({ userId: id, name, email }) => ({ id, name, email }));
  const word = wordIn(wanted);
  return among(
    all,
    wanted,
    ({ name, email }) => hasBeginnings(name, wanted.text) || (word !== undefined && email.startsWith(word)),
  );
}

function among<Row extends { id: string }>(
  rows: readonly Row[],
  wanted: Wanted,
  matches: (row: Row) => boolean,
): Row[] {
  const ids = idsIn(wanted);
  const isIt = ({ id }: Row) => id === wanted.text || (ids && id >= ids.first && id <= ids.last);
  return rows.filter((row) => isIt(row) || matches(row)).slice(0, wanted.limit);
}
