'use client';

import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  isTaxCharge,
  statedAmountExtension,
  taxTypeExtension,
  taxTypes,
} from '#lib/documents/invoice/extensions.ts';
import type { Outline, OutlinedAdjustment } from '#lib/documents/invoice/preview.ts';
import type { VatShare } from '#lib/documents/invoice/totals.ts';
import { unitNames } from '#lib/documents/invoice/units.ts';
import { membersOf } from '#lib/documents/json.ts';
import { Icon } from '../_ui/icon.tsx';
import { ChoiceField, DecimalField, TextField, useMoney, useTypedDecimal } from './inputs.tsx';
import {
  hasVat,
  isOfExport,
  taxesOf,
  vatAt,
  vatChoices,
  withoutStatedAmount,
  withStatedAmount,
  writtenPercent,
} from './invoice-values.ts';
import {
  type FormField,
  itemsAt,
  membersAt,
  type Path,
  valueAt,
  withoutValue,
  withValue,
} from './json-path.ts';

/** Most lines shown as fields, because each has a dozen. An invoice with more lines is edited as JSON. */
const mostShown = 100;

interface InvoiceLinesProps {
  field: FormField;
  /** Total of each line; empty if it cannot be computed yet. */
  totals: readonly string[];
}

/** The invoice's lines. Enter moves to the next line, and after the last one adds another. */
export function InvoiceLines({ field, totals }: InvoiceLinesProps) {
  const t = useTranslations('console.invoiceForm');
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<number>(undefined);
  const lines = itemsAt(field.document, ['lines']);
  const focus = (index: number, member = 'item.name') =>
    list.current
      ?.querySelector<HTMLElement>(`[data-place="${field.place(['lines', index])}.${member}"]`)
      ?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the number of lines changes
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
      <ol className="invoice-lines" ref={list} data-without-vat={hasVat(field.document) ? undefined : true}>
        {lines.slice(0, mostShown).map((_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its index
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
      <ChoiceField
        field={field}
        path={[...at, 'item', 'unit']}
        label={t('unit')}
        value={field.read([...at, 'item', 'unit'])}
        options={[
          { value: '', label: t('noUnit') },
          ...unitNames.map((value) => ({ value, label: t(`units.${value}`) })),
        ]}
        onChoose={(unit) => field.put([...at, 'item', 'unit'], unit)}
      />
      <DecimalField field={field} path={[...at, 'item', 'price']} label={t('price')} required />
      {hasVat(field.document) && (
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

/** A new line starts with the kind and VAT of the last one. */
function lineAfter(document: unknown): unknown {
  const last = itemsAt(document, ['lines']).at(-1);
  const key = valueAt(last, ['item', 'key']) ?? (last === undefined ? 'goods' : undefined);
  const vat = vatAt(last, []) || '5';
  return {
    quantity: '1',
    item: { ...(key ? { key } : {}), name: '', price: '' },
    ...(hasVat(document) ? { taxes: taxesOf(vat) } : {}),
  };
}

interface HowMuchFieldProps {
  field: FormField;
  path: Path;
  label: string;
}

type Unit = 'percent' | 'amount';

/** Size of a discount or charge: a percentage of its base, or an amount. */
const HowMuchField = ({ field, path, label }: HowMuchFieldProps) => (
  <HowMuch
    field={field}
    at={path}
    label={label}
    onWrite={(unit, text) => field.change((document) => withHowMuch(document, path, unit, text))}
  />
);

/** A line's discount, if there is at most one. Clearing the field removes it from the document. */
function DiscountField({ field, path, label }: HowMuchFieldProps) {
  const t = useTranslations('console.invoiceForm');
  const count = itemsAt(field.document, path).length;
  const at = [...path, 0];
  if (count > 1) {
    return (
      <TextInput label={label} value={t('several', { count })} readOnly data-place={field.place(path)} />
    );
  }
  return (
    <HowMuch
      field={field}
      at={at}
      also={[path]}
      label={label}
      onWrite={(unit, text) =>
        field.change((document) =>
          text === '' ? withoutValue(document, at) : withHowMuch(document, at, unit, text),
        )
      }
    />
  );
}

interface HowMuchProps {
  field: FormField;
  at: Path;
  /** Other paths whose faults are shown at this field. */
  also?: Path[];
  label: string;
  onWrite: (unit: Unit, text: string) => void;
}

/** A number with its unit: percent or amount. */
function HowMuch({ field, at, also = [], label, onWrite }: HowMuchProps) {
  const t = useTranslations('console.invoiceForm');
  const { percent, amount } = membersAt(field.document, at);
  const shown = typeof percent === 'string' ? percent.replace(/\s?%$/, '') : String(amount ?? '');
  const [chosen, setChosen] = useState<Unit>(amount === undefined ? 'percent' : 'amount');
  const currency = field.read(['currency']) || 'ARS';
  // An empty number has the unit that was chosen for it.
  const unit = shown === '' ? chosen : typeof percent === 'string' ? 'percent' : 'amount';
  const number = useTypedDecimal(shown, (text) => {
    // Typing `%` switches to a percentage.
    const wanted = text.endsWith('%') ? 'percent' : unit;
    setChosen(wanted);
    onWrite(wanted, wanted === 'percent' ? text.replace(/\s*%$/, '') : text);
  });
  return (
    <TextInput
      label={label}
      {...number}
      inputMode="decimal"
      className="how-much"
      error={field.errorAt([...at, 'percent'], [...at, 'amount'], at, ...also)}
      data-place={field.place(at)}
      rightSectionWidth={currency === 'ARS' ? '3.4rem' : '4.4rem'}
      rightSection={
        <NativeSelect
          variant="unstyled"
          aria-label={t('unitOf', { label })}
          value={unit}
          onChange={({ currentTarget: { value } }) => {
            const wanted = value === 'amount' ? 'amount' : 'percent';
            setChosen(wanted);
            if (shown !== '') onWrite(wanted, shown);
          }}
          data={[
            { value: 'percent', label: '%' },
            { value: 'amount', label: currency === 'ARS' ? '$' : currency },
          ]}
        />
      }
    />
  );
}

function withHowMuch(document: unknown, path: Path, unit: Unit, text: string): unknown {
  const { percent: _, amount: __, base, ...rest } = membersAt(document, path);
  // A fixed amount has no base.
  const kept = base === undefined || unit === 'amount' ? rest : { ...rest, base };
  const value = unit === 'percent' && text !== '' ? `${text}%` : text;
  return withValue(document, path, { ...kept, [unit]: value });
}

interface InvoiceAdjustmentsProps {
  field: FormField;
  /** Computed amounts of the discounts and charges, by index. */
  outlined: Outline['adjustments'] | undefined;
}

/**
 * Discounts, charges and taxes other than VAT on the whole invoice. A discount or charge without a VAT rate
 * is spread over the rates of the lines. An export has no other taxes.
 */
export function InvoiceAdjustments({ field, outlined }: InvoiceAdjustmentsProps) {
  const t = useTranslations('console.invoiceForm');
  const add = (list: 'discounts' | 'charges', item: object) =>
    field.write([list, itemsAt(field.document, [list]).length], item);
  return (
    <>
      {(['discounts', 'charges'] as const).flatMap((list) =>
        itemsAt(field.document, [list]).map((item, index) => (
          <Adjustment
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified by its index
            key={`${list} ${index}`}
            field={field}
            list={list}
            index={index}
            isTax={isTaxCharge(membersOf(item))}
            outlined={outlined?.[list][index]}
          />
        )),
      )}
      <Group gap="xs">
        <AddButton label={t('addDiscount')} onClick={() => add('discounts', { percent: '' })} />
        <AddButton label={t('addCharge')} onClick={() => add('charges', { percent: '' })} />
        {!isOfExport(field.document) && (
          <AddButton
            label={t('addTax')}
            onClick={() => add('charges', { key: 'tax', percent: '', ext: { [taxTypeExtension]: '7' } })}
          />
        )}
      </Group>
    </>
  );
}

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" size="sm" onClick={onClick} leftSection={<Icon name="plus" size={16} />}>
    {label}
  </Button>
);

interface AdjustmentProps {
  field: FormField;
  list: 'discounts' | 'charges';
  index: number;
  isTax: boolean;
  outlined: OutlinedAdjustment | undefined;
}

function Adjustment({ field, list, index, isTax, outlined }: AdjustmentProps) {
  const t = useTranslations('console.invoiceForm');
  const at = [list, index];
  const name = t(isTax ? 'tax' : list === 'discounts' ? 'discount' : 'charge');
  return (
    <fieldset className="adjustment" aria-label={`${name} ${index + 1}`}>
      <div className="field-row">
        {isTax ? (
          <TaxFields field={field} at={at} calculated={outlined?.amount ?? ''} />
        ) : (
          <>
            <TextField
              field={field}
              path={[...at, 'reason']}
              label={`${name}: ${t('reason')}`}
              className="field-wide"
            />
            <HowMuchField field={field} path={at} label={t('howMuch')} />
            {hasVat(field.document) && (
              <ChoiceField
                field={field}
                path={[...at, 'taxes']}
                also={[[...at, 'taxes', 0]]}
                label={t('vat')}
                value={
                  vatAt(field.document, at) ||
                  (itemsAt(field.document, [...at, 'taxes']).length > 0 ? '-' : '')
                }
                options={[
                  { value: '', label: t('spread') },
                  ...vatChoices.map((value) => ({ value, label: t(`vats.${value}`) })),
                ]}
                onChoose={(vat) => field.write([...at, 'taxes'], taxesOf(vat))}
              />
            )}
          </>
        )}
      </div>
      <Button
        variant="subtle"
        color="red"
        px="xs"
        onClick={() => field.change((document) => withoutValue(document, at))}
        aria-label={t('removeItem', { what: name, number: index + 1 })}
      >
        <Icon name="remove" size={18} />
      </Button>
      <VatShares shares={outlined?.shares ?? []} isDiscount={list === 'discounts'} />
    </fieldset>
  );
}

/** The discount's or charge's amount at each VAT rate; shows nothing if there is only one rate. */
function VatShares({ shares, isDiscount }: { shares: readonly VatShare[]; isDiscount: boolean }) {
  const t = useTranslations('console.invoiceForm');
  const money = useMoney();
  const locale = useLocale();
  if (shares.length < 2) return null;
  const parts = shares.map(({ key, percent, amount }) => {
    const vat = percent
      ? writtenPercent(percent, locale)
      : t(`vats.${key === 'exempt' ? key : 'outside-scope'}`);
    return `${vat}: ${money(isDiscount ? `-${amount}`.replace(/^--/, '') : amount)}`;
  });
  return <p className="hint below">{t('spreadAs', { parts: parts.join(' · ') })}</p>;
}

/** A tax that the authority lists apart from VAT: perceptions, gross income and the like. */
function TaxFields({ field, at, calculated }: { field: FormField; at: Path; calculated: string }) {
  const t = useTranslations('console.invoiceForm');
  const type = [...at, 'ext', taxTypeExtension];
  const mark = [...at, 'ext', statedAmountExtension];
  const isStated = field.read(mark) === 'S';
  const isFixed = !isStated && field.read([...at, 'percent']) === '' && field.read([...at, 'amount']) !== '';
  const state = (checked: boolean) =>
    field.change((document) =>
      checked ? withStatedAmount(document, at, calculated) : withoutStatedAmount(document, at),
    );
  return (
    <>
      <ChoiceField
        field={field}
        path={type}
        label={t('tax')}
        value={field.read(type)}
        options={taxTypes.map((value) => ({ value, label: t(`taxes.${value}`) }))}
        onChoose={(chosen) => field.write(type, chosen)}
      />
      <TextField field={field} path={[...at, 'reason']} label={t('taxReason')} className="field-wide" />
      {isStated ? (
        <PercentField field={field} path={[...at, 'percent']} label={t('taxPercent')} />
      ) : (
        <HowMuchField field={field} path={at} label={t('howMuch')} />
      )}
      {!isFixed && (
        <DecimalField
          field={field}
          path={[...at, 'base']}
          label={t('taxBase')}
          placeholder={t('taxBaseHint')}
        />
      )}
      {isStated && <DecimalField field={field} path={[...at, 'amount']} label={t('taxAmount')} required />}
      {!isFixed && (
        <Checkbox
          label={t('statedAmount')}
          description={t('statedAmountHint')}
          className="field-wide"
          checked={isStated}
          data-place={field.place(mark)}
          error={field.errorAt(mark)}
          onChange={({ currentTarget: { checked } }) => state(checked)}
        />
      )}
    </>
  );
}

/** A percentage without the choice of an amount. */
function PercentField({ field, path, label }: { field: FormField; path: Path; label: string }) {
  const number = useTypedDecimal(field.read(path).replace(/\s?%$/, ''), (text) => {
    const digits = text.replace(/\s?%$/, '');
    field.put(path, digits && `${digits}%`);
  });
  return (
    <TextInput
      label={label}
      {...number}
      inputMode="decimal"
      error={field.errorAt(path)}
      data-place={field.place(path)}
      rightSection="%"
    />
  );
}
