'use client';

import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { useLocale } from 'next-intl';
import { type ChangeEvent, useState } from 'react';
import { decimalOf, writtenDecimal } from './decimals.ts';
import type { FormField } from './form-field.ts';
import type { Path } from './json-path.ts';

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
