import type { Environment } from '#lib/authority-environment.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { supplierCuit } from '#tests/support/workspace.ts';
import type { Site } from './servers.ts';

const person = '27123456780';

/** A page of the wizard in one state of the registration. */
export interface Stop {
  name: string;
  url: string;
  /** Address of the registration link, without a page. */
  link: string;
}

/**
 * Goes through the whole wizard as a supplier without scripts does, by links and plain forms. Yields each page in
 * each state that looks different. A consumer that stops iterating leaves the registration in that state.
 */
export async function* walk(site: Site, environment: Environment): AsyncGenerator<Stop> {
  const supplier = await openRegistration(site, environment);
  const { link, alias, csr } = supplier;
  const cuit = environment === 'sandbox' ? person : supplierCuit;
  const { simulator } = site;
  const stop = (name: string, path: string): Stop => ({ name, url: `${link}${path}`, link });
  const submit = async (path: string, fields: Record<string, string>, expected: string) => {
    const answer = await fetch(`${link}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: site.origin },
      body: new URLSearchParams(fields),
    });
    const reached = answer.status === 303 ? answer.headers.get('location') : String(answer.status);
    const wanted = expected.startsWith('/') ? new URL(link).pathname + expected : expected;
    if (reached !== wanted) throw new Error(`The form of «${path}» led to ${reached} instead of ${wanted}.`);
  };

  yield stop('start', '');
  await submit('', {}, '/datos');
  yield stop('datos', '/datos');
  await submit('/datos', { name: 'Ferretería El Tornillo', email: 'ana@tornillo.example' }, '/habilitar');
  yield stop('habilitar', '/habilitar');
  await submit('/habilitar', {}, '/certificado');
  yield stop('certificado', '/certificado');
  await submit('/certificado', {}, '/subir');
  yield stop('subir', '/subir');
  await submit('/subir', { text: csr }, '422');
  yield stop('subir, refused', '/subir');
  const { certificate } = await simulator.issueCertificate(environment, { cuit, alias, csr });
  await submit('/subir', { text: certificate }, '/autorizar');
  yield stop('autorizar', '/autorizar');
  await submit('/autorizar', {}, '/comprobacion');
  yield stop('comprobacion, refused', '/comprobacion');
  await simulator.control.faults({ environment, target: 'wsaa', kind: 'http-503', count: 1 });
  await submit('/comprobacion', {}, '/comprobacion?recien#respuesta');
  yield stop('comprobacion', '/comprobacion');
  await simulator.authorise(environment, { cuit, alias, represented_cuit: supplierCuit });
  if (environment === 'live') {
    await submit('/comprobacion', {}, '/puntos-de-venta');
    yield stop('puntos-de-venta', '/puntos-de-venta');
    await submit('/puntos-de-venta', {}, '/listo');
  } else {
    await submit('/comprobacion', {}, '/listo');
  }
  yield stop('listo', '/listo');
}

/** Walks to the stop with this name. */
export async function walkTo(site: Site, environment: Environment, name: string): Promise<Stop> {
  for await (const stop of walk(site, environment)) if (stop.name === name) return stop;
  throw new Error(`The walk has no stop ${name}.`);
}

async function openRegistration({ origin, seeded }: Site, environment: Environment) {
  const { apiKey, workflow } = seeded[environment];
  const call = apiClient(origin, apiKey);
  const data = { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: supplierCuit } };
  const { body: entry } = await call('POST', '/silo/v1/entries', { folder: 'suppliers', data });
  await call('POST', '/transform/v1/jobs', { workflow_id: workflow, silo_entry_id: entry.id });
  const { body: request } = await eventually(
    () => call('GET', `/apps/gov-ar/v1/entry/${entry.id}/csr`),
    ({ status }) => status === 200,
  );
  const { body: opened } = await call('GET', `/silo/v1/entries/${entry.id}`);
  const meta = opened.meta.find(({ key }: { key: string }) => key === 'link');
  return {
    link: meta.link_url as string,
    alias: request.alias as string,
    csr: request.csr as string,
  };
}
