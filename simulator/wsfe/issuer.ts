import { lookUpTaxpayer } from '../registry/register.ts';
import { testCompanies } from '../test-companies.ts';
import type { WsfeCall, WsfeMessage } from './operation.ts';
import { isCreditInvoice } from './rules.ts';
import type { DocumentType } from './tables.ts';

/** Sub-messages of error 10000, by the manual's numbers. The text of `01` is as users report it. */
export const issuerProblems: Record<string, string> = {
  '01': 'NO AUTORIZADO A EMITIR COMPROBANTES - LA CUIT INFORMADA NO CORRESPONDE A UN RESPONSABLE INSCRIPTO EN EL IMPUESTO IVA.',
  '02': 'LA CUIT INFORMADA NO SE ENCUENTRA AUTORIZADA A EMITIR COMPROBANTES ELECTRONICOS ORIGINALES O EL PERIODO DE INICIO AUTORIZADO ES POSTERIOR AL DE LA GENERACION DE LA SOLICITUD',
  '03': 'LA CUIT INFORMADA REGISTRA INCONVENIENTES CON EL DOMICILIO FISCAL',
  '04': 'LA CUIT INFORMADA NO SE ENCUENTRA AUTORIZADA A EMITIR COMPROBANTES CLASE "A" O FACTURA DE CREDITO',
  '05': 'EL CUIT INFORMADO COMO EMISOR NO SE ENCUENTRA REGISTRADO DE FORMA ACTIVA EN LAS BASES DE LA ADMINISTRACION.',
  '06': 'DEBE POSEER AL MENOS UNA ACTIVIDAD ACTIVA.',
  '07': 'NO AUTORIZADO A EMITIR COMPROBANTES - LA CUIT INFORMADA NO SE ENCUENTRA AUTORIZADA A EMITIR COMPROBANTES SEGUN RG 3411',
  '08': 'NO AUTORIZADO A EMITIR COMPROBANTES - LA CUIT INFORMADA NO CORRESPONDE A UN EXENTO EN IVA.',
  '09': "LA CUIT INFORMADA NO SE ENCUENTRA AUTORIZADA A EMITIR COMPROBANTES CLASE A CON LEYENDA 'OPERACION SUJETA A RETENCION'",
  '10': 'LA CUIT INFORMADA NO SE ENCUENTRA REGISTRADA COMO PYME SEGUN EL REGIMEN FCE',
  '11': 'LA CUIT INFORMADA NO TIENE ACTIVO EL DOMICILIO FISCAL ELECTRONICO',
};

/** Document types a cause applies to. A cause that is not listed applies to all. */
const isAbout: Readonly<Record<string, (type: DocumentType) => boolean>> = {
  '04': (type) => type.class === 'A' || (type.class === 'B' && isCreditInvoice(type)),
  '06': (type) => type.class !== 'C',
  '07': (type) => type.class === '49',
  '09': ({ id }) => id >= 51 && id <= 54,
  '10': (type) => isCreditInvoice(type),
};

/**
 * Error 10000, once for each reason why the issuer may not issue vouchers of this type: one set by a script
 * (/control/issuers) or a test company, and those of the register.
 */
export function issuerErrors(call: WsfeCall, type: DocumentType): WsfeMessage[] {
  const configured = configuredCause(call);
  const ofType = configured !== undefined && (isAbout[configured]?.(type) ?? true) ? [configured] : [];
  const causes = new Set([...ofType, ...registerProblems(call, type)]);
  return [...causes].flatMap((cause) => {
    const message = issuerProblems[cause];
    return message ? [{ code: 10000, message }] : [];
  });
}

type Issuer = Pick<WsfeCall, 'simulation' | 'environment' | 'cuit'>;

/** The cause set by a script (/control/issuers) or of a test company. */
export const configuredCause = ({ simulation, environment, cuit }: Issuer): string | undefined =>
  simulation.offices[environment].issuerProblems.get(cuit) ?? testCompanies[cuit]?.issuerProblem;

/** Cause in the register that prevents the issuer from issuing anything. */
export function registerCause({ simulation, environment, cuit }: Issuer): string | undefined {
  const issuer = lookUpTaxpayer(simulation, environment, cuit);
  if (!issuer || issuer.state === 'INACTIVO') return '05';
  if (issuer.isWithheld) return '11';
  return issuer.objections.length > 0 ? '03' : undefined;
}

function registerProblems(call: WsfeCall, type: DocumentType): string[] {
  const cause = registerCause(call);
  const issuer = lookUpTaxpayer(call.simulation, call.environment, call.cuit);
  if (!issuer || cause === '05') return ['05'];
  const { vatStatus, size } = issuer;
  const complaint = [
    ...(cause ? [cause] : []),
    ...(isCreditInvoice(type) && size !== 'MIPYME' ? ['10'] : []),
  ];
  const isOfOtherClass =
    type.class === 'C' ? !['monotributo', 'exempt'].includes(vatStatus) : vatStatus !== 'registered';
  return type.class === '49' || !isOfOtherClass
    ? complaint
    : [...complaint, type.class === 'C' ? '08' : '01'];
}

const withoutActivity = '06';
const activity = { Id: 620100, Orden: 1, Desc: 'Servicios de consultores en informática' };

/** Activities of the issuer. Every issuer has the same one, except those set to have none. */
export const activitiesOf = ({ simulation, environment, cuit }: Issuer) =>
  simulation.offices[environment].issuerProblems.get(cuit) === withoutActivity ? [] : [activity];
