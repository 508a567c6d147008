import { TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { filterFields } from '#console/_ui/filter-fields.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { formatCuit } from '#lib/documents/cuit.ts';
import { invoiceTypes, letters } from '#lib/documents/invoice/document-types.ts';
import type { EntryStateKey } from '#lib/silo/states.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import type { ReadInvoiceParams } from './invoice-query.ts';

/** A form of parameters: an address that can be kept, and that works without script. */
export async function InvoiceFilters({ path, read }: { path: string; read: ReadInvoiceParams }) {
  const t = await getTranslations('console.invoices.list');
  const kinds = await getTranslations('console.invoices.kinds');
  const stateNames = await getTranslations('console.entry.states');
  const { typed, values } = read;
  const { text, choice } = await filterFields(read);
  const asked = values.state && values.state !== 'archived' ? [values.state] : [];
  const states = [...new Set([...usualStates, ...asked])];
  return (
    <FilterForm path={path} typed={typed} className="invoice-filters">
      <TextInput
        type="search"
        {...text('q')}
        label={t('search')}
        placeholder={t('searchHint')}
        maxLength={200}
        className="filter-search"
      />
      <ChoiceFilter
        {...choice('state', [
          { value: '', label: t('allStates') },
          ...states.map((value) => ({ value, label: stateNames(value) })),
          { value: 'archived', label: t('archived') },
        ])}
        label={t('state')}
      />
      <ChoiceFilter
        {...choice('kind', [
          { value: '', label: t('allStates') },
          ...invoiceTypes.map((type) => ({ value: type, label: kinds(type) })),
        ])}
        label={t('document')}
      />
      <ChoiceFilter
        {...choice('class', [
          { value: '', label: t('allClasses') },
          ...letters.map((letter) => ({ value: letter, label: letter })),
        ])}
        label={t('class')}
      />
      <ChoiceFilter
        {...choice('remark', [
          { value: '', label: t('allStates') },
          { value: 'any', label: t('withRemarks') },
          ...(values.remark && values.remark !== 'any'
            ? [{ value: values.remark, label: values.remark }]
            : []),
        ])}
        label={t('remarks')}
      />
      <TextInput
        {...text('issuer')}
        label={t('issuerCuit')}
        defaultValue={values.issuer ? formatCuit(values.issuer) : typed.issuer}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        className="filter-cuit"
      />
      <TextInput
        {...text('point')}
        label={t('pointOfSale')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        className="filter-number"
      />
      <DayRangeFields read={read} label={t('issued')} />
    </FilterForm>
  );
}

/** Those that are offered; another one still has its address. */
const usualStates: EntryStateKey[] = [
  'invalid',
  'empty',
  'draft',
  'processing',
  'sent',
  'paid',
  'error',
  'rejected',
  'void',
];
