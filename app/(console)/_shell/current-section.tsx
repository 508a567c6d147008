'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

const Current = createContext<string | undefined>(undefined);
const Mark = createContext<(path: string | undefined) => void>(() => {});

/** The path of the section that a page says it belongs to, where its own address does not. */
export const useMarkedSection = () => useContext(Current);

export function SectionMarks({ children }: { children: ReactNode }) {
  const [path, mark] = useState<string>();
  return (
    <Mark.Provider value={mark}>
      <Current.Provider value={path}>{children}</Current.Provider>
    </Mark.Provider>
  );
}

/** Says that the page belongs to the section of this folder: an entry's address does not name its folder. */
export function InSectionOf({ folder }: { folder: string }) {
  const mark = useContext(Mark);
  useEffect(() => {
    mark(`/${folder}`);
    return () => mark(undefined);
  }, [mark, folder]);
  return null;
}
