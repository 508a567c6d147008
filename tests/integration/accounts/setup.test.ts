import { expect, test } from 'vitest';
import { fetchApp, isConnected } from '#lib/accounts/apps.ts';
import { listMemberships } from '#lib/accounts/members.ts';
import { completeSetup, isSetupOpen, prepareSetup } from '#lib/accounts/setup.ts';
import { database } from '#lib/database/client.ts';
import { setupCodes, users } from '#lib/database/tables/accounts.ts';
import { auditLog, entries } from '#lib/database/tables/silo.ts';
import { onNewDatabase } from '#tests/support/databases.ts';
import { signInAs, somebody } from '#tests/support/person.ts';

onNewDatabase('the setup of an empty installation', () => {
  const setup = (code: string, more = {}) =>
    completeSetup({
      ...somebody(),
      code,
      workspaceName: 'Facturas del Sur',
      environments: ['sandbox', 'live'],
      ...more,
    });

  test('has one code for all processes, and does not store it readable', async () => {
    const codes = await Promise.all([prepareSetup(), prepareSetup(), prepareSetup()]);
    expect(new Set(codes).size).toBe(1);
    // 26 letters of base32: 130 bits.
    expect(codes[0]?.replace(/[^0-9A-Z]/g, '')).toHaveLength(26);
    const [row] = await database().select().from(setupCodes);
    expect(JSON.stringify(row)).not.toContain(codes[0]);
  });

  test('refuses a wrong code and a weak password, and creates nothing', async () => {
    const code = (await prepareSetup()) ?? '';
    await expect(setup('00000-00000')).rejects.toMatchObject({ code: 'wrong-code' });
    await expect(setup(code, { password: 'password1234' })).rejects.toMatchObject({
      code: 'password-common',
    });
    expect([await isSetupOpen(), await database().$count(users)]).toEqual([true, 0]);
  });

  test('creates one owner when two people enter the code at once, however they type it', async () => {
    const code = (await prepareSetup()) ?? '';
    const tries = await Promise.allSettled([
      setup(` ${code.toLowerCase()} `),
      setup(code.replaceAll('-', '')),
    ]);
    const [made] = tries.filter((each) => each.status === 'fulfilled');
    const [refused] = tries.filter((each) => each.status === 'rejected');
    expect(refused?.reason).toMatchObject({ key: 'conflict', code: 'setup-done' });
    expect(await database().$count(users)).toBe(1);
    const memberships = await listMemberships(made?.value.userId ?? '');
    expect(memberships.map(({ workspace, role }) => [workspace.slug, workspace.environment, role])).toEqual([
      ['facturas-del-sur', 'live', 'owner'],
      ['facturas-del-sur-sandbox', 'sandbox', 'owner'],
    ]);
    // Each workspace has two rows: it was created, and its app was connected.
    expect(await database().$count(auditLog)).toBe(4);
    for (const workspace of made?.value.workspaces ?? []) {
      const app = await fetchApp({ workspace, actor: { kind: 'operator' } }, 'gov-ar');
      expect(isConnected(app)).toBe(true);
    }
    expect(await database().$count(entries)).toBe(0);
  });

  test('is closed once there is a user: no code is printed, and the old one is refused', async () => {
    expect([await prepareSetup(), await isSetupOpen()]).toEqual([undefined, false]);
    await expect(setup('anything')).rejects.toMatchObject({ code: 'setup-done' });
    await expect(signInAs(somebody('Eva'))).rejects.toMatchObject({ code: 'wrong-credentials' });
  });
});
