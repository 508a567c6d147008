'use client';

import { SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { FormField } from './form-field.ts';
import { ChoiceField, DayField, TextField } from './inputs.tsx';
import { InvoiceIssuer } from './invoice-issuer.tsx';
import { isClassC, withoutType, withRegime } from './invoice-values.ts';
import { itemsAt, withValue } from './json-path.ts';
import { PaperFields } from './paper-fields.tsx';
import { PointOfSaleField } from './point-of-sale-field.tsx';

const kinds = ['standard', 'credit-note', 'debit-note'] as const;

/** What is issued, by whom, from where and when. */
export function InvoiceHeading({ field, desk }: { field: FormField; desk: string }) {
  const t = useTranslations('console.invoiceForm');
  const type = field.read(['type']) || 'standard';
  return (
    <>
      <SegmentedControl
        aria-label={t('kind')}
        className="form-kinds"
        value={type}
        onChange={(chosen) => field.change((document) => withType(document, chosen))}
        data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <InvoiceIssuer field={field} desk={desk} />
      <details className="issuer-paper">
        <summary>{t('issuerPaper')}</summary>
        <p className="hint">{t('issuerPaperHint')}</p>
        <TextField field={field} path={['supplier', 'addresses', 0, 'street']} label={t('issuerStreet')} />
        <PaperFields field={field} at={['supplier']} />
      </details>
      <div className="field-row">
        <PointOfSaleField field={field} desk={desk} />
        <ChoiceField
          field={field}
          path={['$tags']}
          label={t('regime')}
          value={isClassC(field.document) ? 'monotax' : 'registered'}
          options={[
            { value: 'registered', label: t('regimes.registered') },
            { value: 'monotax', label: t('regimes.monotax') },
          ]}
          onChoose={(chosen) =>
            field.change((document) => withRegime(document, chosen === 'monotax' ? 'monotax' : 'registered'))
          }
        />
        <DayField
          field={field}
          path={['issue_date']}
          label={t('issueDate')}
          description={t('issueDateHint')}
        />
      </div>
    </>
  );
}

/** A note corrects something, an invoice nothing; its code follows from both. */
function withType(document: unknown, type: string): unknown {
  const typed = withoutType(withValue(document, ['type'], type === 'standard' ? undefined : type));
  if (type === 'standard') return withValue(typed, ['preceding'], undefined);
  return itemsAt(typed, ['preceding']).length > 0 ? typed : withValue(typed, ['preceding'], [{ code: '' }]);
}
