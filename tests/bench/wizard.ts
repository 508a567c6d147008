import type { Table } from './report.ts';
import { amount } from './rounds.ts';
import { onSite, type Server, type Site, withBareServer } from './servers.ts';
import { throughputRow, throughputsOf } from './throughput.ts';
import { walkTo } from './walk.ts';

const connections = amount(16, 2);
const rounds = amount(5);
const seconds = amount(2, 0.05);
const minRatio = 0.8;

/** Compares the wizard's pages, of registrations in live, with a bare route handler that renders one heading. */
export async function measureWizard(): Promise<Table[]> {
  return withBareServer({}, async (bare) => {
    return [await onSite(async (site) => compare(site, await allPages(site), bare))];
  });
}

/** All pages at once, which needs registrations in different states. */
async function allPages(site: Site) {
  const { link } = await walkTo(site, 'live', 'autorizar');
  const registered = await walkTo(site, 'live', 'listo');
  const waiting = await walkTo(site, 'live', 'comprobacion');
  // The login is retried after a minute, and must fail again so that the page stays the same.
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
      throughputRow(name, throughputs.get(name), throughputs.get('bare'), minRatio),
    ),
    notes: [
      `${rounds} rounds of ${seconds} s in turn, ${connections} connections; the ratio is the median, over the rounds, of the ratio of answers per second.`,
      'CPU: of the server process only, per answer.',
    ],
  };
}
