'use client';

import { Alert } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Icon } from '../_ui/icon.tsx';

export interface SameCuit {
  name: string;
  href: string;
}

/** Whom the workspace has under the CUIT that is typed. Two of one are allowed, and seldom meant. */
export function SameCuitNote({ question, cuit }: { question: string; cuit: string | undefined }) {
  const t = useTranslations('console.suppliers.twin');
  const [known, setKnown] = useState<{ cuit: string; suppliers: SameCuit[] }>();
  useEffect(() => {
    if (!cuit) return;
    const leaving = new AbortController();
    ask(`${question}?cuit=${cuit}`, leaving.signal).then((suppliers) => {
      if (!leaving.signal.aborted) setKnown({ cuit, suppliers });
    });
    return () => leaving.abort();
  }, [question, cuit]);
  const suppliers = known && known.cuit === cuit ? known.suppliers : [];
  return (
    <div role="status">
      {suppliers.length > 0 && (
        <Alert color="yellow" icon={<Icon name="note" />} title={t('title', { count: suppliers.length })}>
          <ul className="plain-list">
            {suppliers.map(({ name, href }) => (
              <li key={href}>
                <Link href={href} target="_blank">
                  <bdi>{name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
          {t('text')}
        </Alert>
      )}
    </div>
  );
}

/** Whatever goes wrong, who types can go on without it. */
async function ask(address: string, signal: AbortSignal): Promise<SameCuit[]> {
  try {
    const response = await fetch(address, { signal, cache: 'no-store', redirect: 'error' });
    return response.ok ? ((await response.json()) as SameCuit[]) : [];
  } catch {
    return [];
  }
}
