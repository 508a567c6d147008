'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { workspacePath } from '../navigation.ts';
import { noAnswer, type SearchAnswer, searchPath } from './answer.ts';

const typingPauseMs = 120;

interface Asked {
  /** Of what was typed last, as soon as it is there; until then of what was typed before. */
  answer: SearchAnswer;
  status: 'current' | 'asking' | 'failed';
}

/** What the workspace has, asked while somebody types. */
export function useAnswer(workspace: string, typed: string): Asked {
  const q = typed.trim();
  const [asked] = useDebouncedValue(q, typingPauseMs);
  const [answer, setAnswer] = useState(noAnswer);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (!asked) return;
    const stop = new AbortController();
    const address = `${workspacePath(workspace, searchPath)}/found?${new URLSearchParams({ q: asked })}`;
    fetchAnswer(address, stop.signal).then(setAnswer, () => {
      if (!stop.signal.aborted) setFailed(asked);
    });
    return () => stop.abort();
  }, [workspace, asked]);
  if (!q) return { answer: noAnswer, status: 'current' };
  if (answer.q === q) return { answer, status: 'current' };
  return { answer, status: failed === q ? 'failed' : 'asking' };
}

async function fetchAnswer(address: string, signal: AbortSignal): Promise<SearchAnswer> {
  const response = await fetch(address, { signal, redirect: 'error' });
  if (!response.ok) throw new Error(`The search answered ${response.status}.`);
  return response.json();
}
