import Big from 'big.js';
import { type Sale, taxesOfKind } from './sale.ts';

/** Records of one sale in the two files of the «Libro IVA Digital» (docs/authority.md#vat-book). */
export interface VatBookRecords {
  /** 266 characters. */
  voucher: string;
  /** 62 characters each; as many as the voucher says. */
  rates: string[];
}

/** The files are ISO 8859-1, in which each character is one byte, and lines end in CRLF. */
export const vatBookBytes = (records: readonly string[]): Buffer =>
  Buffer.from(records.map((record) => `${record}\r\n`).join(''), 'latin1');

/**
 * Amounts are in the document's currency and positive: the type says that a credit note subtracts. A document without
 * VAT of a class that has VAT, and an export, has one record with the rate 0; class C has none. Undefined for a sale in
 * a foreign currency whose exchange rate the authority has not returned yet: any other rate would be wrong in the book.
 */
export function vatBookRecords(sale: Sale): VatBookRecords | undefined {
  const { type, customer, rate } = sale;
  if (rate === undefined) return undefined;
  const rates = ratesOf(sale);
  const series = digits(type.code, 3) + digits(sale.pointOfSale, 5) + digits(sale.number, 20);
  // Class C has no field for its sale but the total.
  const exempt = type.letter === 'C' ? sale.exempt : sale.exempt.plus(sale.withoutVat);
  const voucher = [
    date(sale.issuedOn),
    series,
    digits(sale.number, 20),
    digits(customer.identityType, 2),
    digits(customer.identity, 20),
    text(customer.name || 'CONSUMIDOR FINAL', 30),
    amount(sale.total),
    amount(sale.notTaxed),
    amount(taxesOfKind(sale, 'uncategorised')),
    amount(exempt),
    amount(taxesOfKind(sale, 'national')),
    amount(taxesOfKind(sale, 'gross-income')),
    amount(taxesOfKind(sale, 'municipal')),
    amount(taxesOfKind(sale, 'internal')),
    sale.authorityCurrency.padEnd(3),
    digits(new Big(rate).times(1_000_000).toFixed(0), 10),
    digits(rates.length, 1),
    operationOf(sale),
    amount(taxesOfKind(sale, 'other')),
    date(undefined),
  ].join('');
  return {
    voucher,
    rates: rates.map(({ code, net, vat }) => series + amount(net) + digits(code, 4) + amount(vat)),
  };
}

const zeroRate = 3;

function ratesOf({ type, vat }: Sale): Sale['vat'] {
  if (type.letter === 'C' || vat.length > 0) return vat;
  return [{ code: zeroRate, net: new Big(0), vat: new Big(0) }];
}

/** Ley 19640, the free zone of Tierra del Fuego: a VAT status of customers. */
const freeZoneStatus = '10';

/** Set only if no part of the document bears VAT. */
function operationOf({ type, customer, vat, exempt, notTaxed }: Sale): string {
  if (type.letter === 'E') return 'X';
  if (type.letter === 'C' || vat.some(({ code }) => code !== zeroRate)) return ' ';
  if (exempt.gt(0) || vat.length > 0) return customer.vatStatus === freeZoneStatus ? 'Z' : 'E';
  return notTaxed.gt(0) ? 'N' : ' ';
}

/** @throws if the number does not fit, rather than shifting the fields behind it */
function digits(value: string | number, length: number): string {
  const written = String(value).padStart(length, '0');
  if (!/^\d+$/.test(written) || written.length > length) {
    throw new Error(`${value} does not fit a field of ${length} digits.`);
  }
  return written;
}

/** 13 digits before the implied point, and 2 after it. */
const amount = (value: Big): string => digits(value.times(100).toFixed(0), 15);

const date = (iso: string | undefined): string => digits(iso?.replaceAll('-', '') ?? 0, 8);

/** Characters outside ISO 8859-1 lose their accents, or become `?`; invisible ones are removed. */
function text(value: string, length: number): string {
  const printable = value
    .toWellFormed()
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\x20-\x7e\xa1-\xff]/gu, (character) => {
      const [base = ''] = character.normalize('NFD');
      return /[\x20-\x7e]/.test(base) ? base : '?';
    })
    .trim();
  return printable.slice(0, length).padEnd(length);
}
