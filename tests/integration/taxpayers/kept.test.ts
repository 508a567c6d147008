import { expect, test } from 'vitest';
import type { Taxpayer } from '#lib/arca/taxpayers-register.ts';
import type { Context } from '#lib/context.ts';
import { fetchStoredTaxpayer, findTaxpayer, storeTaxpayer } from '#lib/taxpayers.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const hourMs = 3_600_000;
const now = new Date('2026-11-20T15:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);

onDatabase('a stored taxpayer', () => {
  async function kept(ctx: Context, readAt: Date, more: Partial<Taxpayer> | 'nobody' = {}) {
    const cuit = newCuit('30');
    const taxpayer: Taxpayer = { cuit, name: 'Corralón Norte S.A.', kind: 'company', remarks: [] };
    const said = more === 'nobody' ? undefined : { ...taxpayer, ...more };
    await storeTaxpayer(ctx, cuit, { taxpayer: said, readAt });
    return cuit;
  }
  const kindOf = async (ctx: Context, cuit: string, notOlderThanMs?: number) =>
    (await findTaxpayer(ctx, cuit, { now, ...(notOlderThanMs ? { notOlderThanMs } : {}) })).kind;

  test('is used for seven days, and a missing one for a day', async () => {
    const ctx = await newWorkspace();
    expect(await kindOf(ctx, await kept(ctx, ago(167)))).toBe('found');
    expect(await kindOf(ctx, await kept(ctx, ago(169)))).toBe('not-authorised');
    expect(await kindOf(ctx, await kept(ctx, ago(23), 'nobody'))).toBe('none');
    expect(await kindOf(ctx, await kept(ctx, ago(25), 'nobody'))).toBe('not-authorised');
  });

  test('is read again by a caller that it is too old for', async () => {
    const ctx = await newWorkspace();
    const cuit = await kept(ctx, ago(2));
    expect(await kindOf(ctx, cuit, 3 * hourMs)).toBe('found');
    expect(await kindOf(ctx, cuit, hourMs)).toBe('not-authorised');
  });

  test('has the instant of its reading, and is read again without a call', async () => {
    const ctx = await newWorkspace();
    const cuit = await kept(ctx, ago(5), { vat: { status: 'exempt', evidence: 'tax-32' } });
    const onAsk = () => Promise.reject(new Error('the authority was asked'));
    expect(await findTaxpayer(ctx, cuit, { now, onAsk })).toEqual({
      kind: 'found',
      taxpayer: {
        cuit,
        name: 'Corralón Norte S.A.',
        kind: 'company',
        vat: { status: 'exempt', evidence: 'tax-32' },
        remarks: [],
        readAt: ago(5),
      },
    });
  });

  test('is out of reach of another workspace', async () => {
    const cuit = await kept(await newWorkspace(), ago(1));
    const other = await newWorkspace();
    expect(await fetchStoredTaxpayer(other, cuit)).toBeUndefined();
    expect(await kindOf(other, cuit)).toBe('not-authorised');
  });

  test('is not replaced by an earlier reading', async () => {
    const ctx = await newWorkspace();
    const cuit = await kept(ctx, ago(1));
    await storeTaxpayer(ctx, cuit, { taxpayer: undefined, readAt: ago(2) });
    expect(await fetchStoredTaxpayer(ctx, cuit)).toMatchObject({ taxpayer: { cuit }, readAt: ago(1) });
  });

  test('is replaced when its date is in the future, after a clock was set back', async () => {
    const ctx = await newWorkspace();
    const cuit = await kept(ctx, new Date(Date.now() + 3_600_000));
    await storeTaxpayer(ctx, cuit, { taxpayer: undefined, readAt: ago(0) });
    expect(await fetchStoredTaxpayer(ctx, cuit)).toEqual({ taxpayer: undefined, readAt: ago(0) });
  });
});

onDatabase('a workspace without access to the register', () => {
  test('gets the missing delegate as the reason', async () => {
    expect(await findTaxpayer(await newWorkspace(), newCuit('30'), { now })).toEqual({
      kind: 'not-authorised',
      reason: 'no-delegate',
    });
  });
});
