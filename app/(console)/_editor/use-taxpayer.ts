'use client';

import { useEffect, useState } from 'react';
import type { TaxpayerAnswer } from './taxpayer.ts';

/** Somebody may be going on typing. */
const restMs = 300;

/** Where the page has what the editor asks for. */
export interface RegisterAddresses {
  /** Answers `?cuit=` with a `TaxpayerAnswer`. */
  question: string;
  /** Answers `?cuit=` with the suppliers that the workspace has under it. */
  twins: string;
  /** Where it is said who asks the register for the workspace. */
  settings: string;
}

export interface LookedUp {
  cuit: string;
  /** Undefined while it is asked for. */
  answer: TaxpayerAnswer | undefined;
}

/** What the authority's register says of a CUIT; undefined without one. */
export function useTaxpayer({ question }: RegisterAddresses, cuit: string | undefined): LookedUp | undefined {
  const [known, setKnown] = useState<LookedUp>();
  useEffect(() => {
    if (!cuit) return;
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await lookUp(`${question}?cuit=${cuit}`, leaving.signal);
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

/** Whatever goes wrong, who types can go on without it. */
async function lookUp(address: string, signal: AbortSignal): Promise<TaxpayerAnswer> {
  try {
    const response = await fetch(address, { signal, cache: 'no-store', redirect: 'error' });
    return response.ok ? ((await response.json()) as TaxpayerAnswer) : { kind: 'unavailable' };
  } catch {
    return { kind: 'unavailable' };
  }
}
