import { requestsPerSecond } from './load.ts';
import type { Row, Table } from './report.ts';
import { inTurns, median, medianRatio } from './rounds.ts';
import { onSite, type Site, withBareServer } from './servers.ts';
import { walkTo } from './walk.ts';

const connections = 16;
const rounds = 5;
const seconds = 2;
const leastRatio = 0.7;

/** Each step's page (a registration in live) against a bare route handler that renders one heading. */
export async function measureWizard(): Promise<Table[]> {
  return withBareServer({}, async (bareOrigin) => [
    await onSite('postgres-if-there', async (site) => compare(site, await allPages(site), bareOrigin)),
    await onSite('embedded', async (site) => {
      const { subir, comprobacion } = await allPages(site);
      return compare(site, { subir, comprobacion }, bareOrigin);
    }),
  ]);
}

/** Every page at once needs registrations at different points of the way. */
async function allPages(site: Site) {
  const { link } = await walkTo(site, 'live', 'autorizar');
  const registered = await walkTo(site, 'live', 'listo');
  const waiting = await walkTo(site, 'live', 'comprobacion');
  // It is tried again after a minute, and has to go on waiting then.
  await site.simulator.control.faults({ environment: 'live', target: 'wsaa', kind: 'http-503', count: 1_000 });
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
  };
}

async function compare(site: Site, pages: Record<string, string>, bareOrigin: string): Promise<Table> {
  const urls: Record<string, string> = { bare: `${bareOrigin}/heading`, ...pages };
  const load = (url: string, duration: number) => requestsPerSecond({ url, connections, seconds: duration });
  const contestants = Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [name, () => load(url, seconds)]),
  );
  // Twice through everything, so that it is compiled before it counts.
  for (const url of [...Object.values(urls), ...Object.values(urls)]) await load(url, 1);
  const measured = await inTurns(rounds, contestants);
  const bare = measured.bare ?? [];
  const rows = Object.keys(pages).map((name): Row => {
    const values = measured[name] ?? [];
    const ratio = medianRatio(values, bare);
    return {
      what: name,
      measured: `${median(values).toFixed(0)} /s`,
      reference: `${median(bare).toFixed(0)} /s`,
      ratio,
      aim: `>= ${leastRatio}`,
      met: ratio >= leastRatio,
    };
  });
  return {
    title: `The wizard's pages / a bare route handler with one heading (${site.database} database)`,
    rows,
    notes: [
      `${rounds} rounds of ${seconds} s in turn, ${connections} connections, median of each round's ratio.`,
    ],
  };
}
