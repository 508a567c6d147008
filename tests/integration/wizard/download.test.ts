import { expect, test } from 'vitest';
import { GET as download } from '#app/reg/[ref]/pedido/route.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { noteProgress } from '#lib/registrations/registration.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

onDatabase('the address of the certificate request', () => {
  test('notes a download only once somebody has started, and not when its headers are asked for', async () => {
    const ctx = await newWorkspace();
    const { entryId, ref } = await newRegistration(ctx);
    const read = () => fetchRegistration(ctx, entryId);
    const ask = (method: string) =>
      download(new Request(`${process.env.ALTA_ORIGIN}/reg/${ref}/pedido`, { method }), {
        params: Promise.resolve({ ref }),
      });
    const noted = async (method: string) => {
      expect((await ask(method)).status).toBe(200);
      return (await read()).request.downloadedAt !== undefined;
    };
    expect(await noted('GET')).toBe(false);
    await noteProgress(ctx, await read(), 'startedAt');
    expect(await noted('HEAD')).toBe(false);
    expect(await noted('GET')).toBe(true);
  });
});
