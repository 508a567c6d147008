import type { Environment } from '#lib/authority-environment.ts';
import { apiClient, askApi, eventually } from './api-client.ts';
import type { E2eAlta } from './e2e-alta.ts';
import type { WorkspaceName } from './e2e-seed.ts';
import { newCuit } from './new-cuit.ts';
import type { PointOfSaleInput } from './simulator.ts';

const steps = ['', 'datos', 'habilitar', 'certificado', 'subir', 'autorizar', 'end'] as const;
export type Reached = (typeof steps)[number];

export const supplierName = 'Ferretería El Tornillo S.R.L.';

/** A supplier created through the API, with a link to the wizard and a representative at the authority. */
export type Supplier = Awaited<ReturnType<typeof newSupplier>>;

/** Data needed to go through the wizard and the portal. */
export type Applicant = Pick<Supplier, 'environment' | 'cuit' | 'person' | 'link' | 'portal'>;

export async function newSupplier(
  alta: E2eAlta,
  workspace: WorkspaceName,
  /** By default the registration workflow of the template. */
  workflow = alta.seeded[workspace].workflow,
  /** By default a company with a representative. A person may also be their own supplier. */
  { cuit = newCuit('30'), person = newCuit('27') } = {},
) {
  const { environment, apiKey } = alta.seeded[workspace];
  const { simulator } = alta;
  const call = apiClient(alta.origin, apiKey);
  await simulator.addTaxpayer(environment, { cuit, name: supplierName, represented_by: [person] });
  const data = { name: supplierName, tax_id: { country: 'AR', code: cuit } };
  const { body: entry } = await call('POST', '/silo/v1/entries', { folder: 'suppliers', data });
  await call('POST', '/transform/v1/jobs', { workflow_id: workflow, silo_entry_id: entry.id });
  const readEntry = async () => (await call('GET', `/silo/v1/entries/${entry.id}`)).body;
  const { meta } = await eventually(readEntry, ({ meta }) => meta?.length > 0);
  const link: string = meta[0].link_url;
  const path = `/apps/gov-ar/v1/entry/${entry.id}`;
  // In the sandbox the certificate belongs to the person, in live to the company.
  const holder = environment === 'sandbox' ? person : cuit;

  const request = async () => (await call('GET', `${path}/csr`)).body as { alias: string; csr: string };
  const issue = async (changes: { cuit?: string; alias?: string; environment?: Environment } = {}) => {
    const { alias, csr } = await request();
    const { environment: office = environment, ...application } = changes;
    return (await simulator.issueCertificate(office, { cuit: holder, alias, csr, ...application }))
      .certificate;
  };
  const authorise = async (represented = cuit, alias?: string) =>
    simulator.authorise(environment, {
      cuit: holder,
      alias: alias ?? (await request()).alias,
      represented_cuit: represented,
    });
  const send = async (step: string, fields: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(`${link}${step}`, { method: 'POST', body, redirect: 'manual' });
    if (answer.status !== 303) throw new Error(`POST ${step} answered ${answer.status}`);
  };

  let reached: Reached = '';
  return {
    environment,
    cuit,
    person,
    link,
    entry: entry.id as string,
    path: new URL(link).pathname,
    portal: `${simulator.url}/${environment}/portal`,
    /** Calls the API as the integrator. */
    call,
    download: async (url: string) => {
      return (await askApi(url, { headers: { authorization: `Bearer ${apiKey}` } })).bytes;
    },
    request,
    issue,
    authorise,
    upload: (certificate: string) => call('POST', `${path}/certificate`, { certificate }),
    confirm: () => call('POST', `${path}/confirm`),
    vouchers: () => simulator.control.vouchers(environment, cuit),
    addPointOfSale: (number: number, system: PointOfSaleInput['system'] = 'RECE') =>
      simulator.addPointOfSale({ cuit, number, system }),
    state: async (): Promise<string> => (await readEntry()).state,
    /** The job's last step sets the state, within a second of the end. */
    registered: () => eventually(readEntry, ({ state }) => state === 'registered'),
    /**
     * Sends the wizard's forms like a browser without scripts, from where it left off up to the page `step`.
     */
    async reach(step: Reached) {
      const moves: Record<Exclude<Reached, ''>, () => Promise<unknown>> = {
        datos: () => send(''),
        habilitar: () => send('/datos', { name: supplierName, email: 'ana@tornillo.example' }),
        certificado: () => send('/habilitar'),
        subir: () => send('/certificado', { intent: 'continue' }),
        autorizar: async () => call('POST', `${path}/certificate`, { certificate: await issue() }),
        end: async () => {
          await authorise();
          await send('/autorizar');
        },
      };
      for (const each of steps.slice(steps.indexOf(reached) + 1, steps.indexOf(step) + 1)) {
        if (each !== '') await moves[each]();
        reached = each;
      }
    },
  };
}
