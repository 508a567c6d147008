'use client';

import { createContext, useContext, useEffect } from 'react';
import { workspacePath } from './navigation.ts';
import type { SearchItem } from './search-places.ts';
import { rememberItem } from './search-recent.ts';

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
