import type { ExportRecord } from '#simulator/records.ts';
import { openRegister, type VoucherRegister } from '#simulator/wsfe/voucher-register.ts';

export type ExportRegister = VoucherRegister<ExportRecord> & {
  /** Voucher authorized for a request, by the issuer's `Id`. */
  byId(cuit: string, id: number): ExportRecord | undefined;
  /** Highest `Id` of an authorized request; 0 if there is none. */
  lastId(cuit: string): number;
};

/** `records` is the environment's stored list; new vouchers are appended to it. */
export function openExportRegister(records: ExportRecord[]): ExportRegister {
  const register = openRegister(records, ({ voucher }) => [voucher.Cbte_nro, voucher.Cbte_nro]);
  const byId = new Map<string, ExportRecord>();
  const lastIds = new Map<string, number>();
  const index = (record: ExportRecord) => {
    const { cuit, voucher } = record;
    byId.set(`${cuit}/${voucher.Id}`, record);
    lastIds.set(cuit, Math.max(voucher.Id, lastIds.get(cuit) ?? 0));
  };
  records.forEach(index);
  return {
    ...register,
    add: (record) => {
      register.add(record);
      index(record);
    },
    byId: (cuit, id) => byId.get(`${cuit}/${id}`),
    lastId: (cuit) => lastIds.get(cuit) ?? 0,
  };
}
