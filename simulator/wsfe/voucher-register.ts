import type { VoucherRecord } from '../records.ts';

/** A gapless number series in one environment. */
export type Series = { cuit: string; pointOfSale: number; documentType: number };

/** Vouchers of one environment and service. */
export type VoucherRegister<Entry extends Series = VoucherRecord> = {
  last(series: Series): Entry | undefined;
  find(series: Series, number: number): Entry | undefined;
  add(record: Entry): void;
  count(): number;
  of(cuit: string | undefined): Entry[];
  /** Starts a transaction. Returns false if the series already has one, which WSFE answers with 502. */
  begin(series: Series): boolean;
  end(series: Series): void;
};

export const openVoucherRegister = (records: VoucherRecord[]): VoucherRegister =>
  openRegister(records, ({ voucher }) => [voucher.CbteDesde, voucher.CbteHasta]);

/**
 * `records` is the environment's stored list; new vouchers are appended to it. `numbersOf` returns the first and
 * the last number of a voucher.
 */
export function openRegister<Entry extends Series>(
  records: Entry[],
  numbersOf: (record: Entry) => [first: number, last: number],
): VoucherRegister<Entry> {
  const bySeries = new Map<string, Entry[]>();
  const active = new Set<string>();
  const index = (record: Entry) => {
    const key = keyOf(record);
    const list = bySeries.get(key);
    if (list) list.push(record);
    else bySeries.set(key, [record]);
  };
  records.forEach(index);
  return {
    last: (series) => bySeries.get(keyOf(series))?.at(-1),
    find: (series, number) =>
      bySeries.get(keyOf(series))?.find((record) => {
        const [first, last] = numbersOf(record);
        return first <= number && number <= last;
      }),
    add: (record) => {
      records.push(record);
      index(record);
    },
    count: () => records.length,
    of: (cuit) => records.filter((record) => cuit === undefined || record.cuit === cuit),
    begin: (series) => {
      const key = keyOf(series);
      if (active.has(key)) return false;
      active.add(key);
      return true;
    },
    end: (series) => {
      active.delete(keyOf(series));
    },
  };
}

const keyOf = ({ cuit, pointOfSale, documentType }: Series) => `${cuit}/${pointOfSale}/${documentType}`;
