'use client';

import { useEffect, useState } from 'react';
import type { Outline } from '#lib/documents/invoice/outline.ts';

/** What the server says of an invoice that is being written. */
export interface InvoiceOutline {
  /** Undefined where not even a class can be told. */
  outline?: Outline | undefined;
  /** Of a credit note: what it corrects, and what is left to credit of that. */
  corrected?: CorrectedInvoice | undefined;
}

export interface CorrectedInvoice {
  title: string;
  /** As it is written. */
  left: string;
  isOver: boolean;
}

/** Somebody may be going on typing. */
const restMs = 250;

/** What the text comes to, as a building would reckon it; while it is asked, what it came to before. */
export function useOutline(address: string, text: string): InvoiceOutline {
  const [known, setKnown] = useState<InvoiceOutline>({});
  useEffect(() => {
    let isLast = true;
    // It is not called off: what came of it is passed over.
    const timer = setTimeout(async () => {
      const answer = await ask(address, text);
      if (answer && isLast) setKnown(answer);
    }, restMs);
    return () => {
      clearTimeout(timer);
      isLast = false;
    };
  }, [address, text]);
  return known;
}

/** Nobody is stopped from typing by sums that do not come: a building gives them all the same. */
async function ask(address: string, text: string): Promise<InvoiceOutline | undefined> {
  try {
    const response = await fetch(address, { method: 'POST', body: text, redirect: 'error' });
    return response.ok ? ((await response.json()) as InvoiceOutline) : undefined;
  } catch {
    return undefined;
  }
}
