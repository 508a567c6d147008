import { expect, test } from 'vitest';
import { removeMember } from '#lib/accounts/members.ts';
import { listSavedViews, removeView, saveView } from '#lib/accounts/saved-views.ts';
import type { Context } from '#lib/context.ts';
import { sizeLimits } from '#lib/limits.ts';
import { listAudit } from '#lib/reports/audit-trail.ts';
import type { Role } from '#lib/roles.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newPerson } from '#tests/support/person.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

async function member(of: Context, role: Role): Promise<Context> {
  const { id } = await newPerson({ ctx: of, role });
  return { workspace: of.workspace, actor: { kind: 'user', id, role } };
}

const stuck = { list: 'registrations', filters: { stage: 'details', idle: '7' }, isShared: false } as const;

onDatabase('a saved view', () => {
  test('is its owner’s alone until it is shared with the workspace', async () => {
    const workspace = await newWorkspace();
    const [ana, beto] = [await member(workspace, 'operator'), await member(workspace, 'support')];
    const named = async (who: Context) =>
      (await listSavedViews(who, 'registrations')).map(({ name }) => name);
    await saveView(ana, { ...stuck, name: 'Trabados' });
    expect([await named(ana), await named(beto)]).toEqual([['Trabados'], []]);

    const { id } = await saveView(ana, { ...stuck, name: 'Trabados', isShared: true });
    expect(await listSavedViews(beto, 'registrations')).toEqual([
      {
        id,
        name: 'Trabados',
        filters: stuck.filters,
        isShared: true,
        sharedBy: expect.any(String),
        isRemovable: false,
      },
    ]);
    expect(await named(ana)).toEqual(['Trabados']);
    expect(await listSavedViews(ana, 'suppliers')).toEqual([]);
    const stranger = await member(await newWorkspace(), 'owner');
    expect(await named(stranger)).toEqual([]);
    await expect(removeView(stranger, id)).rejects.toMatchObject({ key: 'not-found' });
  });

  test('can be shared by anybody who writes in the workspace, and removed by its maker or an owner', async () => {
    const workspace = await newWorkspace();
    const [owner, ana, reader] = [
      await member(workspace, 'owner'),
      await member(workspace, 'operator'),
      await member(workspace, 'read-only'),
    ];
    const shared = { ...stuck, name: 'De todos', isShared: true };
    await expect(saveView(reader, shared)).rejects.toMatchObject({ code: 'role-lacks' });
    await saveView(reader, { ...shared, isShared: false });
    const { id } = await saveView(ana, shared);
    await expect(removeView(reader, id)).rejects.toMatchObject({ key: 'not-found' });
    await removeView(owner, id);
    expect(await listSavedViews(ana, 'registrations')).toEqual([]);
    // What is nobody’s but the reader’s an owner does not reach.
    const [own] = await listSavedViews(reader, 'registrations');
    await expect(removeView(owner, own?.id ?? '')).rejects.toMatchObject({ key: 'not-found' });
    const told = await listAudit(owner, { limit: 10, action: 'view.removed' });
    expect(told.map(({ detail }) => detail)).toEqual([{ list: 'registrations', name: 'De todos' }]);
  });

  test('is refused for a list that its reader may not see', async () => {
    const workspace = await newWorkspace();
    const support = await member(workspace, 'support');
    const ofInvoices = { ...stuck, list: 'invoices', name: 'Rechazadas' } as const;
    await expect(saveView(support, ofInvoices)).rejects.toMatchObject({ code: 'role-lacks' });
    await expect(listSavedViews(support, 'invoices')).rejects.toMatchObject({ code: 'role-lacks' });
  });

  test('stays for the others when its maker leaves', async () => {
    const workspace = await newWorkspace();
    const [owner, ana] = [await member(workspace, 'owner'), await member(workspace, 'operator')];
    const { id } = await saveView(ana, { ...stuck, name: 'De Ana', isShared: true });
    await removeMember(owner, { userId: ana.actor.id ?? '' });
    expect(await listSavedViews(owner, 'registrations')).toMatchObject([{ id, isRemovable: true }]);
  });

  test('is refused beyond the limit of views', async () => {
    const ana = await member(await newWorkspace(), 'operator');
    for (let view = 0; view < sizeLimits.savedViews; view += 1) {
      await saveView(ana, { ...stuck, name: `Vista ${view}` });
    }
    await expect(saveView(ana, { ...stuck, name: 'Otra' })).rejects.toMatchObject({ code: 'too-many-views' });
    await saveView(ana, { ...stuck, name: 'Vista 1', filters: {} });
    expect(await listSavedViews(ana, 'registrations')).toHaveLength(sizeLimits.savedViews);
  });
});
