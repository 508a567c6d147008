import type { Table } from './report.ts';
import { amount } from './rounds.ts';
import { onSite, type Server, type Site, withBareServer } from './servers.ts';
import { throughputRow, throughputsOf } from './throughput.ts';
import { walkTo } from './walk.ts';

const connections = amount(16, 2);
const rounds = amount(5);
const seconds = amount(2, 0.05);
const leastRatio = 0.8;

/** Each step's page (a registration in live) against a bare route handler that renders one heading. */
export async function measureWizard(): Promise<Table[]> {
  return withBareServer({}, async (bare) => {
    return [await onSite(async (site) => compare(site, await allPages(site), bare))];
  });
}

/** Every page at once needs registrations at different points of the way. */
async function allPages(site: Site) {
  const { link } = await walkTo(site, 'live', 'autorizar');
  const registered = await walkTo(site, 'live', 'listo');
  const waiting = await walkTo(site, 'live', 'comprobacion');
  // It is tried again after a minute, and has to go on waiting then.
  await site.simulator.control.faults({
    environment: 'live',
    target: 'wsaa',
    kind: 'http-503',
    count: 1_000,
  });
  return {
    start: `${link}?inicio`,
    datos: `${link}/datos`,
    habilitar: `${link}/habilitar`,
    certificado: `${link}/certificado`,
    subir: `${link}/subir`,
    autorizar: `${link}/autorizar`,
    comprobacion: waiting.url,
    'puntos-de-venta': `${registered.link}/puntos-de-venta`,
    listo: registered.url,
    seguir: `${link}/seguir`,
    contador: `${link}/contador`,
    guia: `${link}/guia`,
  };
}

async function compare(site: Site, pages: Record<string, string>, bare: Server): Promise<Table> {
  const throughputs = await throughputsOf(
    {
      bare: { server: bare, load: { url: `${bare.origin}/heading`, connections } },
      ...Object.fromEntries(
        Object.entries(pages).map(([name, url]) => [name, { server: site, load: { url, connections } }]),
      ),
    },
    { rounds, seconds },
  );
  return {
    title: `The wizard's pages / a bare route handler with one heading`,
    rows: Object.keys(pages).map((name) =>
      throughputRow(name, throughputs.get(name), throughputs.get('bare'), leastRatio),
    ),
    notes: [
      `${rounds} rounds of ${seconds} s in turn, ${connections} connections; the ratio is of answers a second, the median of the rounds.`,
      'CPU: the server process alone, for each answer.',
    ],
  };
}
