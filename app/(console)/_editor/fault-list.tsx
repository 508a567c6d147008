'use client';

import { UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Icon } from '../_ui/icon.tsx';
import type { PlacedFault } from './faults.ts';
import type { Path } from './json-path.ts';

/** What is wrong, each with the way to its place. */
export function FaultList({ faults, onGo }: { faults: readonly PlacedFault[]; onGo: (parts: Path) => void }) {
  const t = useTranslations('console.suppliers.editor');
  if (faults.length === 0) return null;
  return (
    <section className="faults" aria-labelledby="faults">
      <h2 id="faults" className="pane-heading">
        {t('faultsTitle', { count: faults.length })}
      </h2>
      <ul>
        {faults.map(({ path, parts, message }) => (
          <li key={`${path} ${message}`}>
            <UnstyledButton className="fault" onClick={() => onGo(parts)}>
              <Icon name="note" size={18} />
              <span>
                <code>{path.replace(/^\$\.?/, '') || t('document')}</code> {message}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
