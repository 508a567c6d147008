import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v5 as uuidv5 } from 'uuid';
import { createApiKey } from '#lib/accounts/api-keys.ts';
import { connectApp } from '#lib/accounts/apps.ts';
import { addMember } from '#lib/accounts/members.ts';
import { setPassword } from '#lib/accounts/sessions.ts';
import { createUser, findUserByEmail } from '#lib/accounts/users.ts';
import { createWorkspace, findWorkspaceBySlug } from '#lib/accounts/workspaces.ts';
import { type Environment, environments } from '#lib/authority-environment.ts';
import type { Context } from '#lib/context.ts';
import { claimDataDirectory } from '#lib/data-directory.ts';
import { setDatabase } from '#lib/database/client.ts';
import { openInstallation } from '#lib/database/installation.ts';
import { randomText } from '#lib/random-text.ts';
import { createWorkflow, listWorkflowNames } from '#lib/workflows/definitions.ts';
import type { TemplateName } from '#lib/workflows/templates.ts';
import workflowTexts from '#messages/console/workflows.es.json' with { type: 'json' };
import { buildIfNeeded } from './build-if-needed.ts';
import { startChild, stopChild, waitUntilReady } from './child.ts';
import { type Call, caller } from './demo/caller.ts';
import { type DemoReceiver, startDemoReceiver } from './demo/receiver.ts';
import { type DemoFile, type DemoWorkspace, environmentFile, environmentOf, report } from './demo/report.ts';

const description = 'The demo’s receiver';

/** Has both workspaces tell the receiver of everything, wherever it listens this time. */
async function listenAt(
  receiver: DemoReceiver,
  workspaces: Record<Environment, { api_key: string }>,
  baseUrl: string,
): Promise<void> {
  for (const environment of environments) {
    const call = caller(baseUrl, workspaces[environment].api_key);
    const endpoints = '/transform/v1/webhooks/endpoints';
    const { list = [] } = await call('GET', `${endpoints}?limit=100`);
    const there = list.find((endpoint) => endpoint.description === description);
    const url = `${receiver.url}/${environment}`;
    const { id } = there
      ? await call('PATCH', `${endpoints}/${there.id}`, { url })
      : await call('POST', endpoints, { url, description, events: ['*'] });
    // Nobody keeps it over a restart: each start has its own.
    const { secret } = await call('POST', `${endpoints}/${id}/secrets`, { overlap_hours: 0 });
    if (secret) receiver.expect(environment, secret);
  }
}

type Unregistered = Omit<DemoFile, 'workspaces'> & {
  workspaces: Record<
    'sandbox' | 'live',
    Omit<DemoWorkspace, 'silo_entry_id' | 'link_url' | 'delegation'> & { delegation_workflow_id: string }
  >;
};

const suppliers = {
  sandbox: { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: '30-71234567-1' } },
  live: { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: '30-12345678-1' } },
};

const ownCompany = { name: 'Facturas del Sur S.A.', tax_id: { country: 'AR', code: '30-70707070-2' } };
const delegator = { name: 'Almacén del Sur S.R.L.', tax_id: { country: 'AR', code: '30-60606060-9' } };

/** Logs in to the stand-in's portal. */
const demoPerson = { cuit: '20123456786', name: 'Ana Beltrán' };

/** Through the API, as an integrator does: an entry, a job on it, the link from its meta. */
async function runDemoRegistration(demo: Unregistered): Promise<DemoFile> {
  const workspaces = {} as DemoFile['workspaces'];
  for (const environment of environments) {
    const { delegation_workflow_id, ...workspace } = demo.workspaces[environment];
    await tellStandIn(demo.simulator_url, environment);
    const call = caller(demo.base_url, workspace.api_key);
    const begin = async (what: string, data: object, workflow_id: string) => {
      const id = uuidv5(`demo ${what}`, workspace.id);
      const there = await call('GET', `/silo/v1/entries/${id}`, undefined, [200, 404]);
      if (there.id !== id) await call('PUT', `/silo/v1/entries/${id}`, { folder: 'suppliers', data });
      const key = what === 'supplier' ? 'demo' : `demo ${what}`;
      await call('POST', '/transform/v1/jobs', { workflow_id, silo_entry_id: id, key });
      return { silo_entry_id: id, link_url: await linkOf(call, id) };
    };
    const supplier = await begin('supplier', suppliers[environment], workspace.supplier_workflow_id);
    const company = await begin('company', ownCompany, workspace.supplier_workflow_id);
    await certifyOwnCompany(call, {
      environment,
      entryId: company.silo_entry_id,
      standIn: demo.simulator_url,
    });
    await call('PATCH', '/access/v1/apps/gov-ar', {
      delegate: { silo_entry_id: company.silo_entry_id, accepts_within_hours: 4 },
    });
    const delegation = {
      workflow_id: delegation_workflow_id,
      delegate_entry_id: company.silo_entry_id,
      ...(await begin('delegator', delegator, delegation_workflow_id)),
    };
    workspaces[environment] = { ...workspace, ...supplier, delegation };
  }
  return { ...demo, workspaces };
}

