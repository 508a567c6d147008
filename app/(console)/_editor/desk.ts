import type { WhyUnusable } from '#lib/registrations/points-of-sale.ts';

/** Somebody in whose name an invoice can be issued. */
export interface DeskIssuer {
  id: string;
  name: string;
  cuit: string;
  lacksPointOfSale: boolean;
}

export type DeskPoints =
  /** The sandbox takes any number. */
  | { kind: 'any' }
  /** ISO instant. */
  | { kind: 'listed'; readAt: string | undefined; unavailable: boolean; list: DeskPoint[] }
  /** Nobody here issues under that CUIT. */
  | { kind: 'none' };

export interface DeskPoint {
  number: number;
  system: string;
  usable: boolean;
  reason?: WhyUnusable | undefined;
}

/** `date`: the day of the rate, where the authority says it. */
export type DeskRate = { kind: 'rate'; rate: string; date: string | undefined } | { kind: 'unavailable' };

/** What the invoice's form asks the server; undefined when it does not answer: who types can go on without it. */
export async function askDesk<Answer>(
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
