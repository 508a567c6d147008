import { requestXml } from '#lib/arca/wsfe.ts';
import { requestXml as exportXml } from '#lib/arca/wsfex.ts';
import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import type { ExportRequest } from '#lib/documents/invoice/export-request.ts';
import { buenosAiresDay } from '#lib/time.ts';
import { inventTaxpayer } from '#simulator/registry/taxpayers.ts';
import { parseXml } from '#simulator/soap/xml.ts';
import { creditInvoiceRules } from '#simulator/wsfe/credit-invoices.ts';
import { amountRules, invoiceRules, taxRules } from '#simulator/wsfe/request-authorisation.ts';
import { type Rule, type RuleContext, receiverObservations, receiverRules } from '#simulator/wsfe/rules.ts';
import { documentTypeOf } from '#simulator/wsfe/tables.ts';
import { readLot } from '#simulator/wsfe/voucher.ts';
import { openVoucherRegister } from '#simulator/wsfe/voucher-register.ts';
import { exportRules } from '#simulator/wsfex/request-authorisation.ts';
import { firstBroken } from '#simulator/wsfex/rules.ts';
import { readVoucher as readExport } from '#simulator/wsfex/voucher.ts';
import { openExportRegister } from '#simulator/wsfex/voucher-register.ts';
import { now } from './invoices.ts';

/** Codes with which the simulator would refuse these amounts, after they have been through the XML. */
export const simulatedRefusals = (amounts: AuthorityAmounts): number[] =>
  brokenRules(amounts, [...amountRules, ...taxRules]);

/** The same, and the codes of its refusals and observations about the receiver. */
export const simulatedCodes = (amounts: AuthorityAmounts): number[] =>
  brokenRules(amounts, [...amountRules, ...taxRules, ...receiverRules, ...receiverObservations]);

/** Codes of all its rules for a first voucher, except those about registers that only the authority has. */
export const allSimulatedCodes = (amounts: AuthorityAmounts): number[] =>
  brokenRules(amounts, [...invoiceRules, ...creditInvoiceRules], large).filter(
    (code) => !aboutRegisters.includes(code),
  );

/** The same for an export: the first broken rule, as WSFEX answers. */
export function simulatedExportCodes(request: ExportRequest): number[] {
  const xml = parseXml(`<FEXAuthorize><Cmp>${exportXml(request, 1)}</Cmp></FEXAuthorize>`);
  if (!xml) throw new Error('the simulator can not read the request');
  const context = {
    environment: 'sandbox',
    cuit: '30123456781',
    today: today(),
    register: openExportRegister([]),
    isExporter: true,
    isPointOfSale: () => true,
    systemOf: () => undefined,
    taxpayerOf: () => undefined,
  } as const;
  const rules = exportRules.filter(({ code }) => !aboutRegisters.includes(code));
  const error = firstBroken(rules, readExport(xml), context);
  return error ? [error.code] : [];
}

/** 10160, 2048: the corrected document is authorized. */
const aboutRegisters = [10_160, 2_048];

const today = () => buenosAiresDay(now).replaceAll('-', '');

/** Every receiver must accept credit invoices. */
const large = (cuit: number | string) => ({
  ...inventTaxpayer(String(cuit)),
  state: 'ACTIVO' as const,
  size: 'GRANDE' as const,
});

function brokenRules(
  amounts: AuthorityAmounts,
  rules: readonly Rule[],
  taxpayerOf: RuleContext['taxpayerOf'] = () => undefined,
): number[] {
  const request = parseXml(`<FECAESolicitar>${requestXml([amounts], 1)}</FECAESolicitar>`);
  const [voucher] = request ? readLot(request).vouchers : [];
  const type = documentTypeOf(amounts.CbteTipo);
  if (!voucher || !type) throw new Error('the simulator can not read the request');
  const context = {
    environment: 'sandbox',
    cuit: '30123456781',
    type,
    today: taxpayerOf === large ? today() : amounts.CbteFch,
    register: openVoucherRegister([]),
    taxpayerOf,
  } as const;
  return rules.filter((rule) => rule.breaks(voucher, context)).map(({ code }) => code);
}
