import type { VoucherRecord } from '../records.ts';

/** A gapless number series in one environment. */
export type Series = { cuit: string; pointOfSale: number; documentType: number };

export type VoucherRegister = {
  last(series: Series): VoucherRecord | undefined;
  find(series: Series, number: number): VoucherRecord | undefined;
  add(record: VoucherRecord): void;
  count(): number;
  of(cuit: string | undefined): VoucherRecord[];
  /** Starts a transaction. Returns false if the series already has one, which WSFE answers with 502. */
  begin(series: Series): boolean;
  end(series: Series): void;
};

/** `records` is the environment's stored list; new vouchers are appended to it. */
export function openVoucherRegister(records: VoucherRecord[]): VoucherRegister {
  const bySeries = new Map<string, VoucherRecord[]>();
  const active = new Set<string>();
  const index = (record: VoucherRecord) => {
    const key = keyOf(record);
    const list = bySeries.get(key);
    if (list) list.push(record);
    else bySeries.set(key, [record]);
  };
  records.forEach(index);
  return {
    last: (series) => bySeries.get(keyOf(series))?.at(-1),
    find: (series, number) =>
      bySeries
        .get(keyOf(series))
        ?.find(({ voucher }) => voucher.CbteDesde <= number && number <= voucher.CbteHasta),
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
