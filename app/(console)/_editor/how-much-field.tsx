'use client';

import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { FormField } from './form-field.ts';
import { itemsAt, membersAt, type Path, withoutValue, withValue } from './json-path.ts';

interface HowMuchFieldProps {
  field: FormField;
  /** Of a discount or charge. */
  path: Path;
  label: string;
}

/** How much a discount or charge is: `10%`, or an amount. */
export function HowMuchField({ field, path, label }: HowMuchFieldProps) {
  return (
    <TextInput
      label={label}
      placeholder="10%"
      value={howMuchIn(field.document, path)}
      error={field.errorAt([...path, 'percent'], [...path, 'amount'], path)}
      data-place={field.place(path)}
      onChange={({ currentTarget: { value } }) =>
        field.change((document) => withHowMuch(document, path, value))
      }
    />
  );
}

/** The only discount of a line; without one there is nothing of it in the document. */
export function DiscountField({ field, path, label }: HowMuchFieldProps) {
  const t = useTranslations('console.invoiceForm');
  const count = itemsAt(field.document, path).length;
  const at = [...path, 0];
  if (count > 1) {
    return (
      <TextInput label={label} value={t('several', { count })} readOnly data-place={field.place(path)} />
    );
  }
  return (
    <TextInput
      label={label}
      placeholder="10%"
      value={howMuchIn(field.document, at)}
      error={field.errorAt([...at, 'percent'], [...at, 'amount'], at, path)}
      data-place={field.place(path)}
      onChange={({ currentTarget: { value } }) =>
        field.change((document) =>
          value === '' ? withoutValue(document, at) : withHowMuch(document, at, value),
        )
      }
    />
  );
}

/** Of a percent the amount follows. */
function howMuchIn(document: unknown, path: Path): string {
  const { percent, amount } = membersAt(document, path);
  return [percent, amount].find((said) => typeof said === 'string') ?? '';
}

function withHowMuch(document: unknown, path: Path, typed: string): unknown {
  const text = typed.includes(',') ? typed.replace(/\./g, '').replace(',', '.') : typed;
  const { percent: _, amount: __, ...rest } = membersAt(document, path);
  const name = text === '' || text.trim().endsWith('%') ? 'percent' : 'amount';
  return withValue(document, path, { ...rest, [name]: text });
}
