import Link from 'next/link';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** To the list that a page belongs to, above its heading. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} className="back">
      <Icon name="back" size={16} />
      {children}
    </Link>
  );
}
