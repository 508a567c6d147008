import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, rotateApiKey } from '#lib/accounts/api-keys.ts';
import { deactivateUser } from '#lib/accounts/deactivate-user.ts';
import {
  composeInvitation,
  createInvitation,
  findInvitation,
  joinByInvitation,
  listInvitations,
  revokeInvitation,
  signUpByInvitation,
} from '#lib/accounts/invitations.ts';
import { changeRole, listMembers, listMemberships, removeMember } from '#lib/accounts/members.ts';
import { stopRequiringSecondFactor } from '#lib/accounts/second-factor.ts';
import { createOwnedWorkspace } from '#lib/accounts/workspaces.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { invitations, users } from '#lib/database/tables/accounts.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { extendLink, issueNewLink } from '#lib/registrations/link.ts';
import { mailEntryLink } from '#lib/registrations/registration-mails.ts';
import { changeEndpoint, createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { addSecret, rotateSecret } from '#lib/webhooks/secrets.ts';
import { changeWorkflow } from '#lib/workflows/change-workflow.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newPerson, type Person, signInAs, somebody } from '#tests/support/person.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';

interface Owner {
  person: Person;
  ctx: Context;
}

const hook = EndpointInput.parse({ url: 'https://erp.example/hook', events: ['*'] });

onDatabase('members', () => {
  let ctx: Context;
  let ana: Person;
  beforeAll(async () => {
    const operator = await newWorkspace();
    ana = await newPerson({ ctx: operator, role: 'owner' });
    ctx = { workspace: operator.workspace, actor: { kind: 'user', id: ana.id, role: 'owner' } };
  });

  const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1) ?? '';
  const roleOf = async (userId: string) =>
    (await listMembers(ctx)).find((member) => member.userId === userId)?.role;

  describe('an invitation', () => {
    test('is good for one person, also when two use it at once', async () => {
      const token = tokenOf(await createInvitation(ctx, { role: 'operator', note: 'Beto' }));
      const before = await database().$count(users);
      const tries = await Promise.allSettled([
        signUpByInvitation(token, somebody('Beto')),
        signUpByInvitation(token, somebody('Caro')),
      ]);
      expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const [refused] = tries.filter((each) => each.status === 'rejected');
      expect(refused?.reason).toMatchObject({ key: 'gone', code: 'invitation-gone' });
      expect(await database().$count(users)).toBe(before + 1);
      expect(await findInvitation(token)).toBeUndefined();
    });

    test('is mailed with a link of its own, and the last one sent is the one that works', async () => {
      const to = `mandada-${Date.now()}@example.com`;
      const made = await createInvitation(ctx, { role: 'operator', mail: { to, locale: 'es-AR' } });
      const [row] = await database().select().from(mails).where(eq(mails.subject, made.id));
      expect(row).toMatchObject({ kind: 'member-invitation', to });
      if (!row) return;
      const mail = { ...row, kind: 'member-invitation', data: { locale: 'es-AR' } } as const;
      const linkOf = async () => {
        const composed = await composeInvitation(mail, new Date());
        const text = composed.kind === 'send' ? (composed.letters[0]?.text ?? '') : '';
        return /\/invite\/(\w+)/.exec(text)?.[1] ?? '';
      };
      const [first, second] = [await linkOf(), await linkOf()];
      expect(await findInvitation(tokenOf(made))).toBeUndefined();
      expect(await findInvitation(first)).toBeUndefined();
      expect(await findInvitation(second)).toMatchObject({ role: 'operator' });
      expect((await listInvitations(ctx)).map(({ note }) => note)).toContain(to);
      await revokeInvitation(ctx, { id: made.id });
      expect(await composeInvitation(mail, new Date())).toEqual({ kind: 'not-needed' });
    });

    test('is mailed to an address only a few times a day', async () => {
      const mail = { to: `muchas-${Date.now()}@example.com`, locale: 'en' } as const;
      for (const _ of Array.from({ length: 5 })) await createInvitation(ctx, { role: 'operator', mail });
      await expect(createInvitation(ctx, { role: 'operator', mail })).rejects.toMatchObject({
        code: 'too-many-mails',
      });
    });

    const many = { tags: ['slow'] };
    test('is not mailed a hundred and one times a day by a workspace that withdraws them', many, async () => {
      const own = await newWorkspace();
      const invite = async (at: number) => {
        const mail = { to: `${own.workspace.id}-${at}@example.com`, locale: 'en' } as const;
        await revokeInvitation(own, await createInvitation(own, { role: 'support', mail }));
      };
      for (const at of Array.from({ length: 100 }).keys()) await invite(at);
      await expect(invite(100)).rejects.toMatchObject({ code: 'too-many-mails' });
      await createInvitation(own, { role: 'support' });
    });

    test('makes an account that can log in, with the role of the invitation', async () => {
      const token = tokenOf(await createInvitation(ctx, { role: 'owner' }));
      expect(await findInvitation(token)).toMatchObject({ role: 'owner', invitedBy: ana.name });
      const dora = somebody('Dora');
      const { userId, workspace } = await signUpByInvitation(token, dora);
      expect([workspace.id, await roleOf(userId)]).toEqual([ctx.workspace.id, 'owner']);
      await signInAs(dora);
      await removeMember(ctx, { userId });
    });

    test('admits an existing account, and is not used up by a member', async () => {
      const token = tokenOf(await createInvitation(ctx, { role: 'operator' }));
      await expect(joinByInvitation(token, ana.id)).rejects.toMatchObject({ code: 'already-member' });
      const eva = await newPerson();
      await joinByInvitation(token, eva.id);
      expect(await roleOf(eva.id)).toBe('operator');
    });

    test('stays open when somebody signs up with an address that has an account', async () => {
      const token = tokenOf(await createInvitation(ctx, { role: 'operator' }));
      const again = { ...somebody(), email: ana.email.toUpperCase() };
      await expect(signUpByInvitation(token, again)).rejects.toMatchObject({ code: 'email-taken' });
      expect(await findInvitation(token)).toBeDefined();
    });

    test('looks the same when it is withdrawn, too old, dated ahead or unknown', async () => {
      const withdrawn = await createInvitation(ctx, { role: 'operator' });
      await revokeInvitation(ctx, withdrawn);
      const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000);
      const old = await createInvitation(ctx, { role: 'operator' }, eightDaysAgo);
      const tomorrow = new Date(Date.now() + 86_400_000);
      const ahead = await createInvitation(ctx, { role: 'operator' }, tomorrow);
      for (const token of [tokenOf(withdrawn), tokenOf(old), tokenOf(ahead), 'A'.repeat(43), 'x', '']) {
        expect(await findInvitation(token)).toBeUndefined();
        const signUp = signUpByInvitation(token, somebody());
        await expect(signUp).rejects.toMatchObject({ code: 'invitation-gone' });
      }
    });

    test('is stored without its token, and is out of reach of another workspace', async () => {
      const made = await createInvitation(ctx, { role: 'operator' });
      expect(JSON.stringify(await database().select().from(invitations))).not.toContain(tokenOf(made));
      const other = await newWorkspace();
      expect(await listInvitations(other)).toEqual([]);
      await expect(revokeInvitation(other, made)).rejects.toMatchObject({ key: 'not-found' });
    });

    test('is withdrawn when the owner who made it loses the role', async () => {
      const fede = await newPerson({ ctx, role: 'owner' });
      const made = await createInvitation(
        { workspace: ctx.workspace, actor: { kind: 'user', id: fede.id, role: 'owner' } },
        { role: 'owner' },
      );
      await changeRole(ctx, { userId: fede.id, role: 'operator' });
      expect(await findInvitation(tokenOf(made))).toBeUndefined();
    });
  });

  describe('an owner who loses the role', () => {
    const asOwner = ({ id }: Person): Context => ({
      workspace: ctx.workspace,
      actor: { kind: 'user', id, role: 'owner' },
    });

    test.each<[string, (person: Person) => Promise<unknown>]>([
      ['is demoted', ({ id }) => changeRole(ctx, { userId: id, role: 'operator' })],
      ['is removed', ({ id }) => removeMember(ctx, { userId: id })],
      ['is deactivated', ({ email }) => deactivateUser({ email })],
    ])('leaves no invitation, of six that they send while they %s', async (_how, end) => {
      for (let round = 0; round < 3; round += 1) {
        const fede = await newPerson({ ctx, role: 'owner' });
        const [ended] = await Promise.allSettled([
          end(fede),
          ...Array.from({ length: 6 }, () =>
            createInvitation(asOwner(fede), { role: 'owner', note: fede.id }),
          ),
        ]);
        expect(ended.status).toBe('fulfilled');
        expect((await listInvitations(ctx)).filter(({ note }) => note === fede.id)).toEqual([]);
      }
    });

    test('is refused every act that grants rights, also one that began before', async () => {
      const { entryId } = await newRegistration(ctx);
      const { id: workflow } = await newRegistrationWorkflow(ctx);
      const { id: key } = await createApiKey(ctx, { name: 'ERP' });
      const endpoint = await createEndpoint(ctx, hook);
      const handingOut: Record<string, (fede: Context) => Promise<unknown>> = {
        createInvitation: (fede) => createInvitation(fede, { role: 'owner' }),
        createApiKey: (fede) => createApiKey(fede, { name: 'Mine' }),
        rotateApiKey: (fede) => rotateApiKey(fede, { id: key, overlapHours: 1 }),
        changeRole: (fede) => changeRole(fede, { userId: fede.actor.id ?? '', role: 'owner' }),
        removeMember: (fede) => removeMember(fede, { userId: ana.id }),
        stopRequiringSecondFactor,
        addSecret,
        rotateSecret: (fede) => rotateSecret(fede, { overlapHours: 1 }),
        createEndpoint: (fede) => createEndpoint(fede, hook),
        changeEndpoint: (fede) => changeEndpoint(fede, endpoint.id, { url: hook.url }),
        createWorkflow: newRegistrationWorkflow,
        changeWorkflow: (fede) => changeWorkflow(fede, workflow, { name: 'Mine' }),
        changeAppSettings: (fede) => changeAppSettings(fede, 'gov-ar', { linkLifetimeDays: 365 }),
        issueNewLink: (fede) => issueNewLink(fede, entryId),
        extendLink: (fede) => extendLink(fede, entryId, { days: 365 }),
        mailEntryLink: (fede) => mailEntryLink(fede, entryId, { to: 'fede@example.com' }),
      };
      const came: Record<string, unknown> = {};
      for (const [name, handOut] of Object.entries(handingOut)) {
        const fede = await newPerson({ ctx, role: 'owner' });
        const handedOut = await database().transaction(async (tx) => {
          await changeRole({ ...ctx, tx }, { userId: fede.id, role: 'read-only' });
          // Begun while the demotion is under way, as an owner.
          const begun = handOut(asOwner(fede)).then(
            () => 'done',
            (error: { code?: string }) => error.code,
          );
          return { begun };
        });
        came[name] = await handedOut.begun;
        await removeMember(ctx, { userId: fede.id });
      }
      expect(came).toEqual(Object.fromEntries(Object.keys(handingOut).map((name) => [name, 'role-lacks'])));
    });
  });

  describe('the last owner', () => {
    test('can be neither removed nor demoted', async () => {
      const refusal = { key: 'conflict', code: 'last-owner' };
      await expect(removeMember(ctx, { userId: ana.id })).rejects.toMatchObject(refusal);
      await expect(changeRole(ctx, { userId: ana.id, role: 'operator' })).rejects.toMatchObject(refusal);
      expect(await roleOf(ana.id)).toBe('owner');
    });

    const demote = (ctx: Context, { id }: Person) => changeRole(ctx, { userId: id, role: 'operator' });
    const remove = (ctx: Context, { id }: Person) => removeMember(ctx, { userId: id });
    test.each<[string, (eva: Owner, gus: Owner) => Promise<unknown>[]]>([
      ['demote each other', (eva, gus) => [demote(eva.ctx, gus.person), demote(gus.ctx, eva.person)]],
      ['remove each other', (eva, gus) => [remove(eva.ctx, gus.person), remove(gus.ctx, eva.person)]],
      ['both leave', (eva, gus) => [remove(eva.ctx, eva.person), remove(gus.ctx, gus.person)]],
      ['leave and are demoted', (eva, gus) => [remove(eva.ctx, eva.person), demote(eva.ctx, gus.person)]],
      ['step back and are removed', (eva, gus) => [demote(eva.ctx, eva.person), remove(eva.ctx, gus.person)]],
    ])('remains when two owners %s at once', async (_how, tries) => {
      const eva = await newPerson();
      const workspace = await createOwnedWorkspace(eva.id, { name: 'Dos', environment: 'live' });
      const as = (person: Person): Owner => ({
        person,
        ctx: { workspace, actor: { kind: 'user', id: person.id, role: 'owner' } },
      });
      const gus = await newPerson({ ctx: as(eva).ctx, role: 'owner' });
      const settled = await Promise.allSettled(tries(as(eva), as(gus)));
      expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await listMembers(as(eva).ctx)).filter(({ role }) => role === 'owner')).toHaveLength(1);
    });
  });

  test('of another workspace are out of reach', async () => {
    const stranger = await newPerson({ ctx: await newWorkspace(), role: 'operator' });
    await expect(removeMember(ctx, { userId: stranger.id })).rejects.toMatchObject({ key: 'not-found' });
    expect(await listMemberships(stranger.id)).toHaveLength(1);
  });

  test('get a different slug for each workspace, whatever its name is', async () => {
    const eva = await newPerson();
    for (const environment of ['live', 'sandbox', 'live'] as const) {
      await createOwnedWorkspace(eva.id, { name: 'Ñandú & Cía.', environment });
    }
    await createOwnedWorkspace(eva.id, { name: '漢字', environment: 'live' });
    const slugs = (await listMemberships(eva.id)).map(({ workspace }) => workspace.slug);
    expect(slugs.sort()).toEqual(['nandu-cia', 'nandu-cia-2', 'nandu-cia-sandbox', 'workspace']);
  });
});
