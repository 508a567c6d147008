'use client';

import { useDocumentVisibility, useIdle } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition } from 'react';

/** A page without input for this long stops refreshing, so that it does not keep the session alive. */
const idleMs = 10 * 60_000;

/**
 * Refreshes the page while something on it is in progress: at intervals while the user is present, and at
 * once when they return. Typed input and open dialogs stay, because client components keep their state.
 */
export function LiveRefresh({ everySeconds }: { everySeconds: number }) {
  const router = useRouter();
  const [, startRefresh] = useTransition();
  const [round, setRound] = useState(0);
  const isWatched = useDocumentVisibility() === 'visible';
  const isIdle = useIdle(idleMs, { initialState: false });
  const wasAway = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round schedules the next
  useEffect(() => {
    if (!isWatched || isIdle) {
      wasAway.current = true;
      return;
    }
    let left = false;
    const delayMs = wasAway.current ? 0 : everySeconds * 1_000;
    const timer = setTimeout(async () => {
      wasAway.current = false;
      const mayRefresh = await isThere();
      if (left) return;
      startRefresh(() => {
        if (mayRefresh) router.refresh();
        setRound((before) => before + 1);
      });
    }, delayMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [round, isWatched, isIdle, everySeconds, router]);
  return null;
}

/**
 * Whether the server responds. Checked before each refresh, because after a failed one, for instance during a
 * restart, Next shows the browser's error page.
 */
const isThere = async (): Promise<boolean> =>
  fetch('/api/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
