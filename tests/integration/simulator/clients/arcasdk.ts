import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Environment, RunningSimulator } from '#tests/support/simulator.ts';
import { company, type Holder } from '../applicant.ts';
import type { Client } from './client.ts';
import { caea, classB, fortnight, known } from './operations.ts';

const require = createRequire(import.meta.url);
type Arca = import('@arcasdk/core').Arca;
type Billing = Arca['electronicBillingService'];
type Exports = Arca['wsfexService'];

/** @arcasdk/core, which logs in by itself. */
export function openArcasdk(
  simulator: RunningSimulator,
  environment: Environment,
  { certificate, key }: Holder,
  folder: string,
  cuit = company,
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
    Endpoints[`WSFECRED${suffix}`] = `${simulator.url}/${name}/wsfecred/FECredService`;
    Endpoints[`WSSR_INSCRIPTION_PROOF${suffix}`] =
      `${simulator.url}/${name}/sr-padron/webservices/personaServiceA5`;
  }
  const { Arca } = require('@arcasdk/core') as typeof import('@arcasdk/core');
  return new Arca({
    production: environment === 'live',
    cert: certificate,
    key,
    cuit: Number(cuit),
    ticketPath: join(folder, environment),
    useHttpsAgent: false,
  });
}

type Input = Record<string, unknown>;

const billingCalls: Record<string, (billing: Billing, input: Input) => Promise<unknown>> = {
  FEDummy: (billing) => billing.getServerStatus(),
  FECAESolicitar: (billing, { FeCAEReq }) => billing.createVoucher(voucherIn(FeCAEReq, 'FECAEDetRequest')),
  FECompUltimoAutorizado: (billing) => billing.getLastVoucher(known.pointOfSale, classB),
  FECompConsultar: (billing) => billing.getVoucherInfo(known.number, known.pointOfSale, classB),
  FECompTotXRequest: (billing) => billing.getMaxRecordsPerRequest(),
  FECAEASolicitar: (billing) => billing.getCaea(fortnight.Periodo, fortnight.Orden),
  FECAEAConsultar: (billing) => billing.consultCaea(fortnight.Periodo, fortnight.Orden),
  FECAEARegInformativo: (billing, { FeCAEARegInfReq }) =>
    billing.informCaeaUsage(voucherIn(FeCAEARegInfReq, 'FECAEADetRequest'), caea),
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

/** The header and the detail in one, with lists that have no element of their own. */
function voucherIn(request: unknown, detailName: string): Parameters<Billing['createVoucher']>[0] {
  const { FeCabReq, FeDetReq } = request as { FeCabReq: Input; FeDetReq: Record<string, Input[]> };
  const { CAEA: _, ...detail } = FeDetReq[detailName]?.[0] ?? {};
  const flat = Object.entries(detail).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? Object.values(value)[0] : value,
  ]);
  return { ...FeCabReq, ...Object.fromEntries(flat) };
}

/** Its names are those of the WSDL, and so are its arguments. */
const exportCalls: Record<string, (exports: Exports, input: never) => Promise<unknown>> = {
  FEXDummy: (exports) => exports.dummy(),
  FEXAuthorize: (exports, input) => exports.authorize(input),
  FEXGetCMP: (exports, input) => exports.getCmp(input),
  FEXGetLast_CMP: (exports, input) => exports.getLastCmp(input),
  FEXGetLast_ID: (exports, input) => exports.getLastId(input),
  FEXGetPARAM_Cbte_Tipo: (exports, input) => exports.getParamCbteTipo(input),
  FEXGetPARAM_Tipo_Expo: (exports, input) => exports.getParamTipoExpo(input),
  FEXGetPARAM_Incoterms: (exports, input) => exports.getParamIncoterms(input),
  FEXGetPARAM_Idiomas: (exports, input) => exports.getParamIdiomas(input),
  FEXGetPARAM_UMed: (exports, input) => exports.getParamUMed(input),
  FEXGetPARAM_DST_pais: (exports, input) => exports.getParamDstPais(input),
  FEXGetPARAM_DST_CUIT: (exports, input) => exports.getParamDstCuit(input),
  FEXGetPARAM_MON: (exports, input) => exports.getParamMon(input),
  FEXGetPARAM_MON_CON_COTIZACION: (exports, input) => exports.getParamMonConCotizacion(input),
  FEXGetPARAM_Ctz: (exports, input) => exports.getParamCtz(input),
  FEXGetPARAM_PtoVenta: (exports, input) => exports.getParamPtoVenta(input),
  FEXGetPARAM_Opcionales: (exports, input) => exports.getParamOpcionales(input),
  FEXGetPARAM_Actividades: (exports, input) => exports.getParamActividades(input),
  FEXCheck_Permiso: (exports, input) => exports.checkPermiso(input),
};

export const arcasdk: Client = {
  name: '@arcasdk/core',
  lacks: [],
  isThere: true,
  open: async (scene) => {
    const { service, simulator, holder, ticket, folder, cuit } = scene;
    const arca = openArcasdk(simulator, 'sandbox', holder, folder, cuit);
    const credentials = { Token: ticket.token, Sign: ticket.sign, Cuit: Number(cuit) };
    return async ({ name, input }) => {
      const given = input(scene);
      // The credentials that it adds give way to those in a request.
      if (given.Auth) given.Auth = { ...credentials, ...given.Auth };
      const answer =
        service === 'wsfe'
          ? billingCalls[name]?.(arca.electronicBillingService, given)
          : exportCalls[name]?.(arca.wsfexService, given as never);
      return JSON.stringify(await answer);
    };
  },
};
