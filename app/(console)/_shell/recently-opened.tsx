'use client';

import { createContext, useContext, useEffect } from 'react';
import { workspacePath } from './navigation.ts';
import type { SearchItem } from './search-places.ts';

interface Where {
  workspace: string;
  /** E-mail address. */
  person: string;
}
const Here = createContext<Where>({ workspace: '', person: '' });

/** Workspace and person under which opened items are remembered. */
export const OpenedBy = Here.Provider;
export const useWhere = () => useContext(Here);

type OpenedProps = Omit<SearchItem, 'href'> & { path: string };

/** Adds the page's object to the recently opened ones. */
export function Opened({ path, title, detail, icon }: OpenedProps) {
  const { workspace, person } = useWhere();
  useEffect(() => {
    const href = workspacePath(workspace, path);
    if (workspace) rememberItem(workspace, person, { href, title, detail, icon });
  }, [workspace, person, path, title, detail, icon]);
  return null;
}

const prefix = 'alta-opened:';
const most = 12;

/** Recently opened items of a workspace. Stored per person, because a browser may be shared. */
const keyOf = (workspace: string, person: string) => `${prefix}${workspace}:${person}`;

export function recentItems(workspace: string, person: string): SearchItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(workspace, person)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isItem) : [];
  } catch {
    // Storage may be unavailable or hold something else.
    return [];
  }
}

function rememberItem(workspace: string, person: string, item: SearchItem): void {
  const others = recentItems(workspace, person).filter(({ href }) => href !== item.href);
  try {
    localStorage.setItem(keyOf(workspace, person), JSON.stringify([item, ...others].slice(0, most)));
  } catch {
    // Storage is full or unavailable.
  }
}

/** Called at logout, so that no names stay in the browser. */
export function forgetItems(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so nothing is stored.
  }
}

const isItem = (item: unknown): item is SearchItem =>
  typeof item === 'object' &&
  item !== null &&
  ['href', 'title', 'detail', 'icon'].every(
    (name) => typeof (item as Record<string, unknown>)[name] === 'string',
  ) &&
  (item as SearchItem).href.startsWith('/w/');
