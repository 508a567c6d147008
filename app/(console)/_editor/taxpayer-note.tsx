'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { formatCuit } from '#lib/documents/cuit.ts';
import { Icon } from '../_ui/icon.tsx';
import { vatStatusText } from './assumption.ts';
import { filledIn, type RegisteredTaxpayer, suggestionsFor, type Typed } from './taxpayer.ts';
import type { LookedUp } from './use-taxpayer.ts';

interface TaxpayerNoteProps {
  /** Where it is said who asks the register. */
  settings: string;
  lookedUp: LookedUp | undefined;
  typed: Typed;
  isLocked: boolean;
  onFill: (text: string) => void;
}

/** What the authority's register has under the CUIT that was typed, to be taken over with one press. */
export function TaxpayerNote({ settings, lookedUp, ...props }: TaxpayerNoteProps) {
  const t = useTranslations('console.suppliers.register');
  return (
    <div role="status" className="taxpayer" data-answer={lookedUp?.answer?.kind}>
      {lookedUp && content()}
    </div>
  );

  function content() {
    const { cuit, answer } = lookedUp ?? { cuit: '', answer: undefined };
    if (!answer) return <p className="hint">{t('asking')}</p>;
    switch (answer.kind) {
      case 'found':
        return <Found taxpayer={answer.taxpayer} {...props} />;
      case 'none':
        return (
          <p className="taxpayer-warning">
            <Icon name="note" size={18} /> {t('none', { cuit: formatCuit(cuit) })}
          </p>
        );
      case 'unavailable':
        return <p className="hint">{t('unavailable')}</p>;
      case 'not-authorised':
        return (
          <p className="hint">
            {t.rich(`notAuthorised.${answer.reason}`, {
              link: (chunks) => <Link href={settings}>{chunks}</Link>,
            })}
          </p>
        );
    }
  }
}

interface FoundProps extends Pick<TaxpayerNoteProps, 'typed' | 'isLocked' | 'onFill'> {
  taxpayer: RegisteredTaxpayer;
}

function Found({ taxpayer, typed, isLocked, onFill }: FoundProps) {
  const t = useTranslations('console.suppliers.register');
  const statuses = useTranslations('console.suppliers.vatStatuses');
  const { folder, text, example } = typed;
  const suggestions = useMemo(
    () => suggestionsFor({ folder, text, example }, taxpayer),
    [folder, text, example, taxpayer],
  );
  const isOpen = suggestions.some(({ standing }) => standing === 'open');
  const fill = () => onFill(filledIn(typed, taxpayer));
  return (
    <>
      <div className="taxpayer-found">
        <div>
          <p className="taxpayer-title">{t('title')}</p>
          <dl className="taxpayer-facts">
            {suggestions.map(({ field, value, standing }) => (
              <div key={field} data-standing={standing}>
                <dt>{t(`fields.${field}`)}</dt>
                <dd>
                  <bdi>{field === 'status' ? vatStatusText(statuses, value) : value}</bdi>
                  {standing !== 'open' && <span className="hint"> · {t(`standings.${standing}`)}</span>}
                </dd>
              </div>
            ))}
          </dl>
          {suggestions.length === 0 && <p className="hint">{t('nothing')}</p>}
        </div>
        {isOpen && (
          <Button variant="light" onClick={fill} disabled={isLocked}>
            {t('fill')}
          </Button>
        )}
      </div>
      {taxpayer.state === 'inactive' && (
        <p className="taxpayer-warning">
          <Icon name="note" size={18} /> {t('inactive')}
        </p>
      )}
    </>
  );
}
