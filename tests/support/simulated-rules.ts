import { requestXml } from '#lib/arca/wsfe.ts';
import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { parseXml } from '#simulator/soap/xml.ts';
import { amountRules, taxRules } from '#simulator/wsfe/request-authorisation.ts';
import { type Rule, receiverObservations, receiverRules } from '#simulator/wsfe/rules.ts';
import { documentTypeOf } from '#simulator/wsfe/tables.ts';
import { readLot } from '#simulator/wsfe/voucher.ts';
import { openVoucherRegister } from '#simulator/wsfe/voucher-register.ts';

/** Codes with which the simulator would refuse these amounts, after they have been through the XML. */
export const simulatedRefusals = (amounts: AuthorityAmounts): number[] =>
  brokenRules(amounts, [...amountRules, ...taxRules]);

/** The same, and the codes of its refusals and observations about the receiver. */
export const simulatedCodes = (amounts: AuthorityAmounts): number[] =>
  brokenRules(amounts, [...amountRules, ...taxRules, ...receiverRules, ...receiverObservations]);

function brokenRules(amounts: AuthorityAmounts, rules: Rule[]): number[] {
  const request = parseXml(`<FECAESolicitar>${requestXml([amounts], 1)}</FECAESolicitar>`);
  const [voucher] = request ? readLot(request).vouchers : [];
  const type = documentTypeOf(amounts.CbteTipo);
  if (!voucher || !type) throw new Error('the simulator can not read the request');
  const context = {
    environment: 'sandbox',
    cuit: '30123456781',
    type,
    today: amounts.CbteFch,
    register: openVoucherRegister([]),
    taxpayerOf: () => undefined,
  } as const;
  return rules.filter((rule) => rule.breaks(voucher, context)).map(({ code }) => code);
}
