'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/**
 * Another page begins at its top: the router brings into sight what has changed of it, which may be a tab far below.
 * The tabs of one thing leave the page where it is, and Back and Forward where it was.
 */
export function useBeginAtTop(): void {
  const pathname = usePathname();
  const before = useRef(pathname);
  const isReturn = useRef(false);
  useEffect(() => {
    const note = () => {
      isReturn.current = true;
    };
    window.addEventListener('popstate', note);
    return () => window.removeEventListener('popstate', note);
  }, []);
  useEffect(() => {
    const isSame = thingOf(before.current) === thingOf(pathname);
    const stays = isSame || isReturn.current || window.location.hash !== '';
    before.current = pathname;
    isReturn.current = false;
    if (!stays) window.scrollTo(0, 0);
  }, [pathname]);
}

/** `/w/<workspace>/entries/<id>` of all its tabs; of any other page its own address. */
const thingOf = (path: string): string =>
  /^\/w\/[^/]+\/entries\/[^/]+(?=$|\/(?:files|invoices|jobs|meta)$)/.exec(path)?.[0] ?? path;
