import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { POST } from '#app/reg/[ref]/subir/route.tsx';
import { database } from '#lib/database/client.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { countUse } from '#lib/http/rate-limit.ts';
import { findByEntry } from '#lib/registrations/find.ts';
import { noteProgress } from '#lib/registrations/registration.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

onDatabase('the limit of a link', () => {
  // Cause: a refused upload was shown by looking the link up again, and that was charged as another request.
  test('is charged once for a refused upload', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    const registration = await findByEntry(ctx, entryId);
    if (!registration) throw new Error('there is no registration');
    const steps = ['startedAt', 'detailsConfirmedAt', 'serviceEnabledAt', 'requestDownloadedAt'] as const;
    for (const step of steps) await noteProgress(ctx, registration, step);
    const [link] = await database()
      .select()
      .from(registrationLinks)
      .where(eq(registrationLinks.workspaceId, ctx.workspace.id));
    const left = async () => (await countUse('wizard', link?.id ?? '')).remaining;
    const before = await left();
    const body = new FormData();
    body.set('text', 'no certificate at all');
    const url = `${process.env.ALTA_ORIGIN}/reg/${ref}/subir`;
    const request = new Request(url, { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin' } });
    expect((await POST(request, { params: Promise.resolve({ ref }) })).status).toBe(422);
    // One for the upload, one for this look.
    expect(before - (await left())).toBe(2);
  });
});
