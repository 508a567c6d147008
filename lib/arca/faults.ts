import { creditInvoiceThreshold } from '#lib/documents/invoice/identification.ts';
import { env } from '#lib/env.ts';
import type { FaultParams } from '#lib/errors.ts';
import type { StoredFault } from '#lib/faults.ts';
import { buenosAiresDay } from '#lib/time.ts';
import type { AuthorityMessage } from './invoicing.ts';
import type { InvoicingService } from './services.ts';

/**
 * Distinguishes problems that share one WSFE code, by the authority's text.
 * @returns undefined for the code's ordinary meaning
 */
export function variantOf(code: number, message: string): string | undefined {
  switch (code) {
    // 600 with this text means the same as 601.
    case 600:
      return /lista de relaciones/i.test(message) ? 'relations' : undefined;
    case 10_000:
      return issuerProblemIn(message);
    // 10016 is about the number series, or (with this text) about the range of dates.
    case 10_016:
      return /CbteFch/i.test(message) ? 'range' : undefined;
    default:
      return undefined;
  }
}

/** Texts of the manual for code 10000. Order matters: earlier texts contain the words of later ones. */
const issuerProblems: [number: string, text: RegExp][] = [
  ['11', /DOMICILIO FISCAL ELECTRONICO/],
  ['03', /DOMICILIO FISCAL/],
  ['09', /OPERACION SUJETA A RETENCION/],
  ['04', /CLASE .?A/],
  ['07', /RG 3411/],
  ['08', /EXENTO EN IVA/],
  ['10', /PYME/],
  ['01', /RESPONSABLE INSCRIPTO/],
  ['02', /AUTORIZADA A EMITIR COMPROBANTES ELECTRONICOS/],
  ['05', /FORMA ACTIVA/],
  ['06', /ACTIV(ID)?AD ACTIVA/],
];

function issuerProblemIn(message: string): string | undefined {
  const plain = message.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return issuerProblems.find(([, text]) => text.test(plain))?.[0];
}

/**
 * Parameters for faults 10188 and 10192 (an ordinary invoice was sent where a credit invoice is required): the
 * threshold amount, and the day it took effect.
 */
function creditInvoiceParams(code: number): FaultParams {
  if (code !== 10_188 && code !== 10_192) return {};
  const limit = creditInvoiceThreshold(buenosAiresDay(new Date()), env().ARCA_FCE_FROM);
  return limit ? { why: 'amount', least: Number(limit.pesos), since: limit.from } : {};
}

/** Converts the authority's messages about an invoice to faults. Codes and texts stay unchanged. */
export const faultsOf = (
  { faultPrefix }: Pick<InvoicingService, 'faultPrefix'>,
  reasons: AuthorityMessage[],
): StoredFault[] =>
  reasons.map(({ code, message }) => {
    const why = variantOf(code, message);
    const params = {
      ...(why ? { why } : {}),
      ...creditInvoiceParams(code),
      ...(message ? { own: message } : {}),
    };
    return { provider: 'gov-ar', code: `${faultPrefix}${code}`, params };
  });
