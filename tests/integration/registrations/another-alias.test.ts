import { expect, test } from 'vitest';
import { findByRef } from '#lib/registrations/find.ts';
import { noteDownload, noteProgress, startAgain } from '#lib/registrations/registration.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

/** A new registration, read by its link each time. */
async function newHolder() {
  const { ref } = await newRegistration(await newWorkspace());
  return async () => {
    const found = await findByRef(ref);
    if (found.kind !== 'found') throw new Error(`the link is ${found.kind}`);
    return found;
  };
}

onDatabase('another alias', () => {
  test('resets the progress at the authority under the last alias, and nothing else', async () => {
    const asHolder = await newHolder();
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

  test('has a request that was not downloaded yet; of the last one, the first download is kept', async () => {
    const asHolder = await newHolder();
    const { ctx, registration } = await asHolder();
    const first = new Date('2026-11-29T10:00:00Z');
    await noteDownload(ctx, registration, first);
    await noteDownload(ctx, registration, new Date('2026-11-29T11:00:00Z'));
    expect((await asHolder()).registration.request.downloadedAt).toEqual(first);
    await startAgain(ctx, registration);
    expect((await asHolder()).registration.request.downloadedAt).toBeUndefined();
  });
});
