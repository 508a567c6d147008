import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

/**
 * @arcasdk/core as its users run it, for the `HOLDERS` in a file: one client for each supplier, its ticket in a folder. Told `{"each":n,"folder":f}`
 * on a line of its input, it issues n invoices for each supplier, one after the other for one and all suppliers at
 * once, and says how many milliseconds that took.
 */
const require = createRequire(import.meta.url);
const { SIMULATOR = '', HOLDERS = '' } = process.env;
const { Endpoints } = require('@arcasdk/core/lib/infrastructure/soap/config/endpoints.types.js') as {
  Endpoints: Record<string, string>;
};
Endpoints.WSAA_TEST = `${SIMULATOR}/sandbox/ws/services/LoginCms`;
Endpoints.WSFEV1_TEST = `${SIMULATOR}/sandbox/wsfev1/service.asmx`;
const { Arca } = require('@arcasdk/core') as typeof import('@arcasdk/core');

const holders = JSON.parse(readFileSync(HOLDERS, 'utf8')) as {
  cuit: string;
  certificate: string;
  key: string;
}[];
const date = new Date()
  .toLocaleDateString('sv', { timeZone: 'America/Argentina/Buenos_Aires' })
  .replaceAll('-', '');
const voucher = {
  PtoVta: 3,
  CantReg: 1,
  CbteTipo: 6,
  Concepto: 1,
  DocTipo: 99,
  DocNro: 0,
  CbteFch: date,
  ImpTotal: 121,
  ImpTotConc: 0,
  ImpNeto: 100,
  ImpOpEx: 0,
  ImpTrib: 0,
  ImpIVA: 21,
  MonId: 'PES',
  MonCotiz: 1,
  CondicionIVAReceptorId: 5,
  Iva: [{ Id: 5, BaseImp: 100, Importe: 21 }],
};

const clientsIn = (folder: string) =>
  holders.map(
    ({ cuit, certificate: cert, key }) =>
      new Arca({
        production: false,
        cert,
        key,
        cuit: Number(cuit),
        ticketPath: `${folder}/${cuit}`,
        useHttpsAgent: false,
      }).electronicBillingService,
  );
let clients = new Map<string, ReturnType<typeof clientsIn>>();

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const { each, suppliers, folder } = JSON.parse(line) as { each: number; suppliers: number; folder: string };
  if (!clients.has(folder)) clients = new Map([[folder, clientsIn(folder)]]);
  const startedAt = performance.now();
  await Promise.all(
    (clients.get(folder) ?? []).slice(0, suppliers).map(async (billing) => {
      for (let count = 0; count < each; count += 1) await billing.createNextVoucher(voucher);
    }),
  );
  console.log(performance.now() - startedAt);
}
