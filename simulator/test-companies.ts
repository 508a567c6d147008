import type { Fault } from '#simulator/control/faults.ts';
import type { WsfeMessage } from '#simulator/wsfe/operation.ts';
import type { TaxpayerRecord } from './records.ts';
import type { LoginFaultCode } from './wsaa/faults.ts';

type TestCompany = {
  /** What each login is told whose certificate acts for such companies alone. */
  login?: LoginFaultCode;
  /** What each request to WSFE suffers that is made in its name. */
  wsfe?: Omit<Fault, 'environment' | 'target'>;
  /** It has none, whatever was made in the portal; in the sandbox, too, no number is good. */
  hasNoPointOfSale?: true;
  /** The sub-message of 10000 with which its requests are refused. */
  issuerProblem?: string;
  /** With which each of its vouchers is refused, whatever is in it. */
  objection?: WsfeMessage;
  /** As WSFE knows it, whether it issues or receives. */
  taxpayer?: Pick<TaxpayerRecord, 'size' | 'isLimited'>;
};

/**
 * CUITs that behave in a known way, in both environments. Nobody comes upon one: no company's eight digits begin
 * with 0. The rows are also in docs/test-your-integration.md.
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
  },
  '30090000078': { wsfe: { kind: 'slow', delayMs: 5000 } },
  '30090000086': { wsfe: { kind: 'lost-answer', operation: 'FECAESolicitar' } },
  '30090000094': { wsfe: { kind: 'http-503', operation: 'FECAESolicitar' } },
  '30090000108': { taxpayer: { size: 'MIPYME' } },
  '30090000116': { taxpayer: { size: 'GRANDE' } },
  '30090000124': { taxpayer: { isLimited: true } },
};

/** Undefined where the certificate also acts for somebody else, whom it must not harm. */
export function loginFaultOf(represented: string[]): LoginFaultCode | undefined {
  const faults = represented.map((cuit) => testCompanies[cuit]?.login);
  return faults.every((fault) => fault !== undefined) ? faults[0] : undefined;
}

/** Of a request to WSFE, by the CUIT in whose name it is made. */
export function wsfeFaultOf(
  environment: Fault['environment'],
  operation: string | undefined,
  body: string,
): Fault | undefined {
  const [, cuit = ''] = /<(?:[\w.-]+:)?Cuit>\s*(\d{11})\s*</.exec(body) ?? [];
  const fault = testCompanies[cuit]?.wsfe;
  if (!fault || (fault.operation !== undefined && fault.operation !== operation)) return undefined;
  return { ...fault, environment, target: 'wsfe' };
}
