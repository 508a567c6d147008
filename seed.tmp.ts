import { randomUUID } from 'node:crypto';
import { addMember } from '#lib/accounts/members.ts';
import { createUser } from '#lib/accounts/users.ts';
import { createWorkspace } from '#lib/accounts/workspaces.ts';
import { connectApp } from '#lib/accounts/apps.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { changeWorkflow } from '#lib/workflows/change-workflow.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { createApiKey } from '#lib/accounts/api-keys.ts';
import { newCuit } from './tests/support/e2e-cuit.ts';
import { withDatabase } from './tests/support/with-database.ts';
const dataDir = process.env.DATA_DIR ?? '';
await withDatabase({ dataDir }, async () => {
  const ids: Record<string, string> = {};
  for (const [slug, environment, name] of [['sur-sandbox', 'sandbox', 'Facturas del Sur'], ['sur-live', 'live', 'Facturas del Sur']] as const) {
    const workspace = await createWorkspace({ name, slug, environment, contactEmail: 'ayuda@sur.example' });
    ids[slug] = workspace.id;
    const operator = { workspace, actor: { kind: 'operator' as const } };
    await connectApp(operator, 'gov-ar');
    if (slug === 'sur-sandbox') {
      const { id } = await createUser({ name: 'Ana Quiroga', email: 'ana@sur.example', password: 'cuatro palabras sin relacion' });
      const bruno = await createUser({ name: 'Bruno Díaz', email: 'bruno@sur.example', password: 'cuatro palabras sin relacion' });
      await addMember(operator, id, 'owner'); await addMember(operator, bruno.id, 'member');
      ids.ana = id;
    } else await addMember(operator, ids.ana ?? '', 'owner');
    const ctx = { workspace, actor: { kind: 'user' as const, id: ids.ana ?? '' } };
    const register = await createWorkflow(ctx, { template: 'ar-supplier-registration', name: 'Registrar en ARCA' });
    if (slug === 'sur-live') continue;
    await createWorkflow(ctx, { template: 'ar-supplier-unregistration', name: 'Dar de baja en ARCA' });
    const white = await createWorkflow(ctx, WorkflowInput.parse({ name: 'Marca blanca, con aviso por webhook', description: 'Para las plataformas que mandan el enlace por su cuenta.', steps: [
      { provider: 'silo.state', config: { state: 'processing' } }, { provider: 'gov-ar.register' },
      { provider: 'webhook', config: { url: 'https://receptor.example.com/alta', event: 'link.ready', bearer_token: 'secreto-1', headers: { 'x-clave': 'abc' } } },
      { provider: 'gov-ar.wait.authorization', config: { timeout_days: 30 } }, { provider: 'silo.state', config: { state: 'registered' } } ],
      rescue: [{ provider: 'silo.state', config: { state: 'error' } }, { provider: 'webhook', config: { url: 'https://receptor.example.com/alta', event: 'failed' } }] }));
    await changeWorkflow(ctx, white.id, { name: 'Marca blanca' });
    const key = await createApiKey(ctx, { name: 'Producción de la plataforma' });
    await changeWorkflow({ workspace, actor: { kind: 'api-key', id: key.id } }, white.id, { steps: white.steps.map(({ id, provider, name, config }, i) => i === 2 ? { id, provider, name, config: { url: 'https://receptor.example.com/alta', event: 'enlace.listo', bearer_token: '********', headers: { 'x-clave': '********' } }, action: undefined, summary: undefined, notes: undefined } : { id, provider, name, config, summary: undefined, notes: undefined, action: undefined }) as never });
    const late = await createWorkflow(ctx, WorkflowInput.parse({ name: 'Webhook demasiado tarde', steps: [{ provider: 'gov-ar.register' }, { provider: 'gov-ar.wait.authorization' }, { provider: 'webhook', config: { url: 'https://receptor.example.com/alta' } }] }));
    await changeWorkflow(ctx, late.id, { disabled: true });
    const evil = await createWorkflow(ctx, WorkflowInput.parse({ name: '<img src=x onerror=alert(1)> ‮evil', steps: [{ provider: 'silo.state', config: { state: 'completed' }, name: '"><script>alert(1)</script>' }] }));
    const suppliers = [];
    for (const n of ['Ferretería El Tornillo S.R.L.', 'Panadería La Espiga S.A.', 'Librería y Papelería Nueva Generación del Noroeste Argentino Sociedad de Responsabilidad Limitada', '<b>Bold & Co</b>'])
      suppliers.push(await createEntry(ctx, { folder: 'suppliers', data: { name: n, tax_id: { country: 'AR', code: newCuit('30') } } }));
    const foreign = await createEntry(ctx, { folder: 'suppliers', data: { name: 'Compañía Oriental S.A.', tax_id: { country: 'UY', code: '211234560018' } } }).catch(() => undefined);
    for (const s of suppliers) await createJob(ctx, { workflow_id: register.id, silo_entry_id: s.id });
    for (const s of suppliers.slice(0, 2)) await createJob(ctx, { workflow_id: white.id, silo_entry_id: s.id, key: `pedido-${randomUUID()}`, args: { email: 'ana@tornillo.example', '<script>': 'x"><img src=x>' }, tags: ['alta', 'marzo'] });
    await createJob(ctx, { workflow_id: evil.id, silo_entry_id: (suppliers[3] ?? suppliers[0])!.id });
    if (foreign) await createJob(ctx, { workflow_id: register.id, silo_entry_id: foreign.id });
    const c = await createJob(ctx, { workflow_id: register.id, silo_entry_id: suppliers[1]!.id }); await cancelJob(ctx, c.id);
    for (let i = 0; i < 30; i++) await createJob(ctx, { workflow_id: evil.id, silo_entry_id: suppliers[i % 3]!.id });
    Object.assign(ids, { register: register.id, white: white.id, late: late.id, evil: evil.id });
  }
  console.log(JSON.stringify(ids));
});