/** So that the portal offers the supplier by its name, as ARCA's would; and greets whom the report suggests. */
async function tellStandIn(simulatorUrl: string, environment: Environment): Promise<void> {
  const companies = [suppliers[environment], ownCompany, delegator];
  for (const taxpayer of [
    ...companies.map(({ name, tax_id }) => ({ cuit: tax_id.code, name })),
    demoPerson,
  ]) {
    await askStandIn(`${simulatorUrl}/${environment}/portal/api/taxpayers`, taxpayer);
  }
}

async function askStandIn(address: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

interface OwnCompany {
  environment: Environment;
  entryId: string;
  standIn: string;
}

/** What its people would do in the wizard and the portal: a certificate, authorized for invoices and for the register. */
async function certifyOwnCompany(call: Call, { environment, entryId, standIn }: OwnCompany): Promise<void> {
  const path = `/apps/gov-ar/v1/entry/${entryId}`;
  if ((await call('GET', `${path}/registration`)).state === 'completed') return;
  const office = `${standIn}/${environment}/portal/api`;
  // In the sandbox the certificate is the person's.
  const cuit = environment === 'sandbox' ? demoPerson.cuit : ownCompany.tax_id.code;
  const { alias, csr } = await call('GET', `${path}/csr`);
  const { certificate } = await askStandIn(`${office}/certificates`, { cuit, alias, csr });
  for (const service of ['wsfe', 'ws_sr_constancia_inscripcion']) {
    const represented_cuit = ownCompany.tax_id.code;
    await askStandIn(`${office}/authorizations`, { cuit, alias, represented_cuit, service });
  }
  await call('POST', `${path}/certificate`, { certificate });
  await call('POST', `${path}/confirm`);
}

/** The job puts the link there within a second or so. */
async function linkOf(call: Call, entryId: string): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const { meta } = await call('GET', `/silo/v1/entries/${entryId}`);
    const link = meta?.find(({ src, key }) => src === 'gov-ar' && key === 'link')?.link_url;
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The registration link did not appear.');
}

/**
 * `npm run demo`: the simulator, the application on a PostgreSQL of its own, a workspace of each environment
 * with a supplier waiting in the wizard. Run again it finds what it made.
 */
const port = Number(process.env.PORT ?? 3000);
const simulatorPort = Number(process.env.SIMULATOR_PORT ?? 3100);
/** Any that is free, unless this is the only demo. */
const receiverPort = Number(process.env.RECEIVER_PORT ?? (process.env.PORT ? 0 : 3200));
const dataDir = process.env.DATA_DIR ?? '.data';
const origin = process.env.ALTA_ORIGIN ?? `http://localhost:${port}`;
const simulatorUrl = `http://localhost:${simulatorPort}`;
const demoFile = join(dataDir, 'demo.json');

claimDataDirectory(dataDir);
Object.assign(process.env, {
  NODE_ENV: 'production',
  PORT: String(port),
  DATA_DIR: dataDir,
  // The demo has its own, whatever the machine has configured.
  DATABASE_URL: '',
  ALTA_ORIGIN: origin,
  ALTA_VAULT_KEY: '',
  ALTA_VAULT_KEY_FILE: demoVaultKey(),
  ARCA_SANDBOX_URL: `${simulatorUrl}/sandbox`,
  ARCA_LIVE_URL: `${simulatorUrl}/live`,
  // Its stand-in has nothing against more logins.
  ARCA_SHARED_TICKET_SECONDS: '30',
  // Its receiver of webhooks is on this machine.
  WEBHOOK_LOOPBACK: isHere(origin) ? 'allow' : 'refuse',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
});

buildIfNeeded();
const seeded = seed();

const simulator = startChild(
  'simulator/main.ts',
  { SIMULATOR_PORT: String(simulatorPort), SIMULATOR_DATA_DIR: join(dataDir, 'simulator') },
  (line) => console.error(`simulator: ${line}`),
);
const app = startChild('scripts/start.ts', {}, (line) => console.error(line));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
let stopping = false;
for (const child of [app, simulator]) child.once('exit', () => void stop());

try {
  await waitUntilReady(simulatorUrl, simulator);
  await waitUntilReady(`${origin}/api/health/ready`, app);
  const addresses = { origin, base_url: `${origin}/api`, simulator_url: simulatorUrl };
  const receiver = isHere(origin) ? await startDemoReceiver(receiverPort) : undefined;
  if (receiver) await listenAt(receiver, seeded.workspaces, addresses.base_url);
  const registered = await runDemoRegistration({ ...addresses, ...seeded });
  const demo = { ...registered, ...(receiver ? { receiver_url: receiver.url } : {}) };
  writeWhole(demoFile, `${JSON.stringify(demo, null, 2)}\n`);
  writeWhole(environmentFile(demoFile), environmentOf(demo));
  console.log(report(demo, demoFile));
} catch (error) {
  console.error(error);
  await stop(1);
}

