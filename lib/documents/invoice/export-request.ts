import { createHash } from 'node:crypto';
import Big from 'big.js';
import { addressText } from '../address.ts';
import { cutText } from '../cut-text.ts';
import type { Invoice } from './complete.ts';
import { countryCodeOf } from './countries.ts';
import { authorityCurrency, pesosForOne } from './currencies.ts';
import { countryCuitOf, destinationOf, exportKinds, exportPermitsOf, languageCodeOf } from './export.ts';
import {
  conceptExtension,
  documentTypeExtension,
  incotermsDetailExtension,
  incotermsExtension,
  sameCurrencyExtension,
} from './extensions.ts';
import type { Adjustment } from './schema.ts';
import { authorityUnit } from './units.ts';

/** An item of an export. Amounts are text. With unit 99 (a discount) only the total, which is negative, is not 0. */
interface ExportItem {
  Pro_codigo?: string;
  Pro_ds: string;
  Pro_qty: string;
  Pro_umed: number;
  Pro_precio_uni: string;
  Pro_bonificacion: string;
  Pro_total_item: string;
}

/**
 * Request data of FEXAuthorize for an export, except its number. Members are named as in the WSDL; members that are
 * not sent are absent. Dates are `yyyymmdd`.
 */
export interface ExportRequest {
  /** 15 digits; the key by which the authority recognizes a request (docs/authority.md#export-repetition). */
  Id: number;
  Fecha_cbte: string;
  Cbte_Tipo: number;
  Punto_vta: number;
  /** 1 goods, 2 services, 4 both. */
  Tipo_expo: number;
  /** `S` or `N` on an invoice of goods; empty otherwise. */
  Permiso_existente: 'S' | 'N' | '';
  Permisos?: { Id_permiso: string; Dst_merc: number }[];
  Dst_cmp: number;
  Cliente: string;
  /** CUIT that stands for the companies, people or other entities of the country. */
  Cuit_pais_cliente: string;
  Domicilio_cliente: string;
  Id_impositivo?: string;
  Moneda_Id: string;
  /** Absent if the authority applies its own rate. */
  Moneda_ctz?: string;
  /** Only on an invoice in a foreign currency (1605). */
  CanMisMonExt?: 'S' | 'N';
  Imp_total: string;
  Cmps_asoc?: { Cbte_tipo: number; Cbte_punto_vta: number; Cbte_nro: number; Cbte_cuit: string }[];
  Forma_pago?: string;
  Incoterms?: string;
  Incoterms_Ds?: string;
  Idioma_cbte: number;
  Items: ExportItem[];
  Fecha_pago?: string;
}

/**
 * Converts an export for FEXAuthorize.
 * @param invoice a result of `buildInvoice`
 * @param entryId id of the invoice's entry
 */
export function exportRequest(invoice: Invoice, entryId: string): ExportRequest {
  const body = bodyOf(invoice);
  return { Id: requestIdOf(entryId, body), ...body };
}

/**
 * Id of a request. The authority stores the Ids of the requests that it granted, by CUIT. A request with a stored Id
 * gets the answer of the first one («Reproceso» S), and no second CAE. So the Id depends on the invoice and on what
 * is sent, but not on its number:
 *
 * - The same invoice has the same Id in every attempt, also under another number, in another submission, and in a
 *   database restored from a backup. If an earlier request was granted after all, the answer names its number, and
 *   Alta takes over that voucher (send-lot.ts).
 * - A corrected invoice has another Id, because it is another request.
 * - Two invoices have two Ids even if they are equal, because their entries differ. Ids of other programs are
 *   counters or times; that one of them equals 49 bits of a hash is unlikely, and harmless: a CAE is accepted only
 *   with the number that was asked for, or after a lookup shows that the voucher is this sale.
 * - A voucher with another Id is another sale, however equal its amounts are (`isSameSale`). So the body must stay the
 *   same in every release: an invoice that was sent before a restore gets its Id from the release after it.
 *
 * The authority names no order of the Ids. They start at 10^14 and leave room above for programs that add 1 to the
 * last one.
 */
function requestIdOf(entryId: string, body: Omit<ExportRequest, 'Id'>): number {
  const hash = createHash('sha256')
    .update(JSON.stringify([entryId, body]))
    .digest();
  return 100_000_000_000_000 + Number(hash.readBigUInt64BE() % 800_000_000_000_000n);
}

