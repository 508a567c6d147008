'use client';

import { useEffect, useState } from 'react';
import type { TaxpayerAnswer } from './taxpayer.ts';

/** Pause in typing before the register is queried. */
const restMs = 300;
/** The form waits no longer for the register. */
const mostMs = 20_000;

/** Addresses of the editor's queries. */
export interface RegisterAddresses {
  /** Returns a `TaxpayerAnswer` for `?cuit=`. */
  question: string;
  /** Returns the workspace's suppliers for `?cuit=`. */
  twins: string;
  /** Address of the settings of the delegate, whose certificate queries the register. */
  settings: string;
}

export interface LookedUp {
  cuit: string;
  /** Undefined while the request is pending. */
  answer: TaxpayerAnswer | undefined;
}

/** The authority's register data for a CUIT; undefined without one. */
export function useTaxpayer({ question }: RegisterAddresses, cuit: string | undefined): LookedUp | undefined {
  const [known, setKnown] = useState<LookedUp>();
  useEffect(() => {
    if (!cuit) return;
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(mostMs)]);
      const answer = await lookUp(`${question}?cuit=${cuit}`, signal);
      if (!leaving.signal.aborted) setKnown({ cuit, answer });
    }, restMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [question, cuit]);
  if (!cuit) return undefined;
  return known?.cuit === cuit ? known : { cuit, answer: undefined };
}

/** Errors are ignored: the user can continue without. */
async function lookUp(address: string, signal: AbortSignal): Promise<TaxpayerAnswer> {
  try {
    const response = await fetch(address, { signal, cache: 'no-store', redirect: 'error' });
    return response.ok ? ((await response.json()) as TaxpayerAnswer) : { kind: 'unavailable' };
  } catch {
    return { kind: 'unavailable' };
  }
}