async function stop(code?: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await stopChild(app);
  await stopChild(simulator);
  process.exit(code ?? app.exitCode ?? 0);
}

/** Nothing else may be sent to this machine's own addresses. */
function isHere(address: string): boolean {
  return ['localhost', '127.0.0.1'].includes(new URL(address).hostname);
}

/** All of it or nothing: what is read at the next start is never half a file. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The demo's own key, beside its data: everywhere else the operator brings one. */
function demoVaultKey(): string {
  const file = join(dataDir, 'vault.key');
  if (!existsSync(file)) writeWhole(file, `${randomBytes(32).toString('base64')}\n`);
  return file;
}

/** Makes what the demo's workspaces lack, and returns what they have. */
function seed(): Seeded {
  const { status, output } = spawnSync(process.execPath, ['scripts/demo.ts'], {
    input: existsSync(demoFile) ? readFileSync(demoFile) : '',
    stdio: ['pipe', 'inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) process.exit(1);
  return JSON.parse(output[3] ?? '');
}

type Seeded = Pick<DemoFile, 'console'> & {
  workspaces: Record<
    Environment,
    Pick<
      DemoFile['workspaces']['live'],
      'id' | 'api_key' | 'supplier_workflow_id' | 'invoice_workflow_id'
    > & {
      delegation_workflow_id: string;
    }
  >;
};

const demoEmail = 'demo@alta.example';

/*
 * A program of its own: what it loads is not kept by the demo's launcher. It reads the demo's file, if there is one, and
 * writes what it made to descriptor 3. Workspaces, user, API keys and workflows are made before the application opens the database.
 * What the file says was made is kept; a key or password that was lost with it is made anew.
 */
try {
  const before = readFileSync(0, 'utf8');
  const seeded = await seedDemo(before ? JSON.parse(before) : undefined);
  // Its own output has the log.
  writeFileSync(3, JSON.stringify(seeded));
} catch (error) {
  console.error(`The demo did not start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

async function seedDemo(before: DemoFile | undefined): Promise<Seeded> {
  const opened = await openInstallation();
  try {
    const password = await demoPassword(before);
    const user = await findUserByEmail(demoEmail);
    const workspaces = {} as Seeded['workspaces'];
    for (const environment of environments) {
      workspaces[environment] = await seedWorkspace(environment, user?.id, before);
    }
    return { console: { email: demoEmail, password }, workspaces };
  } finally {
    await opened.close();
    setDatabase(undefined);
  }
}

async function demoPassword(before: DemoFile | undefined): Promise<string> {
  const user = await findUserByEmail(demoEmail);
  if (user && before) return before.console.password;
  const password = randomText(20);
  if (user) await setPassword(user.id, password);
  else await createUser({ name: 'Demo', email: demoEmail, password });
  return password;
}

async function seedWorkspace(
  environment: Environment,
  userId: string | undefined,
  before: DemoFile | undefined,
) {
  const slug = `demo-${environment}`;
  const name = environment === 'sandbox' ? 'Facturas del Sur (pruebas)' : 'Facturas del Sur';
  const workspace =
    (await findWorkspaceBySlug(slug)) ??
    (await createWorkspace({ name, slug, environment, contactEmail: 'ayuda@facturasdelsur.example' }));
  const ctx: Context = { workspace, actor: { kind: 'operator' } };
  await connectApp(ctx, 'gov-ar');
  if (userId) await addMember(ctx, userId, 'owner');
  const there = await listWorkflowNames(ctx);
  const workflowOf = async (template: TemplateName) =>
    there.find((workflow) => workflow.template === template) ??
    (await createWorkflow(ctx, { template, ...inSpanish(template) }));
  const supplierWorkflow = await workflowOf('ar-supplier-registration');
  const invoiceWorkflow = await workflowOf('ar-invoice');
  const delegationWorkflow = await workflowOf('ar-supplier-delegation');
  const known = before?.workspaces[environment];
  const api_key =
    known?.id === workspace.id ? known.api_key : (await createApiKey(ctx, { name: 'Demo' })).token;
  return {
    id: workspace.id,
    api_key,
    supplier_workflow_id: supplierWorkflow.id,
    invoice_workflow_id: invoiceWorkflow.id,
    delegation_workflow_id: delegationWorkflow.id,
  };
}

/** As the Console names what it makes of a template. */
function inSpanish(template: TemplateName): { name: string; description: string } {
  const { name, description } = workflowTexts.templates[template];
  return { name, description };
}
