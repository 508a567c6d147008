'use client';

import { useDocumentVisibility, useIdle } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition } from 'react';

/** Idle pages stop refreshing, so that they do not keep their session alive. */
const restMs = 10 * 60_000;

/**
 * Refreshes the page while something on it is in progress: at intervals while somebody is present, and at
 * once when they return. Input and open dialogs stay, because client components keep their state.
 */
export function LiveRefresh({ everySeconds }: { everySeconds: number }) {
  const router = useRouter();
  const [, startRefresh] = useTransition();
  const [round, setRound] = useState(0);
  const isWatched = useDocumentVisibility() === 'visible';
  const isIdle = useIdle(restMs, { initialState: false });
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
 * Checked first, because a failed refresh makes Next leave for the browser's error page, for instance during
 * a restart.
 */
const isThere = async (): Promise<boolean> =>
  fetch('/api/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
