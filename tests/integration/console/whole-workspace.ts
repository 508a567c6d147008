import { expect } from 'vitest';
import { listApiKeys } from '#lib/accounts/api-keys.ts';
import { createInvitation, listInvitations } from '#lib/accounts/invitations.ts';
import { saveView } from '#lib/accounts/saved-views.ts';
import { listSessions, sessionCookieName } from '#lib/accounts/sessions.ts';
import { createBatch, stopBatch } from '#lib/batches/batches.ts';
import { database } from '#lib/database/client.ts';
import { attachFile } from '#lib/silo/files.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { listSecrets, rotateSecret } from '#lib/webhooks/secrets.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import type { Names } from '#tests/support/console-addresses.ts';
import { newPerson, signInAs } from '#tests/support/person.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newApiKey, newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';
import { deliveriesOf } from '../webhooks/scene.ts';

export const fileContent = 'Solo para nosotros.';

/** A workspace with one of everything that has an id, and its owner. */
export async function wholeWorkspace() {
  const ctx = await newWorkspace();
  const owner = await newPerson({ ctx, role: 'owner' });
  const { cookie } = await signInAs(owner);
  const { entryId } = await newRegistration(ctx);
  const endpoint = await createEndpoint(
    ctx,
    EndpointInput.parse({ url: 'https://erp.example/hook', events: ['*'] }),
  );
  for (const _ of ['before', 'current']) await rotateSecret(ctx, { overlapHours: 24 });
  await database().transaction((tx) =>
    publishEvent(tx, ctx, 'registration.created', {
      entryId,
      data: { registration_id: entryId, intent: 'register' },
    }),
  );
  const { id: workflow } = await newRegistrationWorkflow(ctx);
  const { id: job } = await createJob(ctx, { workflowId: workflow, entryId });
  const file = await database().transaction((tx) =>
    attachFile(tx, ctx, {
      entryId,
      name: 'nota.txt',
      category: 'attachment',
      mime: 'text/plain',
      content: Buffer.from(fileContent),
    }),
  );
  await createInvitation(ctx, { role: 'operator' });
  // At once, or the server would have begun it.
  const batch = await database().transaction(async (tx) => {
    const rows = [{ key: entryId, data: { silo_entry_id: entryId } }];
    const { id } = await createBatch({ ...ctx, tx }, { operation: 'archive', rows });
    await stopBatch({ ...ctx, tx }, id);
    return id;
  });
  const view = await saveView(
    { ...ctx, actor: { kind: 'user', id: owner.id, role: 'owner' } },
    { list: 'suppliers', name: 'Ferreterías', filters: { q: 'ferretería' }, isShared: true },
  );
  const apiKey = await newApiKey(ctx);
  const [[delivery], [, secret], [key], [invitation], [session]] = await Promise.all([
    deliveriesOf(ctx),
    listSecrets(ctx),
    listApiKeys(ctx),
    listInvitations(ctx),
    listSessions(owner.id),
  ]);
  const ids = {
    entry: entryId,
    file: file.id,
    job,
    batch,
    workflow,
    endpoint: endpoint.id,
    delivery: delivery?.id ?? '',
    secret: secret?.id ?? '',
    key: key?.id ?? '',
    invitation: invitation?.id ?? '',
    session: session?.id ?? '',
    view: view.id,
    owner: owner.id,
  };
  expect(Object.values(ids)).not.toContain('');
  const { slug } = ctx.workspace;
  return { ctx, slug, ids, owner, apiKey, cookie: `${sessionCookieName}=${encodeURIComponent(cookie)}` };
}
export type Whole = Awaited<ReturnType<typeof wholeWorkspace>>;
export type Ids = Whole['ids'];

/** What the addresses of its pages are made with. */
export const namesOf = ({ slug, ids }: Whole): Names => ({
  w: slug,
  batches: ids.batch,
  entries: ids.entry,
  series: '3-1',
  webhooks: ids.endpoint,
  issuers: ids.entry,
  files: ids.file,
  jobs: ids.job,
  workflows: ids.workflow,
  deliveries: ids.delivery,
  invite: 'none',
  password: 'none',
});

/** What is sent there is too long for an address. */
export const posted = new Set([
  'w/[workspace]/batches/upload',
  'w/[workspace]/configuration/apps/gov-ar/preview',
  'w/[workspace]/invoices/outline',
]);
