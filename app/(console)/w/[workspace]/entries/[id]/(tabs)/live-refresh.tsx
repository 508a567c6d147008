'use client';

import { useRouter } from 'next/navigation';
import { startTransition, useEffect } from 'react';

/** Draws the page anew every so often, while somebody looks at it, and at once when they look again. */
export function LiveRefresh({ everyMs }: { everyMs: number }) {
  const router = useRouter();
  useEffect(() => {
    const look = () => {
      // What is typed or chosen in a dialog meanwhile stays: islands keep their state.
      if (document.visibilityState === 'visible') startTransition(() => router.refresh());
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [router, everyMs]);
  return null;
}
