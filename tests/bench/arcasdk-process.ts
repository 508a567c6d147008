import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

/**
 * Runs @arcasdk/core as its users do: one client for each supplier in the file `HOLDERS`, with its ticket in a folder.
 * For each line of input, `{"each":n,"suppliers":s,"folder":f}`, it issues n invoices for each of the first s
 * suppliers, in sequence per supplier and in parallel across suppliers, and prints the milliseconds taken.
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
