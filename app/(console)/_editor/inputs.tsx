'use client';

import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import { type ChangeEvent, useState } from 'react';
import { writtenMoney } from '#console/_ui/money.ts';
import { vatStatusExtension } from '#lib/documents/invoice/customer.ts';
import { grossIncomeIn, grossIncomePlace } from '#lib/documents/invoice/paper.ts';
import { decimalOf, writtenDecimal } from './invoice-values.ts';
import { type FormField, itemsAt, membersAt, type Path, withoutValue, withValue } from './json-path.ts';

interface FieldProps {
  field: FormField;
  path: Path;
  label: string;
  /** Where else a fault of this field may stand. */
  also?: Path[];
}

interface TextFieldProps
  extends FieldProps,
    Pick<TextInputProps, 'description' | 'placeholder' | 'inputMode' | 'type' | 'className' | 'maxLength'> {
  /** Stays, empty, when its text is deleted. */
  required?: boolean;
  /** The label is for those who do not see the column's heading. */
  bare?: boolean;
  /** What is typed, as the document has it. */
  written?: (typed: string) => string;
}

export function TextField({
  field,
  path,
  label,
  also = [],
  required,
  bare,
  written,
  ...input
}: TextFieldProps) {
  return (
    <TextInput
      {...input}
      {...(bare ? { 'aria-label': label } : { label })}
      value={field.read(path)}
      error={field.errorAt(path, ...also)}
      data-place={field.place(path)}
      onChange={({ currentTarget: { value } }) => {
        const text = written ? written(value) : value;
        if (required) field.write(path, text);
        else field.put(path, text);
      }}
    />
  );
}

/** A number as the reader's language writes it. Once it is left it shows how it was understood. */
export function DecimalField({ required, ...props }: Omit<TextFieldProps, 'inputMode' | 'written'>) {
  const { field, path, also = [], label, bare, ...input } = props;
  const number = useTypedDecimal(field.read(path), (text) =>
    required ? field.write(path, text) : field.put(path, text),
  );
  return (
    <TextInput
      {...input}
      {...(bare ? { 'aria-label': label } : { label })}
      {...number}
      inputMode="decimal"
      error={field.errorAt(path, ...also)}
      data-place={field.place(path)}
    />
  );
}

/** What an input of a number needs: what is typed stays as it is typed while it is. */
export function useTypedDecimal(text: string, onWrite: (text: string) => void) {
  const locale = useLocale();
  const [typed, setTyped] = useState<string>();
  return {
    value: typed ?? writtenDecimal(text, locale),
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
      setTyped(value);
      onWrite(decimalOf(value, locale));
    },
    onBlur: () => setTyped(undefined),
  };
}

export const DayField = (props: Omit<TextFieldProps, 'type'>) => <TextField {...props} type="date" />;

interface ChoiceFieldProps extends Omit<FieldProps, 'also'> {
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
  description?: string;
  also?: Path[];
  bare?: boolean;
  className?: string;
}

/** One of a few. What stands there and is none of them stays until another is chosen. */
export function ChoiceField({
  field,
  path,
  label,
  value,
  options,
  onChoose,
  also = [],
  bare,
  ...select
}: ChoiceFieldProps) {
  const isKnown = options.some((option) => option.value === value);
  return (
    <NativeSelect
      {...select}
      {...(bare ? { 'aria-label': label } : { label })}
      value={value}
      data={isKnown ? [...options] : [{ value, label: value || '-' }, ...options]}
      error={field.errorAt(path, ...also)}
      data-place={field.place(path)}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}

/** Those in which somebody issues. */
const statuses = ['1', '6', '4', '13', '16'] as const;

/** What the PDF of an invoice has to say of who issues it, beside name, CUIT and address. */
export function PaperFields({ field, at = [] }: { field: FormField; at?: Path }) {
  const t = useTranslations('console.suppliers.paper');
  const names = useTranslations('console.suppliers.vatStatuses');
  const party = membersAt(field.document, at);
  const status = [...at, 'ext', vatStatusExtension];
  const since = [...at, 'registration', 'other'];
  const identity = [...at, 'identities', grossIncomePlace(party)];
  const said = field.read(since);
  return (
    <div className="paper-fields">
      <TextInput
        label={t('grossIncome')}
        description={t('grossIncomeHint')}
        value={grossIncomeIn(party) ?? ''}
        error={field.errorAt([...identity, 'code'], identity)}
        data-place={field.place([...identity, 'code'])}
        onChange={({ currentTarget: { value } }) =>
          field.change((document) => withGrossIncome(document, identity, value))
        }
      />
      <TextField
        field={field}
        path={since}
        label={t('activitySince')}
        // What was written in words stays in words.
        type={said === '' || /^\d{4}-\d{2}-\d{2}$/.test(said) ? 'date' : 'text'}
      />
      {/* In an invoice its regime says it. */}
      {at.length === 0 && (
        <ChoiceField
          field={field}
          path={status}
          label={t('vatStatus')}
          value={field.read(status)}
          options={[
            { value: '', label: t('noStatus') },
            ...statuses.map((code) => ({ value: code, label: names(code) })),
          ]}
          onChoose={(code) => field.put(status, code)}
        />
      )}
    </div>
  );
}

function withGrossIncome(document: unknown, path: Path, code: string): unknown {
  if (code === '') return withoutValue(document, path);
  const identity = membersAt(document, path);
  const isNew = itemsAt(document, path.slice(0, -1)).length === path.at(-1);
  return withValue(document, path, { ...(isNew ? { type: 'IIBB' } : identity), code });
}

/** `1.513,10`, or with a currency `$ 1.513,10`. */
export function useMoney(): (amount: string, currency?: string) => string {
  const locale = useLocale();
  return (amount, currency) => writtenMoney(amount, currency, locale);
}
