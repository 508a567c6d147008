/** Same shape as the registration's; its own words, so that this module depends on nothing above it. */
export interface PointOfSale {
  number: number;
  /** The authority's own words, such as `CAE - Monotributo`. */
  system: string;
  blocked: boolean;
  /** ISO date. */
  closedOn?: string | undefined;
  usable: boolean;
}

export interface WsfeCaller {
  /** `endpointsOf(…).wsfe` */
  endpoint: string;
  ticket: { token: string; sign: string };
  /** The represented company's, eleven digits. */
  cuit: string;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export type WsfeRefusal =
  | { kind: 'cuit-not-represented'; message: string }
  /** The ticket is no good here (other environment, other service, expired): log in again. */
  | { kind: 'ticket-refused'; message: string }
  | { kind: 'refused'; code: number; message: string }
  | {
      kind: 'unavailable';
      cause: string;
      detail: string;
      outcomeUnknown: boolean;
      retryAfterSeconds: number;
    };

export type PointsOfSaleOutcome = { kind: 'listed'; pointsOfSale: PointOfSale[] } | WsfeRefusal;

/** The company's points of sale for web services. Always empty in the sandbox, which keeps no register. */
export async function listPointsOfSale(_caller: WsfeCaller): Promise<PointsOfSaleOutcome> {
  throw new Error('not written yet');
}
