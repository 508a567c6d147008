'use client';

import { useTranslations } from 'next-intl';
import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import type { FormField } from './form-field.ts';
import { ChoiceField, DayField, TextField } from './inputs.tsx';
import { itemsAt } from './json-path.ts';
import type { CorrectedInvoice } from './use-outline.ts';

/** Those that a note corrects in practice; of the rest the JSON can say. */
const types = ['1', '2', '3', '6', '7', '8', '11', '12', '13', '51', '52', '53'] as const;

const at = ['preceding', 0];
const typePath = [...at, 'ext', documentTypeExtension];

interface InvoiceCorrectionProps {
  field: FormField;
  corrected: CorrectedInvoice | undefined;
}

/** What a credit or debit note corrects, and why. */
export function InvoiceCorrection({ field, corrected }: InvoiceCorrectionProps) {
  const t = useTranslations('console.invoiceForm');
  const more = itemsAt(field.document, ['preceding']).length - 1;
  return (
    <>
      <div className="field-row">
        <ChoiceField
          field={field}
          path={typePath}
          also={[['preceding'], at]}
          label={t('correctedType')}
          value={field.read(typePath)}
          options={[
            { value: '', label: t('choose') },
            ...types.map((value) => ({ value, label: t(`correctable.${value}`) })),
          ]}
          onChoose={(chosen) => field.put(typePath, chosen)}
        />
        <TextField
          field={field}
          path={[...at, 'series']}
          label={t('pointOfSale')}
          inputMode="numeric"
          maxLength={5}
          required
        />
        <TextField
          field={field}
          path={[...at, 'code']}
          label={t('number')}
          inputMode="numeric"
          maxLength={8}
          required
        />
        <DayField field={field} path={[...at, 'issue_date']} label={t('correctedDate')} />
      </div>
      <TextField field={field} path={[...at, 'reason']} label={t('correctionReason')} maxLength={500} />
      {corrected && (
        <p className={corrected.isOver ? 'form-warning' : 'hint'} role="status">
          {t(corrected.isOver ? 'overLeft' : 'left', { title: corrected.title, left: corrected.left })}
        </p>
      )}
      {more > 0 && <p className="hint">{t('moreCorrected', { count: more })}</p>}
    </>
  );
}
