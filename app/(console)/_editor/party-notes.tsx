'use client';

import { Alert, Button } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCuit } from '#lib/documents/cuit.ts';
import { Icon } from '../_ui/icon.tsx';
import { vatStatusText } from './invoice-values.ts';
import type { TextEdit } from './json-path.ts';
import {
  customerIn,
  filledIn,
  hasCustomerDetails,
  isOtherName,
  type RegisteredTaxpayer,
  suggestionsFor,
  type Typed,
  withCustomer,
  withCustomerOf,
  withoutCustomerDetails,
} from './taxpayer.ts';
import type { LookedUp } from './use-taxpayer.ts';

export interface SameCuit {
  name: string;
  href: string;
}

/** Lists the workspace's suppliers with the typed CUIT. Duplicates are allowed but seldom intended. */
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

/** Errors are ignored: the user can continue without. */
async function ask(address: string, signal: AbortSignal): Promise<SameCuit[]> {
  try {
    const response = await fetch(address, { signal, cache: 'no-store', redirect: 'error' });
    return response.ok ? ((await response.json()) as SameCuit[]) : [];
  } catch {
    return [];
  }
}

interface TaxpayerNoteProps {
  /** Address of the settings of the delegate, whose certificate queries the register. */
  settings: string;
  lookedUp: LookedUp | undefined;
  typed: Typed;
  isLocked: boolean;
  onFill: (edit: TextEdit) => void;
}

/** The authority's register data for the typed CUIT, with a button that takes it over. */
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
  const fill = () => onFill((text) => filledIn({ ...typed, text }, taxpayer));
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

interface CustomerPairProps extends Pick<TaxpayerNoteProps, 'lookedUp' | 'typed' | 'onFill'> {}

interface PairChange {
  key: 'reloaded' | 'cleared' | 'codeCleared';
  values: { cuit: string; name: string };
  before: string;
  after: string;
}

/**
 * Name and CUIT of the customer stay those of one company. A change of the CUIT clears at once what belonged to the
 * CUIT before, and the register's answer fills in the new; an entirely different name clears the CUIT. Says so, and
 * can be undone.
 */
export function CustomerPair({ lookedUp, typed, onFill }: CustomerPairProps) {
  const t = useTranslations('console.invoiceForm.pair');
  const { text } = typed;
  const { cuit, name } = useMemo(() => customerIn(text), [text]);
  /** The pair as of the previous text. */
  const previous = useRef({ text, cuit, name });
  /** The pair before the name was typed at. */
  const known = useRef({ cuit, name });
  /** The CUIT whose answer has been applied, or refused by an undo. */
  const settled = useRef<string>(undefined);
  /** The last text with the data that has been cleared. */
  const cleared = useRef<{ cuit: string; text: string }>(undefined);
  const [change, setChange] = useState<PairChange>();
  const latest = useRef({ text, cuit, name, onFill });
  latest.current = { text, cuit, name, onFill };
  const put = (edit: TextEdit): string => {
    const after = edit(latest.current.text);
    known.current = customerIn(after);
    previous.current = { text: after, ...known.current };
    latest.current.onFill(edit);
    return after;
  };
  const apply = (key: PairChange['key'], values: PairChange['values'], edit: TextEdit, before = text) =>
    setChange({ key, values, before, after: put(edit) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares each text with the one before
  useEffect(() => {
    const before = previous.current;
    previous.current = { text, cuit, name };
    if (cuit === before.cuit) {
      if (!isNameField(document.activeElement)) known.current = { cuit, name };
      return;
    }
    known.current = { cuit, name };
    settled.current = undefined;
    const former = cleared.current;
    if (before.cuit && name === before.name && hasCustomerDetails(text)) {
      cleared.current = { cuit: before.cuit, text: before.text };
      const values = { cuit: formatCuit(before.cuit), name };
      apply('cleared', values, withoutCustomerDetails, before.text);
    } else if (former && former.cuit === cuit && !hasCustomerDetails(text)) {
      // The CUIT is again the one whose data has been cleared.
      put((current) => withCustomerOf(current, former.text));
      setChange(undefined);
    }
  }, [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name is compared when the CUIT or its answer changes
  useEffect(() => {
    if (!cuit || lookedUp?.cuit !== cuit || !lookedUp.answer || settled.current === cuit) return;
    settled.current = cuit;
    if (lookedUp.answer.kind !== 'found') return;
    const { taxpayer } = lookedUp.answer;
    const fill: TextEdit = (current) => filledIn({ ...typed, text: current }, taxpayer);
    if (isOtherName(taxpayer.name ?? '', name)) {
      const values = { cuit: formatCuit(cuit), name };
      return apply('reloaded', values, (current) => fill(withCustomer(current, { cuit, name: '' })));
    }
    if (fill(text) !== text) put(fill);
  }, [cuit, lookedUp]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the latest values
  useEffect(() => {
    const compare = ({ target }: FocusEvent) => {
      const { text, cuit, name } = latest.current;
      if (!isNameField(target) || !cuit || cuit !== known.current.cuit) return;
      if (!isOtherName(known.current.name, name)) {
        known.current = { cuit, name };
        return;
      }
      const values = { cuit: formatCuit(cuit), name: known.current.name };
      apply('codeCleared', values, (current) => withCustomer(current, { cuit: '', name }), text);
    };
    window.addEventListener('focusout', compare);
    return () => window.removeEventListener('focusout', compare);
  }, []);
  const undo = () => {
    if (!change) return;
    put(() => change.before);
    settled.current = customerIn(change.before).cuit;
    setChange(undefined);
  };
  return (
    <div role="status">
      {change && (
        <Alert color="yellow" icon={<Icon name="note" />}>
          {t(change.key, change.values)}{' '}
          {change.after === text && (
            <Button variant="subtle" size="compact-sm" onClick={undo}>
              {t('undo')}
            </Button>
          )}
        </Alert>
      )}
    </div>
  );
}

const isNameField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset.place?.endsWith('customer.name') === true;
