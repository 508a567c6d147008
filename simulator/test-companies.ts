import type { Fault } from '#simulator/control/faults.ts';
import type { WsfeMessage } from '#simulator/wsfe/operation.ts';
import type { WsfexError } from '#simulator/wsfex/operation.ts';
import type { TaxpayerRecord } from './records.ts';
import type { LoginFaultCode } from './wsaa/faults.ts';

type ServiceFault = Omit<Fault, 'environment' | 'target'>;

type TestCompany = {
  /** Fault of each login with a certificate that acts only for companies with a login fault. */
  login?: LoginFaultCode;
  /** Fault of each WSFE request made in its name. */
  wsfe?: ServiceFault;
  /** Fault of each WSFEX request made in its name. */
  wsfex?: ServiceFault;
  /**
   * Has no point of sale, whatever was set up in the portal. In the sandbox, too, every number is refused.
   */
  hasNoPointOfSale?: true;
  /** Sub-message of WSFE's error 10000 that refuses its requests; WSFEX sends it as 1014. */
  issuerProblem?: string;
  /** Message that refuses each of its vouchers in WSFE, whatever the content. */
  objection?: WsfeMessage;
  /** Error that refuses each of its vouchers in WSFEX, whatever the content. */
  exportObjection?: WsfexError;
  /** Register data for WSFE and WSFEX, whether the company issues or receives. */
  taxpayer?: Pick<TaxpayerRecord, 'size' | 'isLimited' | 'isExporter'>;
};

/**
 * CUITs that behave in a known way, in both environments. No real company has one of them, because no company's
 * eight digits begin with 0. The rows are also in docs/test-your-integration.md.
 */
export const testCompanies: Readonly<Record<string, TestCompany>> = {
  '30090000019': { login: 'coe.notAuthorized' },
  '30090000027': { login: 'wsaa.unavailable' },
  '30090000035': { hasNoPointOfSale: true },
  '30090000043': { issuerProblem: '05' },
  '30090000051': {
    objection: {
      code: 10015,
      message: 'El campo DocTipo/DocNro es invalido. Consultar metodo FEParamGetTiposDoc.',
    },
    exportObjection: {
      code: 1570,
      message: 'Campo Cuit_pais_cliente: Valor no permitido. Ver Metodo FEXGetPARAM_DST_CUIT.',
    },
  },
  '30090000078': { wsfe: { kind: 'slow', delayMs: 5000 }, wsfex: { kind: 'slow', delayMs: 5000 } },
  '30090000086': {
    wsfe: { kind: 'lost-answer', operation: 'FECAESolicitar' },
    wsfex: { kind: 'lost-answer', operation: 'FEXAuthorize' },
  },
  '30090000094': {
    wsfe: { kind: 'http-503', operation: 'FECAESolicitar' },
    wsfex: { kind: 'http-503', operation: 'FEXAuthorize' },
  },
  '30090000108': { taxpayer: { size: 'MIPYME' } },
  '30090000116': { taxpayer: { size: 'GRANDE' } },
  '30090000124': { taxpayer: { isLimited: true } },
  '30090000132': { taxpayer: { isExporter: false } },
};

/** Undefined if the certificate also acts for another company, whose logins must not fail. */
export function loginFaultOf(represented: string[]): LoginFaultCode | undefined {
  const faults = represented.map((cuit) => testCompanies[cuit]?.login);
  return faults.every((fault) => fault !== undefined) ? faults[0] : undefined;
}

/** Fault of a request to WSFE or WSFEX, by the CUIT in whose name it is made. */
export function invoicingFaultOf(
  environment: Fault['environment'],
  target: 'wsfe' | 'wsfex',
  operation: string | undefined,
  body: string,
): Fault | undefined {
  const [, cuit = ''] = /<(?:[\w.-]+:)?Cuit>\s*(\d{11})\s*</.exec(body) ?? [];
  const fault = testCompanies[cuit]?.[target];
  if (!fault || (fault.operation !== undefined && fault.operation !== operation)) return undefined;
  return { ...fault, environment, target };
}
