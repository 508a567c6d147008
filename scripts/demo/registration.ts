import { v5 as uuidv5 } from 'uuid';
import { padron, wsfe } from '#lib/arca/services.ts';
import { type Environment, environments } from '#lib/authority-environment.ts';
import { type Call, caller } from './caller.ts';
import type { DemoFile, DemoWorkspace } from './report.ts';

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

/** The person who logs in to the simulator's portal. */
const demoPerson = { cuit: '20123456786', name: 'Ana Beltrán' };

/** Uses the API as an integrator does: an entry, a job on it, the link from the entry's meta. */
export async function runDemoRegistration(demo: Unregistered): Promise<DemoFile> {
  const workspaces = {} as DemoFile['workspaces'];
  for (const environment of environments) {
    const { delegation_workflow_id, ...workspace } = demo.workspaces[environment];
    await registerTaxpayers(demo.simulator_url, environment);
    const call = caller(demo.base_url, workspace.api_key);
    const startRegistration = async (name: string, data: object, workflow_id: string) => {
      const id = uuidv5(`demo ${name}`, workspace.id);
      const existing = await call('GET', `/silo/v1/entries/${id}`, undefined, [200, 404]);
      // Equal to the one that docs/delegation.md creates.
      const entryKey = name === 'company' ? { key: 'our-company' } : {};
      const entry = { folder: 'suppliers', data, ...entryKey };
      if (existing.id !== id) await call('PUT', `/silo/v1/entries/${id}`, entry);
      const key = name === 'supplier' ? 'demo' : `demo ${name}`;
      await call('POST', '/transform/v1/jobs', { workflow_id, silo_entry_id: id, key });
      return { silo_entry_id: id, link_url: await linkOf(call, id) };
    };
    const supplier = await startRegistration(
      'supplier',
      suppliers[environment],
      workspace.supplier_workflow_id,
    );
    const company = await startRegistration('company', ownCompany, workspace.supplier_workflow_id);
    await certifyOwnCompany(call, {
      environment,
      entryId: company.silo_entry_id,
      simulatorUrl: demo.simulator_url,
    });
    await call('PATCH', '/access/v1/apps/gov-ar', {
      delegate: { silo_entry_id: company.silo_entry_id, accepts_within_hours: 4 },
    });
    const delegation = {
      workflow_id: delegation_workflow_id,
      delegate_entry_id: company.silo_entry_id,
      ...(await startRegistration('delegator', delegator, delegation_workflow_id)),
    };
    workspaces[environment] = { ...workspace, ...supplier, delegation };
  }
  return { ...demo, workspaces };
}

/** Registers the companies in the simulator, whose portal then lists them by name, and the demo's person. */
async function registerTaxpayers(simulatorUrl: string, environment: Environment): Promise<void> {
  const companies = [suppliers[environment], ownCompany, delegator];
  for (const taxpayer of [
    ...companies.map(({ name, tax_id }) => ({ cuit: tax_id.code, name })),
    demoPerson,
  ]) {
    await postToSimulator(`${simulatorUrl}/${environment}/portal/api/taxpayers`, taxpayer);
  }
}

async function postToSimulator(address: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

interface OwnCompany {
  environment: Environment;
  entryId: string;
  simulatorUrl: string;
}

/** Registers the own company: gets a certificate from the portal, authorized for invoices and the register. */
async function certifyOwnCompany(
  call: Call,
  { environment, entryId, simulatorUrl }: OwnCompany,
): Promise<void> {
  const path = `/apps/gov-ar/v1/entry/${entryId}`;
  if ((await call('GET', `${path}/registration`)).state === 'completed') return;
  const portalApi = `${simulatorUrl}/${environment}/portal/api`;
  // In the sandbox the certificate is issued to the person.
  const cuit = environment === 'sandbox' ? demoPerson.cuit : ownCompany.tax_id.code;
  const { alias, csr } = await call('GET', `${path}/csr`);
  const { certificate } = await postToSimulator(`${portalApi}/certificates`, { cuit, alias, csr });
  for (const service of [wsfe.id, padron.id]) {
    const represented_cuit = ownCompany.tax_id.code;
    await postToSimulator(`${portalApi}/authorizations`, { cuit, alias, represented_cuit, service });
  }
  await call('POST', `${path}/certificate`, { certificate });
  await call('POST', `${path}/confirm`);
}

/** The job stores the link within a second or so. */
async function linkOf(call: Call, entryId: string): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const { meta } = await call('GET', `/silo/v1/entries/${entryId}`);
    const link = meta?.find(({ src, key }) => src === 'gov-ar' && key === 'link')?.link_url;
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The registration link did not appear.');
}
