import { setTimeout as wait } from 'node:timers/promises';
import type { VoucherRecord } from '../records.ts';
import { lookUpTaxpayer } from '../registry/register.ts';
import { testCompanies } from '../test-companies.ts';
import { addDays, compactDay, compactMoment } from './dates.ts';
import type { WsfeMessage } from './errors.ts';
import { issuerErrors } from './issuer.ts';
import type { WsfeCall } from './operation.ts';
import { amountRules } from './rules/amounts.ts';
import { correctionObservations, correctionRules } from './rules/corrections.ts';
import { currencyRules } from './rules/currency.ts';
import { dateRules } from './rules/dates.ts';
import { headerErrors, pointOfSaleRules, systemOf } from './rules/header.ts';
import { numberRules, seriesErrors } from './rules/numbering.ts';
import { receiverObservations, receiverRules } from './rules/receiver.ts';
import type { Rule, RuleContext } from './rules/rule.ts';
import { taxRules } from './rules/taxes.ts';
import { officialRate } from './tables/currencies.ts';
import { documentTypeOf } from './tables/document-types.ts';
import type { Lot, Voucher } from './voucher.ts';
import type { Series } from './voucher-register.ts';

export type Verdict =
  | { voucher: Voucher; record: VoucherRecord }
  | { voucher: Voucher; record?: undefined; reasons: WsfeMessage[] };

/** `errors` with verdicts are of a number out of its series; without, of the request or of the issuer. */
export type Authorisation =
  | { kind: 'busy' }
  | { kind: 'refused'; errors: WsfeMessage[] }
  | { kind: 'judged'; verdicts: Verdict[]; errors: WsfeMessage[] };

const rules = [
  ...pointOfSaleRules,
  ...numberRules,
  ...dateRules,
  ...receiverRules,
  ...currencyRules,
  ...amountRules,
  ...taxRules,
  ...correctionRules,
];
const observations = [...receiverObservations, ...correctionObservations];
/** In every sample seen (docs/authority.md#cae). */
const validityDays = 10;

/** One transaction for each series: who comes while another is under way is told that it is (502). */
export async function authorise(call: WsfeCall, lot: Lot): Promise<Authorisation> {
  const { simulation, environment, cuit } = call;
  const { vouchers } = simulation.offices[environment];
  const series = { cuit, pointOfSale: lot.pointOfSale, documentType: lot.documentType };
  if (!vouchers.begin(series)) return { kind: 'busy' };
  try {
    if (simulation.processing.milliseconds > 0) await wait(simulation.processing.milliseconds);
    const type = documentTypeOf(lot.documentType);
    const errors = [...(type ? issuerErrors(call, type) : []), ...headerErrors(call, lot)];
    return errors.length > 0 ? { kind: 'refused', errors } : judge(call, lot, series);
  } finally {
    vouchers.end(series);
  }
}

/** Numbers and dates follow each other, so whatever comes after a rejected one of a lot is not looked at. */
function judge(call: WsfeCall, lot: Lot, series: Series): Authorisation {
  const { simulation, environment, cuit } = call;
  const { vouchers: register } = simulation.offices[environment];
  const type = documentTypeOf(lot.documentType);
  if (!type) throw new Error('a lot of no type');
  const today = compactDay(simulation.clock.now());
  const context: RuleContext = {
    environment,
    cuit,
    type,
    today,
    register,
    system: systemOf(call, lot.pointOfSale),
    taxpayerOf: (number) => lookUpTaxpayer(simulation, environment, String(number)),
  };
  const verdicts: Verdict[] = [];
  const errors: WsfeMessage[] = [];
  for (const sent of lot.vouchers) {
    const voucher = { ...sent, CbteFch: sent.CbteFch || today };
    if (verdicts.some(({ record }) => !record)) {
      verdicts.push({ voucher, reasons: [] });
      continue;
    }
    const outOfSeries = seriesErrors(voucher, register.last(series));
    const reasons = outOfSeries.length > 0 ? outOfSeries : objections(voucher, context);
    if (reasons.length === 0) {
      verdicts.push({ voucher, record: approve(call, series, voucher, context) });
    } else if (outOfSeries.length > 0 && verdicts.length === 0) {
      // Recorded, of a lot too. Further on it is an observation of the voucher (manual, example 2).
      errors.push(...outOfSeries);
      verdicts.push({ voucher, reasons: [] });
    } else verdicts.push({ voucher, reasons });
  }
  if (verdicts.some(({ record }) => record)) simulation.save();
  return { kind: 'judged', verdicts, errors };
}

function approve(
  { simulation, environment }: WsfeCall,
  series: Series,
  sent: Voucher,
  context: RuleContext,
): VoucherRecord {
  const voucher = { ...sent, MonCotiz: sent.MonCotiz || (officialRate(sent.MonId) ?? 1) };
  const record: VoucherRecord = {
    ...series,
    voucher,
    cae: nextCae(context),
    caeExpiry: addDays(voucher.CbteFch, validityDays),
    processedAt: compactMoment(simulation.clock.now()),
    observations: broken(observations, voucher, context),
  };
  context.register.add(record);
  simulation.stats.count(environment, 'caes');
  return record;
}

function objections(voucher: Voucher, context: RuleContext): WsfeMessage[] {
  const always = testCompanies[context.cuit]?.objection;
  return always ? [always] : broken(rules, voucher, context);
}

function broken(list: Rule[], voucher: Voucher, context: RuleContext): WsfeMessage[] {
  return list.filter((rule) => rule.breaks(voucher, context)).map(({ code, message }) => ({ code, message }));
}

/** 14 digits: the environment, the day and a count, so that none is given twice. */
function nextCae({ environment, today, register }: RuleContext): string {
  const lead = environment === 'live' ? '8' : '7';
  return lead + today.slice(2) + String(register.count() + 1).padStart(7, '0');
}
