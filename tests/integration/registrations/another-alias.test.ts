import { expect, test } from 'vitest';
import { findByRef } from '#lib/registrations/find.ts';
import { noteProgress, startAgain } from '#lib/registrations/registration.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

onDatabase('another alias', () => {
  test('resets the progress at the authority under the last alias, and nothing else', async () => {
    const workspace = await newWorkspace();
    const { ref } = await newRegistration(workspace);
    const asHolder = async () => {
      const found = await findByRef(ref);
      if (found.kind !== 'found') throw new Error(`the link is ${found.kind}`);
      return found;
    };
    const { ctx, registration } = await asHolder();
    for (const fact of [
      'startedAt',
      'serviceEnabledAt',
      'requestDownloadedAt',
      'authorisationClaimedAt',
    ] as const) {
      await noteProgress(ctx, registration, fact);
    }

    await startAgain(ctx, registration);

    const { facts, request } = (await asHolder()).registration;
    expect(request.alias).not.toBe(registration.request.alias);
    expect(facts.serviceEnabledAt).toBeInstanceOf(Date);
    expect(facts.requestDownloadedAt).toBeUndefined();
    expect(facts.authorisationClaimedAt).toBeUndefined();
  });
});
