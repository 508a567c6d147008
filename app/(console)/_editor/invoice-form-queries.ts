import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import type { WhyUnusable } from '#lib/registrations/points-of-sale.ts';

/** A company in whose name an invoice can be issued. */
export interface IssuerOption {
  id: string;
  name: string;
  cuit: string;
  lacksPointOfSale: boolean;
}

/** A customer as an invoice has it. */
export type CustomerOption = Record<string, unknown>;

export type PointsOfSaleAnswer =
  /** The sandbox accepts any point of sale. */
  | { kind: 'any' }
  /** `readAt` is an ISO instant. */
  | { kind: 'listed'; readAt: string | undefined; unavailable: boolean; list: DeskPoint[] }
  /** No issuer of this workspace has that CUIT. */
  | { kind: 'none' };

export interface DeskPoint {
  service: InvoicingServiceId;
  number: number;
  system: string;
  usable: boolean;
  reason?: WhyUnusable | undefined;
}

/** `date`: day of the rate, if the authority gives it. */
export type ExchangeRateAnswer =
  | { kind: 'rate'; rate: string; date: string | undefined }
  | { kind: 'unavailable' };

/**
 * Queries the server for the invoice form. Returns undefined if it does not respond: the user can continue
 * without.
 */
export async function queryInvoiceForm<Answer>(
  address: string,
  signal?: AbortSignal,
  method: 'GET' | 'POST' = 'GET',
): Promise<Answer | undefined> {
  try {
    const response = await fetch(address, {
      method,
      cache: 'no-store',
      redirect: 'error',
      ...(signal ? { signal } : {}),
    });
    return response.ok ? ((await response.json()) as Answer) : undefined;
  } catch {
    return undefined;
  }
}
