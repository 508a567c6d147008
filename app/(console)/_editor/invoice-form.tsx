'use client';

import './invoice-form.css';
import { Fieldset, Stack, Textarea } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { FormField } from './form-field.ts';
import { DayField, TextField } from './inputs.tsx';
import { InvoiceAdjustments } from './invoice-adjustments.tsx';
import { InvoiceCorrection } from './invoice-correction.tsx';
import { InvoiceCurrency } from './invoice-currency.tsx';
import { InvoiceCustomer } from './invoice-customer.tsx';
import { InvoiceHeading } from './invoice-heading.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoiceSummary, InvoiceSums } from './invoice-sums.tsx';
import { hasServices } from './invoice-values.ts';
import { isMembers } from './json-path.ts';
import { useOutline } from './use-outline.ts';

interface InvoiceFormProps {
  field: FormField;
  text: string;
  taxpayer: ReactNode;
  desk: string;
}

/** An invoice, credit note or debit note as fields, with what it comes to as it is typed. */
export function InvoiceForm({ field, text, taxpayer, desk }: InvoiceFormProps) {
  const t = useTranslations('console.invoiceForm');
  const known = useOutline(`${desk}/outline`, text);
  const { document } = field;
  const others = Object.keys(isMembers(document) ? document : {}).filter((name) => !formFields.has(name));
  const noteText = ['notes', 0, 'text'];
  return (
    <Stack gap="xl" className="invoice-form">
      <Section legend={t('sections.document')}>
        <InvoiceHeading field={field} desk={desk} />
      </Section>
      {field.read(['type']).endsWith('-note') && (
        <Section legend={t('sections.correction')}>
          <InvoiceCorrection field={field} corrected={known.corrected} />
        </Section>
      )}
      <Section legend={t('sections.customer')}>
        <InvoiceCustomer field={field} status={known.outline?.vatStatus} />
        {taxpayer}
      </Section>
      <Section legend={t('sections.lines')}>
        <InvoiceLines field={field} totals={known.outline?.lines ?? []} />
      </Section>
      <Section legend={t('sections.adjustments')}>
        <InvoiceAdjustments field={field} outlined={known.outline?.adjustments} />
      </Section>
      <Section legend={t('sections.currency')}>
        <InvoiceCurrency field={field} desk={desk} />
      </Section>
      <Section legend={t('sections.payment')}>
        {hasServices(document) && (
          <div className="field-row">
            <DayField
              field={field}
              path={['ordering', 'period', 'start']}
              also={[['ordering'], ['ordering', 'period']]}
              label={t('periodStart')}
            />
            <DayField field={field} path={['ordering', 'period', 'end']} label={t('periodEnd')} />
            <DayField
              field={field}
              path={['payment', 'terms', 'due_dates', 0, 'date']}
              also={[['payment'], ['payment', 'terms'], ['payment', 'terms', 'due_dates']]}
              label={t('dueDate')}
            />
          </div>
        )}
        <TextField
          field={field}
          path={['payment', 'terms', 'detail']}
          label={t('terms')}
          placeholder={t('termsExample')}
          maxLength={500}
        />
        <Textarea
          label={t('notes')}
          autosize
          minRows={2}
          value={field.read(noteText)}
          error={field.errorAt(noteText)}
          data-place={field.place(noteText)}
          onChange={({ currentTarget: { value } }) => field.put(noteText, value)}
        />
      </Section>
      <InvoiceSums outline={known.outline} />
      {others.length > 0 && <p className="hint">{t('others', { names: others.join(', ') })}</p>}
      <InvoiceSummary outline={known.outline} />
    </Stack>
  );
}

const formFields = new Set([
  ...['$schema', '$regime', '$addons', '$tags', 'type', 'series', 'issue_date', 'currency', 'exchange_rates'],
  ...['preceding', 'tax', 'supplier', 'customer', 'lines', 'discounts', 'charges', 'ordering', 'payment'],
  ...['notes', 'totals'],
]);

const Section = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <Fieldset legend={legend} variant="unstyled" className="form-section">
    <Stack gap="md">{children}</Stack>
  </Fieldset>
);
