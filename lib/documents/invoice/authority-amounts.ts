import Big from 'big.js';
import { cutText } from '../cut-text.ts';
import { money, sumOf, toCents } from './amount.ts';
import type { Invoice } from './complete.ts';
import { optionalDataOf } from './credit-invoice.ts';
import { authorityCurrency, pesosForOne } from './currencies.ts';
import { identityOf, vatStatusOf } from './customer.ts';
import { documentType } from './document-types.ts';
import {
  conceptExtension,
  documentTypeExtension,
  isTaxCharge,
  sameCurrencyExtension,
  taxTypeExtension,
} from './extensions.ts';
import { correctedPeriod } from './note.ts';
import type { RateTotal } from './totals.ts';
import { vatRateExtension } from './vat.ts';

/**
 * Request data of FECAESolicitar for an invoice, except its number. Members are named as in the WSDL. Amounts
 * are text with two decimals, dates `yyyymmdd`; members that are not sent are absent.
 */
export interface AuthorityAmounts {
  PtoVta: number;
  CbteTipo: number;
  Concepto: number;
  DocTipo: number;
  /** Digits; `0` for an unidentified customer. */
  DocNro: string;
  CbteFch: string;
  ImpTotal: string;
  ImpTotConc: string;
  ImpNeto: string;
  ImpOpEx: string;
  ImpTrib: string;
  ImpIVA: string;
  FchServDesde?: string;
  FchServHasta?: string;
  FchVtoPago?: string;
  MonId: string;
  /**
   * Absent if the authority applies its own rate, which it does for invoices paid in the foreign currency.
   */
  MonCotiz?: string;
  /** Only with a foreign currency (10241). */
  CanMisMonExt?: 'S' | 'N';
  CondicionIVAReceptorId: number;
  CbtesAsoc?: { Tipo: number; PtoVta: number; Nro: number; Cuit: string; CbteFch?: string }[];
  /** Period of the corrected documents, instead of `CbtesAsoc`. */
  PeriodoAsoc?: { FchDesde: string; FchHasta: string };
  Tributos?: { Id: number; Desc?: string; BaseImp: string; Alic: string; Importe: string }[];
  Iva?: { Id: number; BaseImp: string; Importe: string }[];
  /** Only in credit invoices (FCE). */
  Opcionales?: { Id: string; Valor: string }[];
}

/**
 * Converts an invoice for FECAESolicitar. The result satisfies the authority's arithmetic (manual of WSFEv1:
 * 10018-10024, 10029, 10048, 10051, 10061, 10070, 10071): sums are equal to the cent, and each rate's VAT is
 * within the one cent that 10051 tolerates.
 * @param invoice a result of `buildInvoice`
 */
export function authorityAmounts(invoice: Invoice): AuthorityAmounts {
  const ext = invoice.tax?.ext ?? {};
  const { type, number } = identityOf(invoice.customer);
  const rate = pesosForOne(invoice);
  const optionalData = optionalDataOf(invoice);
  return {
    PtoVta: Number(invoice.series),
    CbteTipo: Number(ext[documentTypeExtension]),
    Concepto: Number(ext[conceptExtension]),
    DocTipo: Number(type),
    DocNro: number,
    CbteFch: compact(invoice.issue_date),
    ...amountsOf(invoice),
    ...servicePeriodOf(invoice),
    MonId: authorityCurrency(invoice.currency) ?? '',
    ...(rate === undefined ? {} : { MonCotiz: rate }),
    ...(invoice.currency === 'ARS' ? {} : { CanMisMonExt: ext[sameCurrencyExtension] === 'S' ? 'S' : 'N' }),
    CondicionIVAReceptorId: Number(vatStatusOf(invoice.customer)),
    ...correctedDocumentsOf(invoice),
    ...(optionalData.length > 0 ? { Opcionales: optionalData } : {}),
  };
}

/** In class C there is no VAT: ImpNeto is the whole sale and Iva is absent (docs/authority.md#arithmetic). */
function amountsOf({ totals, charges = [] }: Invoice) {
  const rates = totals.taxes?.categories[0].rates ?? [];
  const taxed = rates.filter((rate) => rate.ext && new Big(rate.base).gt(0));
  const taxCharges = charges.filter(isTaxCharge);
  const otherTaxes = sumOf(taxCharges.map(({ amount }) => new Big(amount ?? 0)));
  const sold = new Big(totals.total).minus(otherTaxes);
  const baseOf = (key: RateTotal['key']) =>
    money(sumOf(rates.filter((rate) => rate.key === key).map(({ base }) => new Big(base))));
  return {
    ImpTotal: totals.payable,
    ImpTotConc: baseOf('outside-scope'),
    ImpNeto: totals.taxes ? money(sumOf(taxed.map(({ base }) => new Big(base)))) : money(sold),
    ImpOpEx: baseOf('exempt'),
    ImpTrib: money(otherTaxes),
    ImpIVA: totals.tax,
    ...(taxed.length > 0
      ? {
          Iva: taxed.map(({ ext, base, amount }) => ({
            Id: Number(ext?.[vatRateExtension]),
            BaseImp: base,
            Importe: amount,
          })),
        }
      : {}),
    ...(otherTaxes.gt(0) ? { Tributos: taxCharges.map((charge) => tributoOf(charge, sold)) } : {}),
  };
}

/**
 * A tax with a fixed amount has neither base nor rate, unless they are stated beside it. A rate has two decimals
 * here, although the amount is calculated with all of its digits. The authority does not compare the amount
 * with base by rate (docs/authority.md#arithmetic).
 */
function tributoOf(
  { ext, reason, base, percent, amount = '0' }: NonNullable<Invoice['charges']>[number],
  net: Big,
) {
  return {
    Id: Number(ext?.[taxTypeExtension]),
    ...(reason ? { Desc: cutText(reason, 80) } : {}),
    BaseImp: base ?? money(percent === undefined ? new Big(0) : net),
    Alic: money(toCents(new Big(percent?.slice(0, -1) ?? 0))),
    Importe: amount,
  };
}

/**
 * Service period and due date. Goods have no period, and a due date only in credit invoices. Of several due dates
 * the earliest is sent.
 */
function servicePeriodOf({ ordering, payment, tax }: Invoice) {
  const [first] = (payment?.terms?.due_dates ?? []).map(({ date }) => date).sort();
  const isOfServices = tax?.ext?.[conceptExtension] !== '1';
  const isCreditInvoice = documentType(tax?.ext?.[documentTypeExtension] ?? '')?.isCreditInvoice === true;
  return {
    ...(isOfServices && ordering?.period
      ? { FchServDesde: compact(ordering.period.start), FchServHasta: compact(ordering.period.end) }
      : {}),
    ...(first && (isOfServices || isCreditInvoice) ? { FchVtoPago: compact(first) } : {}),
  };
}

function correctedDocumentsOf({ preceding, supplier }: Invoice) {
  if (!preceding?.length) return {};
  const period = correctedPeriod(preceding);
  if (period) return { PeriodoAsoc: { FchDesde: compact(period.start), FchHasta: compact(period.end) } };
  return {
    CbtesAsoc: preceding.map(({ ext, series, code, issue_date: date }) => ({
      Tipo: Number(ext?.[documentTypeExtension]),
      PtoVta: Number(series),
      Nro: Number(code),
      Cuit: supplier.tax_id.code,
      ...(date ? { CbteFch: compact(date) } : {}),
    })),
  };
}

const compact = (date: string) => date.replaceAll('-', '');
