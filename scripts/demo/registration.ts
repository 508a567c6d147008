import { v5 as uuidv5 } from 'uuid';
import { type Environment, environments } from '#lib/authority-environment.ts';
import type { DemoFile, DemoWorkspace } from './report.ts';

type Unregistered = Omit<DemoFile, 'workspaces'> & {
  workspaces: Record<'sandbox' | 'live', Omit<DemoWorkspace, 'silo_entry_id' | 'link_url'>>;
};

const suppliers = {
  sandbox: { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: '30-71234567-1' } },
  live: { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: '30-12345678-1' } },
};

/** Logs in to the stand-in's portal. */
const demoPerson = { cuit: '20123456786', name: 'Ana Beltrán' };

/** Through the API, as an integrator does: an entry, a job on it, the link from its meta. */
export async function runDemoRegistration(demo: Unregistered): Promise<DemoFile> {
  const workspaces = {} as DemoFile['workspaces'];
  for (const environment of environments) {
    const workspace = demo.workspaces[environment];
    await tellStandIn(demo.simulator_url, environment);
    const call = caller(demo.base_url, workspace.api_key);
    const id = uuidv5('demo supplier', workspace.id);
    const there = await call('GET', `/silo/v1/entries/${id}`, undefined, [200, 404]);
    if (there.id !== id) {
      await call('PUT', `/silo/v1/entries/${id}`, { folder: 'suppliers', data: suppliers[environment] });
    }
    const job = { workflow_id: workspace.supplier_workflow_id, silo_entry_id: id, key: 'demo' };
    await call('POST', '/transform/v1/jobs', job);
    const link_url = await linkOf(call, id);
    workspaces[environment] = { ...workspace, silo_entry_id: id, link_url };
  }
  return { ...demo, workspaces };
}

/** So that the portal offers the supplier by its name, as ARCA's would; and greets whom the report suggests. */
async function tellStandIn(simulatorUrl: string, environment: Environment): Promise<void> {
  const { name, tax_id } = suppliers[environment];
  for (const taxpayer of [{ cuit: tax_id.code, name }, demoPerson]) {
    const answer = await fetch(`${simulatorUrl}/${environment}/portal/api/taxpayers`, {
      method: 'POST',
      body: JSON.stringify(taxpayer),
    });
    if (!answer.ok) throw new Error(`the simulator answered ${answer.status}: ${await answer.text()}`);
  }
}

type Call = ReturnType<typeof caller>;

function caller(baseUrl: string, apiKey: string) {
  return async (method: string, path: string, body?: object, expected = [200, 202]) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const json = (await answer.json()) as {
      id?: string;
      meta?: { src: string; key: string; link_url?: string }[];
    };
    if (!expected.includes(answer.status)) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(json)}`);
    }
    return json;
  };
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
