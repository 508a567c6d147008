'use client';

import { useDocumentVisibility, useIdle } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition } from 'react';

/** A page that nobody looks at any more does not keep its session alive. */
const restMs = 10 * 60_000;

/**
 * Draws the page anew while something on it is under way, as long as somebody is there to see it, and at once when
 * they look again. What is typed or chosen in a dialog meanwhile stays: islands keep their state.
 */
export function LiveRefresh({ everySeconds }: { everySeconds: number }) {
  const router = useRouter();
  const [, startRefresh] = useTransition();
  const [round, setRound] = useState(0);
  const isWatched = useDocumentVisibility() === 'visible';
  const isIdle = useIdle(restMs, { initialState: false });
  const wasAway = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a round begins the next
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

/** When it can not draw a page anew, Next leaves it for the browser's error page: a restart must not do that. */
const isThere = async (): Promise<boolean> =>
  fetch('/api/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