function bodyOf(invoice: Invoice): Omit<ExportRequest, 'Id'> {
  const { customer, payment, totals, type, currency } = invoice;
  const ext = invoice.tax?.ext ?? {};
  const country = destinationOf(customer) ?? '';
  const rate = pesosForOne(invoice);
  const [due] = (payment?.terms?.due_dates ?? []).map(({ date }) => date).sort();
  const isInvoice = type === 'standard';
  return {
    Fecha_cbte: compact(invoice.issue_date),
    Cbte_Tipo: Number(ext[documentTypeExtension]),
    Punto_vta: Number(invoice.series),
    Tipo_expo: exportKinds[(ext[conceptExtension] ?? '3') as keyof typeof exportKinds],
    ...permitsOf(invoice),
    Dst_cmp: Number(countryCodeOf(country)),
    Cliente: customer?.name ?? '',
    Cuit_pais_cliente: countryCuitOf(customer),
    Domicilio_cliente: customer ? addressText(customer) : '',
    ...(customer?.tax_id ? { Id_impositivo: customer.tax_id.code } : {}),
    Moneda_Id: authorityCurrency(currency) ?? '',
    ...(rate === undefined ? {} : { Moneda_ctz: rate }),
    ...(isInvoice && currency !== 'ARS'
      ? { CanMisMonExt: ext[sameCurrencyExtension] === 'S' ? 'S' : 'N' }
      : {}),
    Imp_total: totals.payable,
    ...correctedDocumentOf(invoice),
    ...(payment?.terms?.detail ? { Forma_pago: cutText(payment.terms.detail, 50) } : {}),
    ...(ext[incotermsExtension] ? { Incoterms: ext[incotermsExtension] } : {}),
    ...(ext[incotermsDetailExtension] ? { Incoterms_Ds: ext[incotermsDetailExtension] } : {}),
    Idioma_cbte: Number(languageCodeOf(invoice)),
    Items: itemsOf(invoice),
    ...(isInvoice && due ? { Fecha_pago: compact(due) } : {}),
  };
}

function permitsOf(invoice: Invoice): Pick<ExportRequest, 'Permiso_existente' | 'Permisos'> {
  const permits = exportPermitsOf(invoice).map(({ code, country = '' }) => ({
    Id_permiso: code,
    Dst_merc: Number(countryCodeOf(country)),
  }));
  const isInvoiceOfGoods = invoice.type === 'standard' && invoice.tax?.ext?.[conceptExtension] === '1';
  return {
    Permiso_existente: isInvoiceOfGoods ? (permits.length > 0 ? 'S' : 'N') : '',
    ...(permits.length > 0 ? { Permisos: permits } : {}),
  };
}

function correctedDocumentOf({ preceding, supplier }: Invoice): Pick<ExportRequest, 'Cmps_asoc'> {
  if (!preceding?.length) return {};
  return {
    Cmps_asoc: preceding.map(({ ext, series, code }) => ({
      Cbte_tipo: Number(ext?.[documentTypeExtension]),
      Cbte_punto_vta: Number(series),
      Cbte_nro: Number(code),
      Cbte_cuit: supplier.tax_id.code,
    })),
  };
}

const discountUnit = 99;
const otherUnit = 98;

/**
 * Items, whose totals add up to the total to the cent. A line's discounts are its `Pro_bonificacion`; a discount of
 * the document is an item of unit 99, and each charge an item of its own.
 */
function itemsOf({ lines, discounts = [], charges = [] }: Invoice): ExportItem[] {
  return [
    ...lines.flatMap((line) => [itemOf(line), ...(line.charges ?? []).flatMap(chargeItem)]),
    ...discounts.flatMap(({ reason, amount = '0' }) =>
      Number(amount) === 0 ? [] : [sumItem(reason ?? 'Bonificación', `-${amount}`)],
    ),
    ...charges.flatMap(chargeItem),
  ];
}

function itemOf({ item, quantity, sum, discounts = [] }: Invoice['lines'][number]): ExportItem {
  const discount = discounts.reduce((total, { amount }) => total.plus(amount ?? 0), new Big(0));
  // Both are rounded to the cent, but the service compares the discount with the exact product (1812).
  const product = new Big(quantity).times(item.price);
  return {
    ...(item.ref ? { Pro_codigo: item.ref } : {}),
    Pro_ds: cutText([item.name, item.description].filter(Boolean).join(' '), 4000),
    Pro_qty: quantity,
    Pro_umed: authorityUnit(item.unit),
    Pro_precio_uni: item.price,
    Pro_bonificacion: discount.gt(product) ? product.toFixed(6, Big.roundDown) : discount.toFixed(2),
    Pro_total_item: new Big(sum).minus(discount).toFixed(2),
  };
}

function chargeItem({ reason, amount = '0' }: Pick<Adjustment, 'reason' | 'amount'>): ExportItem[] {
  if (Number(amount) === 0) return [];
  return [
    {
      Pro_ds: reason ?? 'Recargo',
      Pro_qty: '1',
      Pro_umed: otherUnit,
      Pro_precio_uni: amount,
      Pro_bonificacion: '0.00',
      Pro_total_item: amount,
    },
  ];
}

const sumItem = (description: string, total: string): ExportItem => ({
  Pro_ds: description,
  Pro_qty: '0',
  Pro_umed: discountUnit,
  Pro_precio_uni: '0',
  Pro_bonificacion: '0',
  Pro_total_item: total,
});

const compact = (date: string) => date.replaceAll('-', '');
