import { TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { formatCuit } from '#lib/documents/cuit.ts';
import { invoiceTypes, letters } from '#lib/documents/invoice/document-types.ts';
import type { EntryStateKey } from '#lib/silo/states.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import type { TypedInvoiceFilters } from './invoice-query.ts';

/** A form of parameters: an address that can be kept, and that works without script. */
export async function InvoiceFilters({ path, typed }: { path: string; typed: TypedInvoiceFilters }) {
  const t = await getTranslations('console.invoices.list');
  const kinds = await getTranslations('console.invoices.kinds');
  const stateNames = await getTranslations('console.entry.states');
  const asked = typed.state && typed.state !== 'archived' ? [typed.state] : [];
  const states = [...new Set([...usualStates, ...asked])];
  return (
    <FilterForm path={path} typed={typed} className="invoice-filters">
      <TextInput
        type="search"
        name="q"
        label={t('search')}
        placeholder={t('searchHint')}
        defaultValue={typed.q ?? ''}
        maxLength={200}
        className="filter-search"
      />
      <ChoiceFilter
        name="state"
        label={t('state')}
        defaultValue={typed.state ?? ''}
        data={[
          { value: '', label: t('allStates') },
          ...states.map((value) => ({ value, label: stateNames(value) })),
          { value: 'archived', label: t('archived') },
        ]}
      />
      <ChoiceFilter
        name="kind"
        label={t('document')}
        defaultValue={typed.kind ?? ''}
        data={[
          { value: '', label: t('allStates') },
          ...invoiceTypes.map((type) => ({ value: type, label: kinds(type) })),
        ]}
      />
      <ChoiceFilter
        name="class"
        label={t('class')}
        defaultValue={typed.class ?? ''}
        data={[{ value: '', label: t('allClasses') }, ...letters]}
      />
      <TextInput
        name="issuer"
        label={t('issuerCuit')}
        defaultValue={typed.issuer ? formatCuit(typed.issuer) : ''}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        className="filter-cuit"
      />
      <TextInput
        name="point"
        label={t('pointOfSale')}
        defaultValue={typed.point ?? ''}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        className="filter-number"
      />
      <DayRangeFields days={typed} label={t('issued')} />
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
