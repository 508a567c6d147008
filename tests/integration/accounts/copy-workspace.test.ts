// @module-tag slow
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { createApiKey, listApiKeys } from '#lib/accounts/api-keys.ts';
import { connectApp, fetchApp, fetchLogo, isConnected } from '#lib/accounts/apps.ts';
import { addMember, listMembers } from '#lib/accounts/members.ts';
import { createOwnedWorkspace, findWorkspaceBySlug } from '#lib/accounts/workspaces.ts';
import type { Context } from '#lib/context.ts';
import { CopyRequest, copyParts, copyToLive, planCopy } from '#lib/copy-workspace.ts';
import { database } from '#lib/database/client.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { changeAppSettings, LogoUri } from '#lib/registrations/app-settings.ts';
import { createEndpoint, EndpointInput, listEndpoints } from '#lib/webhooks/endpoints.ts';
import { changeWorkflow } from '#lib/workflows/change-workflow.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow, listWorkflows } from '#lib/workflows/definitions.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newPerson, type Person } from '#tests/support/person.ts';
import { png } from '#tests/support/pictures.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

onDatabase('a copy of a sandbox to live', () => {
  let ctx: Context;
  let owner: Person;
  let beto: Person;
  const liveOf = async (name: string): Promise<Context> => {
    const actor = { kind: 'user', id: owner.id, role: 'owner' } as const;
    return { workspace: await createOwnedWorkspace(owner.id, { name, environment: 'live' }), actor };
  };
  const requestFor = (target: object, more: object = {}) =>
    CopyRequest.parse({ target, existing: 'keep', parts: [...copyParts], ...more });
  const page = { limit: 50, ascending: true };

  beforeAll(async () => {
    const sandbox = await newWorkspace();
    owner = await newPerson({ ctx: sandbox, role: 'owner' });
    beto = await newPerson({ ctx: sandbox, role: 'operator' });
    ctx = { workspace: sandbox.workspace, actor: { kind: 'user', id: owner.id, role: 'owner' } };
    await connectApp(ctx, 'gov-ar');
    const logo = LogoUri.parse(`data:image/png;base64,${png(300, 90).toString('base64')}`);
    await changeAppSettings(ctx, 'gov-ar', {
      wizard: { name: 'Ñandú', colour: '#8a2be2', logo },
      reminderDays: [3],
    });
    await createWorkflow(ctx, WorkflowInput.parse({ template: 'ar-supplier-registration', key: 'alta' }));
    const steps = [
      {
        provider: 'webhook',
        config: { url: 'https://erp.example/step', bearer_token: 'of-the-sandbox' },
      },
    ];
    await createWorkflow(ctx, WorkflowInput.parse({ name: 'Con secreto', key: 'secreto', steps }));
    await createEndpoint(ctx, EndpointInput.parse({ url: 'https://erp.example/hook', events: ['*'] }));
    await createApiKey(ctx, { name: 'ERP', scopes: ['silo:read'] });
  });

  test('makes each part with secrets of its own, in a new workspace', async () => {
    const { slug, secrets } = await copyToLive(ctx, requestFor({ name: 'Producción de Ñandú' }));
    const workspace = await findWorkspaceBySlug(slug);
    if (!workspace) throw new Error('The live workspace is missing.');
    expect(workspace.environment).toBe('live');
    const live: Context = { ...ctx, workspace };
    const app = await fetchApp(live, 'gov-ar');
    expect(isConnected(app)).toBe(true);
    expect(app.settings).toMatchObject({ wizard: { name: 'Ñandú', colour: '#8a2be2' }, reminderDays: [3] });
    expect(await fetchLogo(live, 'gov-ar')).toEqual(await fetchLogo(ctx, 'gov-ar'));
    expect((await listEndpoints(live, page)).map(({ url }) => url)).toEqual(['https://erp.example/hook']);
    expect((await listApiKeys(live)).map(({ name, scopes }) => [name, scopes])).toEqual([
      ['ERP', ['silo:read']],
    ]);
    expect(secrets.map(({ kind }) => kind).sort()).toEqual(['key', 'signing']);
    expect(secrets.find(({ kind }) => kind === 'key')?.value).not.toContain('sandbox');
    const found = (await listMembers(live)).map(({ userId, role }) => [userId, role]);
    expect(found).toContainEqual([beto.id, 'operator']);
    const { list: workflows } = await listWorkflows(live, { limit: 50 });
    const byKey = new Map(workflows.map((each) => [each.key, each]));
    expect(byKey.get('alta')).toMatchObject({ disabled: false, template: 'ar-supplier-registration' });
    expect(byKey.get('secreto')?.disabled).toBe(true);
    expect(JSON.stringify(byKey.get('secreto'))).not.toContain('sealed');
    for (const [within, action] of [
      [ctx, 'workspace.copied'],
      [live, 'workspace.filled'],
    ] as const) {
      const lines = await database()
        .select()
        .from(auditLog)
        .where(eq(auditLog.workspaceId, within.workspace.id));
      expect(lines.map((line) => line.action)).toContain(action);
      expect(JSON.stringify(lines)).not.toContain(secrets[0]?.value);
    }
  });

  test('makes nothing twice', async () => {
    const live = await liveOf('Repetida');
    const request = requestFor({ slug: live.workspace.slug });
    await copyToLive(ctx, request);
    const again = await copyToLive(ctx, request);
    expect(again).toMatchObject({ made: 0, secrets: [] });
    expect(await listEndpoints(live, page)).toHaveLength(1);
    expect(await listApiKeys(live)).toHaveLength(1);
    const plan = await planCopy(ctx, request);
    expect(new Set(plan.map(({ outcome }) => outcome))).toEqual(new Set(['same']));
  });

  test('leaves what has other values, and replaces it if asked to', async () => {
    const live = await liveOf('Con lo suyo');
    await changeAppSettings(live, 'gov-ar', { reminderDays: [9] });
    const twin = await createWorkflow(
      live,
      WorkflowInput.parse({ template: 'ar-supplier-registration', key: 'alta' }),
    );
    await changeWorkflow(live, twin.id, { name: 'Otro nombre' });
    const target = { slug: live.workspace.slug };
    await copyToLive(ctx, requestFor(target));
    expect((await fetchApp(live, 'gov-ar')).settings.reminderDays).toEqual([9]);
    await copyToLive(ctx, requestFor(target, { existing: 'replace' }));
    expect((await fetchApp(live, 'gov-ar')).settings.reminderDays).toEqual([3]);
    const names = (await listWorkflows(live, { limit: 50 })).list.map(({ name }) => name);
    expect(names).not.toContain('Otro nombre');
  });

  test('copies only the chosen parts', async () => {
    const live = await liveOf('Solo marca');
    await copyToLive(ctx, requestFor({ slug: live.workspace.slug }, { parts: ['settings'] }));
    expect(await listEndpoints(live, page)).toEqual([]);
    expect(await listApiKeys(live)).toEqual([]);
    expect((await fetchApp(live, 'gov-ar')).settings.wizard?.name).toBe('Ñandú');
  });

  test('leaves out single workflows and endpoints, and says which addresses are local', async () => {
    const local = await createEndpoint(ctx, { url: 'https://10.0.0.7/hook', description: '', events: ['*'] });
    const live = await liveOf('Sin todo');
    const target = { slug: live.workspace.slug };
    const plan = await planCopy(ctx, requestFor(target));
    expect(plan.find(({ id }) => id === local.id)?.note).toBe('local');
    const workflow = plan.find(({ name }) => name === 'Con secreto')?.id;
    await copyToLive(ctx, requestFor(target, { without: [local.id, workflow] }));
    expect((await listEndpoints(live, page)).map(({ url }) => url)).toEqual(['https://erp.example/hook']);
    const names = (await listWorkflows(live, { limit: 50 })).list.map(({ name }) => name);
    expect(names).not.toContain('Con secreto');
  });

  test('needs an owner of both, and a live workspace as target', async () => {
    const stranger = await newWorkspace();
    await expect(copyToLive(ctx, requestFor({ slug: stranger.workspace.slug }))).rejects.toMatchObject({
      key: 'not-found',
    });
    const live = await liveOf('De otro');
    const operator: Context = { ...ctx, actor: { kind: 'user', id: beto.id, role: 'operator' } };
    const refused = copyToLive(operator, requestFor({ slug: live.workspace.slug }));
    await expect(refused).rejects.toMatchObject({ code: 'role-lacks' });
    // An owner of the sandbox who only works in live.
    const caro = await newPerson({ ctx, role: 'owner' });
    await addMember(live, caro.id, 'operator');
    const half: Context = { ...ctx, actor: { kind: 'user', id: caro.id, role: 'owner' } };
    await expect(planCopy(half, requestFor({ slug: live.workspace.slug }))).rejects.toMatchObject({
      key: 'not-found',
    });
    await expect(planCopy(live, requestFor({ name: 'Otra' }))).rejects.toMatchObject({
      code: 'not-a-sandbox',
    });
  });
});
