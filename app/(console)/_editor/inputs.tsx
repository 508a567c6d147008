'use client';

import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useLocale, useTranslations } from 'next-intl';
import { type ChangeEvent, useMemo, useState } from 'react';
import { countryName } from '#console/_ui/country-name.ts';
import { writtenMoney } from '#console/_ui/money.ts';
import { listedCountries } from '#lib/documents/invoice/countries.ts';
import { vatStatusExtension } from '#lib/documents/invoice/customer.ts';
import { grossIncomeIn, grossIncomePlace } from '#lib/documents/invoice/paper-gaps.ts';
import { decimalOf, writtenDecimal } from './invoice-values.ts';
import { type FormField, itemsAt, membersAt, type Path, withoutValue, withValue } from './json-path.ts';

interface FieldProps {
  field: FormField;
  path: Path;
  label: string;
  /** Other paths whose faults are shown at this field. */
  also?: Path[];
}

interface TextFieldProps
  extends FieldProps,
    Pick<TextInputProps, 'description' | 'placeholder' | 'inputMode' | 'type' | 'className' | 'maxLength'> {
  /** The member stays, as an empty text, when the field is cleared. */
  required?: boolean;
  /** Label for screen readers only; sighted readers have the column's heading. */
  bare?: boolean;
  /** Converts the input to the document's notation. */
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

/** A number in the reader's notation. When it loses focus, it shows the number as understood. */
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

/** Props for a number input. While the user types, it shows the raw input. */
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

/** A choice of a few options. An unknown value stays until another one is chosen. */
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

interface CountryFieldProps extends FieldProps {
  /** Text of no country. */
  none: string;
  onChoose: (country: string) => void;
}

/** A country abroad that the authority lists. */
export function CountryField({ none, ...props }: CountryFieldProps) {
  const locale = useLocale();
  // Names may differ between the server's and the browser's data, so only the browser's are shown.
  const isMounted = useMounted();
  const options = useMemo(
    () =>
      isMounted
        ? listedCountries
            .map((value) => ({ value, label: countryName(value, locale) }))
            .sort((one, other) => one.label.localeCompare(other.label, locale))
        : [],
    [isMounted, locale],
  );
  return (
    <ChoiceField
      {...props}
      value={props.field.read(props.path)}
      options={[{ value: '', label: none }, ...options]}
    />
  );
}

/** VAT statuses that an issuer can have. */
const statuses = ['1', '6', '4', '13', '16'] as const;

/** The issuer's data, besides name, CUIT and address, that an invoice's PDF must have. */
export function PaperFields({ field, at = [] }: { field: FormField; at?: Path }) {
  const t = useTranslations('console.suppliers.paper');
  const names = useTranslations('console.suppliers.vatStatuses');
  const party = membersAt(field.document, at);
  const status = [...at, 'ext', vatStatusExtension];
  const since = [...at, 'registration', 'other'];
  const identity = [...at, 'identities', grossIncomePlace(party)];
  const activity = field.read(since);
  return (
    <div className="field-row">
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
        // A text that is not a date is shown in a text field.
        type={activity === '' || /^\d{4}-\d{2}-\d{2}$/.test(activity) ? 'date' : 'text'}
      />
      {/* An invoice has no field for the status, because the regime determines it. */}
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
