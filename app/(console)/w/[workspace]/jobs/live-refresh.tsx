'use client';

import { useDocumentVisibility, useIdle } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useEffect, useState, useTransition } from 'react';

/** A page that nobody looks at any more does not keep its session alive. */
const restMs = 10 * 60_000;

/** Draws the page anew while something on it is under way, as long as somebody is there to see it. */
export function LiveRefresh({ everySeconds }: { everySeconds: number }) {
  const router = useRouter();
  const [, startRefresh] = useTransition();
  const [round, setRound] = useState(0);
  const isVisible = useDocumentVisibility() === 'visible';
  const isIdle = useIdle(restMs, { initialState: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a round begins the next
  useEffect(() => {
    if (!isVisible || isIdle) return;
    let left = false;
    const timer = setTimeout(async () => {
      const mayRefresh = await isThere();
      if (left) return;
      startRefresh(() => {
        if (mayRefresh) router.refresh();
        setRound((before) => before + 1);
      });
    }, everySeconds * 1_000);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [round, isVisible, isIdle, everySeconds, router]);
  return null;
}

/** When it can not draw a page anew, Next leaves it for the browser's error page: a restart must not do that. */
const isThere = async (): Promise<boolean> =>
  fetch('/api/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
