'use client';

import { UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Icon } from '../_ui/icon.tsx';
import type { PlacedFault } from './faults.ts';
import type { Path } from './json-path.ts';

/** What is wrong, each with the way to its place. */
interface FaultListProps {
  faults: readonly PlacedFault[];
  onGo: (parts: Path) => void;
  /** In the form a place is told by its field's name, in the JSON by its path. */
  view: 'form' | 'json';
}

export function FaultList({ faults, onGo, view }: FaultListProps) {
  const t = useTranslations('console.suppliers.editor');
  if (faults.length === 0) return null;
  /** `Renglones 2, Cantidad`; what has no name of ours by its own. */
  const namesOf = (parts: Path): string => {
    const names: string[] = [];
    for (const part of parts) {
      if (typeof part === 'number') names.push(`${names.pop() ?? ''} ${part + 1}`);
      else names.push(t.has(`fields.${part}` as 'fields.name') ? t(`fields.${part}` as 'fields.name') : part);
    }
    // What stands behind a name explains it where it is suggested.
    return names.map((name) => name.split(/[;:]/)[0]).join(', ') || t('document');
  };
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
                {view === 'json' ? (
                  <code>{placeOf(path) || t('document')}</code>
                ) : (
                  <strong title={placeOf(path)}>{namesOf(parts)}:</strong>
                )}{' '}
                {message}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `lines[0].quantity` of `$.lines[0].quantity`. */
const placeOf = (path: string): string => path.replace(/^\$\.?/, '');
