import { type Authorisation, authorise, type Verdict } from '../authorise.ts';
import { compactMoment } from '../dates.ts';
import type { WsfeCall, WsfeOperation } from '../operation.ts';
import { authorisationTypes } from '../schemas.ts';
import { type Lot, readLot } from '../voucher.ts';
import { elements, observationsXml } from '../voucher-xml.ts';

export const feCaeSolicitar: WsfeOperation = {
  name: 'FECAESolicitar',
  needsAuth: true,
  request: 'FeCAEReq:FECAERequest',
  result: 'FeCabResp:FECAECabResponse FeDetResp:ArrayOfFECAEDetResponse',
  eventsFirst: true,
  types: authorisationTypes,
  async run(call) {
    const lot = readLot(call.input);
    const authorisation = await authorise(call, lot);
    if (authorisation.kind === 'busy') {
      const message = 'Error interno de base de datos - Autorizador CAE - Transacción Activa';
      return { errors: [{ code: 502, message }] };
    }
    const values = headerXml(call, lot, authorisation) + detailsXml(authorisation);
    return { values, errors: authorisation.errors };
  },
};

type Answered = Exclude<Authorisation, { kind: 'busy' }>;

function headerXml({ simulation, cuit }: WsfeCall, lot: Lot, authorisation: Answered): string {
  const header = elements({
    Cuit: cuit,
    PtoVta: lot.pointOfSale,
    CbteTipo: lot.documentType,
    FchProceso: compactMoment(simulation.clock.now()),
    CantReg: lot.vouchers.length,
    Resultado: authorisation.kind === 'judged' ? resultOf(authorisation.verdicts) : 'R',
    Reproceso: 'N',
  });
  return `<FeCabResp>${header}</FeCabResp>`;
}

/** A, R, or P for a lot of which a part was authorized. */
function resultOf(verdicts: Verdict[]): 'A' | 'R' | 'P' {
  const authorised = verdicts.filter(({ record }) => record).length;
  if (authorised === verdicts.length) return 'A';
  return authorised === 0 ? 'R' : 'P';
}

function detailsXml(authorisation: Answered): string {
  if (authorisation.kind === 'refused') return '';
  return `<FeDetResp>${authorisation.verdicts.map(verdictXml).join('')}</FeDetResp>`;
}

function verdictXml(verdict: Verdict): string {
  const { Concepto, DocTipo, DocNro, CbteDesde, CbteHasta, CbteFch } = verdict.voucher;
  const Resultado = verdict.record ? 'A' : 'R';
  const observations = verdict.record ? verdict.record.observations : verdict.reasons;
  const cae = verdict.record
    ? elements({ CAE: verdict.record.cae, CAEFchVto: verdict.record.caeExpiry })
    : '<CAE /><CAEFchVto />';
  const voucher = elements({ Concepto, DocTipo, DocNro, CbteDesde, CbteHasta, CbteFch, Resultado });
  return `<FECAEDetResponse>${voucher}${observationsXml(observations)}${cae}</FECAEDetResponse>`;
}
