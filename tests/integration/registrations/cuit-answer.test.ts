import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { answerCuit, readNames } from '#lib/registrations/cuit-check.ts';
import { isCuitInQuestion } from '#lib/registrations/cuit-doubt.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { storeTaxpayer } from '#lib/taxpayers.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

onDatabase('the answer that a CUIT is right', () => {
  test('is about the name that the register had, and another name is asked about again', async () => {
    const ctx = await newWorkspace('live');
    const { entryId } = await newRegistration(ctx);
    const read = () => fetchRegistration(ctx, entryId);
    await storeTaxpayer(ctx, supplierCuit, { taxpayer: undefined, readAt: new Date() });
    await readNames(ctx, await read());
    await answerCuit(ctx, await read(), 'right');
    expect((await read()).cuitAnswer?.answer).toBe('right');

    const namesAtAuthority = { [supplierCuit]: 'TRANSPORTES DEL LITORAL S.A.' };
    await database()
      .update(registrations)
      .set({ namesAtAuthority })
      .where(eq(registrations.entryId, entryId));
    expect(isCuitInQuestion(await read())).toBe(true);
    await answerCuit(ctx, await read(), 'right');
    expect(isCuitInQuestion(await read())).toBe(false);
  });
});

onDatabase('a name that the register returns late', () => {
  test('is not stored with a registration that has been ended meanwhile', async () => {
    const ctx = await newWorkspace('live');
    const { entryId } = await newRegistration(ctx);
    const before = await fetchRegistration(ctx, entryId);
    const taxpayer = { cuit: supplierCuit, kind: 'company', name: 'EL TORNILLO SRL', remarks: [] } as const;
    await storeTaxpayer(ctx, supplierCuit, { taxpayer: { ...taxpayer, remarks: [] }, readAt: new Date() });
    const own = eq(registrations.entryId, entryId);
    await database().update(registrations).set({ revokedAt: new Date() }).where(own);
    await readNames(ctx, before);
    const [row] = await database().select().from(registrations).where(own);
    expect(row?.namesAtAuthority).toEqual({});
    await database().update(registrations).set({ revokedAt: null }).where(own);
    await readNames(ctx, before);
    expect((await fetchRegistration(ctx, entryId)).namesAtAuthority).toEqual({
      [supplierCuit]: 'EL TORNILLO SRL',
    });
  });
});
