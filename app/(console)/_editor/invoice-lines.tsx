'use client';

import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Icon } from '../_ui/icon.tsx';
import type { FormField } from './form-field.ts';
import { DiscountField } from './how-much-field.tsx';
import { ChoiceField, DecimalField, TextField } from './inputs.tsx';
import { isClassC, taxesOf, vatAt, vatChoices } from './invoice-values.ts';
import { itemsAt, valueAt, withValue } from './json-path.ts';
import { useMoney } from './use-money.ts';

/** More are for the JSON: each is a dozen fields. */
const mostShown = 100;

interface InvoiceLinesProps {
  field: FormField;
  /** What each comes to; empty where it can not be told yet. */
  totals: readonly string[];
}

/** What is sold. Enter goes on to the next line, and after the last one begins another. */
export function InvoiceLines({ field, totals }: InvoiceLinesProps) {
  const t = useTranslations('console.invoiceForm');
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<number>(undefined);
  const lines = itemsAt(field.document, ['lines']);
  const focus = (index: number, member = 'item.name') =>
    list.current
      ?.querySelector<HTMLElement>(`[data-place="${field.place(['lines', index])}.${member}"]`)
      ?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there is a line more or less
  useEffect(() => {
    if (wanted.current !== undefined) focus(wanted.current);
    wanted.current = undefined;
  }, [lines.length]);
  const add = () => {
    wanted.current = lines.length;
    field.write(['lines', lines.length], lineAfter(field.document));
  };
  const remove = (index: number) => {
    wanted.current = Math.max(0, index - 1);
    field.change((document) => withValue(document, ['lines', index], undefined));
  };
  const goOn = (event: KeyboardEvent<HTMLElement>, index: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !isInput(event.target)) return;
    event.preventDefault();
    const [, member] = /lines\.\d+\.(.+)$/.exec(event.target.dataset.place ?? '') ?? [];
    if (index + 1 < lines.length) focus(index + 1, member);
    else add();
  };
  return (
    <>
      <ol className="invoice-lines" ref={list} data-class={isClassC(field.document) ? 'C' : undefined}>
        {lines.slice(0, mostShown).map((_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list
            key={index}
            className="invoice-line"
            aria-label={t('line', { number: index + 1 })}
            onKeyDown={(event) => goOn(event, index)}
          >
            <LineFields field={field} index={index} total={totals[index] ?? ''} />
            <Button
              variant="subtle"
              color="red"
              px="xs"
              className="line-remove"
              disabled={lines.length === 1}
              onClick={() => remove(index)}
              aria-label={t('removeLine', { number: index + 1 })}
            >
              <Icon name="remove" size={18} />
            </Button>
          </li>
        ))}
      </ol>
      {lines.length > mostShown && (
        <p className="hint">{t('moreLines', { count: lines.length - mostShown })}</p>
      )}
      {field.errorAt(['lines']) && <p className="form-error">{field.errorAt(['lines'])}</p>}
      <Group gap="sm">
        <Button
          variant="default"
          size="sm"
          onClick={add}
          data-place={field.place(['lines'])}
          leftSection={<Icon name="plus" size={16} />}
        >
          {t('addLine')}
        </Button>
        <span className="hint">{t('lineKeys')}</span>
      </Group>
    </>
  );
}

const isInput = (target: EventTarget): target is HTMLInputElement => target instanceof HTMLInputElement;

function LineFields({ field, index, total }: { field: FormField; index: number; total: string }) {
  const t = useTranslations('console.invoiceForm');
  const money = useMoney();
  const at = ['lines', index];
  return (
    <>
      <TextField
        field={field}
        path={[...at, 'item', 'name']}
        label={t('description')}
        className="line-name"
        required
      />
      <ChoiceField
        field={field}
        path={[...at, 'item', 'key']}
        label={t('sold')}
        value={field.read([...at, 'item', 'key'])}
        options={[
          { value: 'goods', label: t('goods') },
          { value: '', label: t('service') },
        ]}
        onChoose={(key) => field.put([...at, 'item', 'key'], key)}
      />
      <DecimalField field={field} path={[...at, 'quantity']} label={t('quantity')} required />
      <TextField field={field} path={[...at, 'item', 'unit']} label={t('unit')} maxLength={20} />
      <DecimalField field={field} path={[...at, 'item', 'price']} label={t('price')} required />
      {!isClassC(field.document) && (
        <ChoiceField
          field={field}
          path={[...at, 'taxes']}
          also={[[...at, 'taxes', 0]]}
          label={t('vat')}
          value={vatAt(field.document, at)}
          options={vatChoices.map((value) => ({ value, label: t(`vats.${value}`) }))}
          onChoose={(vat) => field.write([...at, 'taxes'], taxesOf(vat))}
        />
      )}
      <DiscountField field={field} path={[...at, 'discounts']} label={t('discount')} />
      <div className="line-total">
        <span className="line-total-label">{t('lineTotal')}</span>
        <output>{total ? money(total) : '-'}</output>
      </div>
    </>
  );
}

/** The next one is mostly of the same kind. */
function lineAfter(document: unknown): unknown {
  const last = itemsAt(document, ['lines']).at(-1);
  const key = valueAt(last, ['item', 'key']) ?? (last === undefined ? 'goods' : undefined);
  const vat = vatAt(last, []) || '5';
  return {
    quantity: '1',
    item: { ...(key ? { key } : {}), name: '', price: '' },
    ...(isClassC(document) ? {} : { taxes: taxesOf(vat) }),
  };
}
