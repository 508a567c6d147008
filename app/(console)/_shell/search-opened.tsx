'use client';

import { createContext, useContext, useEffect } from 'react';
import { workspacePath } from './navigation.ts';
import type { SearchItem } from './search-places.ts';
import { rememberItem } from './search-recent.ts';

interface Where {
  workspace: string;
  /** Their e-mail address. */
  person: string;
}
const Here = createContext<Where>({ workspace: '', person: '' });

/** In which workspace, and whose: what is opened below this is remembered for them. */
export const OpenedBy = Here.Provider;
export const useWhere = () => useContext(Here);

type OpenedProps = Omit<SearchItem, 'href'> & { path: string };

/** On the page of a thing: the search shows it among the recent ones. */
export function Opened({ path, title, detail, icon }: OpenedProps) {
  const { workspace, person } = useWhere();
  useEffect(() => {
    const href = workspacePath(workspace, path);
    if (workspace) rememberItem(workspace, person, { href, title, detail, icon });
  }, [workspace, person, path, title, detail, icon]);
  return null;
}
