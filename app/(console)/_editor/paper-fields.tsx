'use client';

import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { vatStatusExtension } from '#lib/documents/invoice/customer.ts';
import { grossIncomeIn, grossIncomePlace } from '#lib/documents/invoice/paper.ts';
import type { FormField } from './form-field.ts';
import { ChoiceField, TextField } from './inputs.tsx';
import { itemsAt, membersAt, type Path, withoutValue, withValue } from './json-path.ts';

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
