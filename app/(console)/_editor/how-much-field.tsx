'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { FormField } from './form-field.ts';
import { useTypedDecimal } from './inputs.tsx';
import { itemsAt, membersAt, type Path, withoutValue, withValue } from './json-path.ts';

interface HowMuchFieldProps {
  field: FormField;
  /** Of a discount or charge. */
  path: Path;
  label: string;
}

type Unit = 'percent' | 'amount';

/** How much a discount or charge is: a share of what it is of, or an amount. */
export const HowMuchField = ({ field, path, label }: HowMuchFieldProps) => (
  <HowMuch
    field={field}
    at={path}
    label={label}
    onWrite={(unit, text) => field.change((document) => withHowMuch(document, path, unit, text))}
  />
);

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
  /** Where else a fault of it may stand. */
  also?: Path[];
  label: string;
  onWrite: (unit: Unit, text: string) => void;
}

/** A number, and what it is of. Of a percent the amount follows. */
function HowMuch({ field, at, also = [], label, onWrite }: HowMuchProps) {
  const t = useTranslations('console.invoiceForm');
  const { percent, amount } = membersAt(field.document, at);
  const said = typeof percent === 'string' ? percent.replace(/\s?%$/, '') : String(amount ?? '');
  const [chosen, setChosen] = useState<Unit>('percent');
  const unit = typeof percent === 'string' ? 'percent' : amount === undefined ? chosen : 'amount';
  const number = useTypedDecimal(said, (text) =>
    // Who types the sign means a percent.
    text.endsWith('%') ? onWrite('percent', text.slice(0, -1).trim()) : onWrite(unit, text),
  );
  return (
    <TextInput
      label={label}
      {...number}
      inputMode="decimal"
      className="how-much"
      error={field.errorAt([...at, 'percent'], [...at, 'amount'], at, ...also)}
      data-place={field.place(at)}
      rightSectionWidth="3.4rem"
      rightSection={
        <NativeSelect
          variant="unstyled"
          aria-label={t('unitOf', { label })}
          value={unit}
          onChange={({ currentTarget: { value } }) => {
            const wanted = value === 'amount' ? 'amount' : 'percent';
            setChosen(wanted);
            if (said !== '') onWrite(wanted, said);
          }}
          data={[
            { value: 'percent', label: '%' },
            { value: 'amount', label: '$' },
          ]}
        />
      }
    />
  );
}

function withHowMuch(document: unknown, path: Path, unit: Unit, text: string): unknown {
  const { percent: _, amount: __, base, ...rest } = membersAt(document, path);
  // A fixed amount is of nothing.
  const kept = base === undefined || unit === 'amount' ? rest : { ...rest, base };
  const value = unit === 'percent' && text !== '' ? `${text}%` : text;
  return withValue(document, path, { ...kept, [unit]: value });
}
