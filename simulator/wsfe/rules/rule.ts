import type { Environment } from '#simulator/environment.ts';
import type { PointOfSaleSystem } from '#simulator/records.ts';
import type { RegisteredTaxpayer } from '#simulator/registry/fictitious-taxpayer.ts';
import type { DocumentType } from '../tables/document-types.ts';
import type { Voucher } from '../voucher.ts';
import type { VoucherRegister } from '../voucher-register.ts';

export type RuleContext = {
  environment: Environment;
  /** The issuer's. */
  cuit: string;
  type: DocumentType;
  /** `yyyymmdd` in Argentina. */
  today: string;
  register: VoucherRegister;
  /** Of the point of sale; the sandbox takes any number, and goes by none. */
  system?: PointOfSaleSystem | undefined;
  /** Whom the taxpayers' register has under a number; undefined: nobody. */
  taxpayerOf(cuit: number | string): RegisteredTaxpayer | undefined;
};

/**
 * A check of FECAESolicitar. Codes and conditions are the manual's; of most texts only the rule is public, so they
 * are in the manner of those that were seen on the wire (docs/authority.md#texts-of-errors).
 */
export type Rule = {
  code: number;
  message: string;
  breaks(voucher: Voucher, context: RuleContext): boolean;
};

/** The manual's margins: 0.01 % of the amount, or so many cents. */
export function isClose(one: number, other: number, cents = 1): boolean {
  const difference = Math.abs(one - other);
  return difference <= cents / 100 + 1e-6 || difference / Math.max(Math.abs(one), Math.abs(other)) <= 0.0001;
}

export const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Debit and credit notes of A and B, whose VAT may lack its base. */
export const isLooseNote = ({ id }: DocumentType) => [2, 3, 7, 8, 52, 53].includes(id);
export const isNote = ({ kind }: DocumentType) => kind === 'debit-note' || kind === 'credit-note';
export const isCreditInvoice = ({ id }: DocumentType) => id >= 201 && id <= 213;
