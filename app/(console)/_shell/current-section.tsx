'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

const Current = createContext<string | undefined>(undefined);
const Mark = createContext<(path: string | undefined) => void>(() => {});

/** Path of the page's section, for pages whose address does not contain it. */
export const useMarkedSection = () => useContext(Current);

export function SectionMarks({ children }: { children: ReactNode }) {
  const [path, mark] = useState<string>();
  return (
    <Mark.Provider value={mark}>
      <Current.Provider value={path}>{children}</Current.Provider>
    </Mark.Provider>
  );
}

/** Marks the page as part of a folder's section, because an entry's address does not contain its folder. */
export function InSectionOf({ folder }: { folder: string }) {
  const mark = useContext(Mark);
  useEffect(() => {
    mark(`/${folder}`);
    return () => mark(undefined);
  }, [mark, folder]);
  return null;
}
