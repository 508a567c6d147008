import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Environment, RunningSimulator } from '#tests/support/simulator.ts';
import { company, type Holder } from '../applicant.ts';
import type { Client, Scene } from './client.ts';
import { caea, classB, classC, fortnight, known, voucherOf } from './operations.ts';

const require = createRequire(import.meta.url);
type Arca = import('@arcasdk/core').Arca;
type Billing = Arca['electronicBillingService'];

/** @arcasdk/core, which logs in by itself. */
export function openArcasdk(
  simulator: RunningSimulator,
  environment: Environment,
  { certificate, key }: Holder,
  folder: string,
): Arca {
  // Copied when the main module loads, so they are changed first.
  const path = '@arcasdk/core/lib/infrastructure/soap/config/endpoints.types.js';
  const { Endpoints } = require(path) as { Endpoints: Record<string, string> };
  const suffixes = [
    ['sandbox', '_TEST'],
    ['live', ''],
  ];
  for (const [name, suffix] of suffixes) {
    Endpoints[`WSAA${suffix}`] = `${simulator.url}/${name}/ws/services/LoginCms`;
    Endpoints[`WSFEV1${suffix}`] = `${simulator.url}/${name}/wsfev1/service.asmx`;
    Endpoints[`WSFEX${suffix}`] = `${simulator.url}/${name}/wsfexv1/service.asmx`;
    Endpoints[`WSSR_INSCRIPTION_PROOF${suffix}`] =
      `${simulator.url}/${name}/sr-padron/webservices/personaServiceA5`;
  }
  const { Arca } = require('@arcasdk/core') as typeof import('@arcasdk/core');
  return new Arca({
    production: environment === 'live',
    cert: certificate,
    key,
    cuit: Number(company),
    ticketPath: join(folder, environment),
    useHttpsAgent: false,
  });
}

const calls: Record<string, (billing: Billing, scene: Scene) => Promise<unknown>> = {
  FEDummy: (billing) => billing.getServerStatus(),
  FECAESolicitar: (billing, scene) => billing.createVoucher(voucher(scene, 1)),
  FECompUltimoAutorizado: (billing) => billing.getLastVoucher(known.pointOfSale, classB),
  FECompConsultar: (billing) => billing.getVoucherInfo(known.number, known.pointOfSale, classB),
  FECompTotXRequest: (billing) => billing.getMaxRecordsPerRequest(),
  FECAEASolicitar: (billing) => billing.getCaea(fortnight.Periodo, fortnight.Orden),
  FECAEAConsultar: (billing) => billing.consultCaea(fortnight.Periodo, fortnight.Orden),
  FECAEARegInformativo: (billing, scene) => billing.informCaeaUsage(voucher(scene, 2), caea),
  FECAEASinMovimientoInformar: (billing) => billing.informCaeaNoMovement(caea, known.pointOfSale),
  FECAEASinMovimientoConsultar: (billing) => billing.consultCaeaNoMovement(caea, known.pointOfSale),
  FEParamGetTiposCbte: (billing) => billing.getVoucherTypes(),
  FEParamGetTiposConcepto: (billing) => billing.getConceptTypes(),
  FEParamGetTiposDoc: (billing) => billing.getDocumentTypes(),
  FEParamGetTiposIva: (billing) => billing.getAliquotTypes(),
  FEParamGetTiposMonedas: (billing) => billing.getCurrencyTypes(),
  FEParamGetTiposOpcional: (billing) => billing.getOptionalTypes(),
  FEParamGetTiposTributos: (billing) => billing.getTaxTypes(),
  FEParamGetTiposPaises: (billing) => billing.getCountries(),
  FEParamGetPtosVenta: (billing) => billing.getSalesPoints(),
  FEParamGetCotizacion: (billing) => billing.getQuotation('DOL'),
  FEParamGetActividades: (billing) => billing.getActivities(),
  FEParamGetCondicionIvaReceptor: (billing) => billing.getIvaReceptorTypes('B'),
};

const voucher = ({ pointOfSale }: Scene, number: number) => ({
  CantReg: 1,
  PtoVta: pointOfSale,
  CbteTipo: classC,
  ...voucherOf(number),
});

export const arcasdk: Client = {
  name: '@arcasdk/core',
  lacks: [],
  isThere: true,
  open: async (scene) => {
    const billing = openArcasdk(
      scene.simulator,
      'sandbox',
      scene.holder,
      scene.folder,
    ).electronicBillingService;
    return async ({ name }) => JSON.stringify(await calls[name]?.(billing, scene));
  },
};
