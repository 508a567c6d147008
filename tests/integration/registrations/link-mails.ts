import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { database } from '#lib/database/client.ts';
import { linkMailKinds, mails } from '#lib/database/tables/mails.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { env } from '#lib/env.ts';
import { isUnsent } from '#lib/mail/mails.ts';
import { sendQueuedMail } from '#lib/mail-worker.ts';
import { replaceProcessValue } from '#lib/process-values.ts';
import { findByRef } from '#lib/registrations/find.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { readMail } from '#tests/support/mail-server.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

let dataDir = '';

/** In the tests of a file: mails are kept in files. */
export function keepMailsInFiles(): void {
  allowReceivers();
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'alta-link-mail-'));
  });
  beforeEach(() => {
    Object.assign(env(), { DATA_DIR: dataDir, SMTP_URL: undefined });
    replaceProcessValue('mail-server', undefined);
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));
}

export const dayMs = 86_400_000;
/** No other test mails to it: what an address gets is counted over all workspaces. */
let made = 0;
export const newAddress = () => {
  made += 1;
  return `persona${made}.${Date.now()}@correo.example`;
};

export async function arrive(ref: string) {
  const found = await findByRef(ref);
  if (found.kind !== 'found') throw new Error(`the link is ${found.kind}`);
  return found;
}

export async function newSupplierHere() {
  const operator = await newWorkspace();
  const { entryId, ref } = await newRegistration(operator);
  const events = ['link.sent', 'link.opened', 'link.bounced', 'link.handed_over', 'link.taken_back'];
  const url = 'http://127.0.0.1:9/hook';
  await createEndpoint(operator, EndpointInput.parse({ url, events }));
  const workspaceId = operator.workspace.id;
  return {
    operator,
    entryId,
    ref,
    ...(await arrive(ref)),
    waiting: () => {
      const isOfLink = and(eq(mails.workspaceId, workspaceId), inArray(mails.kind, [...linkMailKinds]));
      return database().select().from(mails).where(and(isOfLink, isUnsent));
    },
    told: async () => {
      const own = eq(webhookDeliveries.workspaceId, workspaceId);
      const rows = await database().select().from(webhookDeliveries).where(own);
      return rows.toSorted((a, b) => a.id.localeCompare(b.id)).map(({ body }) => JSON.parse(body ?? ''));
    },
  };
}
type Here = Awaited<ReturnType<typeof newSupplierHere>>;

/** Sends what waits and gives the mails that are in files since then. */
export async function deliver({ waiting }: Here) {
  const ids = (await waiting()).map(({ id }) => id);
  for (const mailId of ids) await sendQueuedMail({ mailId });
  return readdirSync(join(dataDir, 'mail'))
    .filter((name) => ids.some((id) => name.startsWith(id)))
    .map((name) => readMail(readFileSync(join(dataDir, 'mail', name))));
}
