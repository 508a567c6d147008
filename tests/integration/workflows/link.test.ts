import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { findByRef } from '#lib/registrations/find.ts';
import { requestNewLink } from '#lib/registrations/link.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';

onDatabase('an expired link', () => {
  test('shows its holder’s request in the meta, and is extended by the workflow', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    await database()
      .update(registrationLinks)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(registrationLinks.workspaceId, ctx.workspace.id));
    const expired = await findByRef(ref);
    if (expired.kind !== 'expired') throw new Error(`it is ${expired.kind}`);
    await requestNewLink(expired.ctx, expired.linkId);
    expect(await listMeta(ctx, entryId)).toMatchObject([{ link: { renewalRequestedAt: expect.any(Date) } }]);

    const workflow = await newRegistrationWorkflow(ctx);
    await advanceJob((await createJob(ctx, { workflowId: workflow.id, entryId })).id);
    expect((await findByRef(ref)).kind).toBe('found');
    const [link] = await listMeta(ctx, entryId);
    expect(link?.link?.renewalRequestedAt).toBeNull();
  });
});
