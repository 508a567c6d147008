'use client';

import { Checkbox } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { accountSettings, creditInvoiceTag, transferSystems } from '#lib/documents/invoice/credit-invoice.ts';
import {
  accountAliasExtension,
  cancellationExtension,
  transferSystemExtension,
} from '#lib/documents/invoice/extensions.ts';
import { ChoiceField, DayField, TextField } from './inputs.tsx';
import { hasServices, isCreditInvoice, withoutType } from './invoice-values.ts';
import { type FormField, itemsAt, type Path, withoutValue, withValue } from './json-path.ts';

const instructions = ['payment', 'instructions'];

/** Whether an invoice is a credit invoice (FCE); if so, its due date and the account on which it is paid. */
export function CreditInvoiceFields({ field }: { field: FormField }) {
  const t = useTranslations('console.invoiceForm.fce');
  const { document } = field;
  const isChosen = isCreditInvoice(document);
  return (
    <>
      <Checkbox
        label={t('choose')}
        description={t('chooseHint')}
        checked={isChosen}
        data-place={field.place(['$tags'])}
        error={field.errorAt(['$tags'])}
        onChange={({ currentTarget: { checked } }) =>
          field.change((typed) => withCreditInvoice(typed, checked))
        }
      />
      {isChosen && (
        <>
          {!hasServices(document) && (
            <DayField
              field={field}
              path={['payment', 'terms', 'due_dates', 0, 'date']}
              also={[['payment'], ['payment', 'terms'], ['payment', 'terms', 'due_dates']]}
              label={t('dueDate')}
            />
          )}
          <AccountFields
            field={field}
            hint={t('accountHint')}
            paths={{
              cbu: [...instructions, 'credit_transfer', 0, 'number'],
              alias: [...instructions, 'ext', accountAliasExtension],
              system: [...instructions, 'ext', transferSystemExtension],
            }}
          />
        </>
      )}
    </>
  );
}

/** Switches between an ordinary and a credit invoice. Goods have a due date only in credit invoices. */
function withCreditInvoice(document: unknown, isWanted: boolean): unknown {
  const tags = itemsAt(document, ['$tags']).filter((tag) => tag !== creditInvoiceTag);
  const all = isWanted ? [...tags, creditInvoiceTag] : tags;
  const tagged = withoutType(withValue(document, ['$tags'], all.length > 0 ? all : undefined));
  if (isWanted) return tagged;
  const unpaid = withoutValue(tagged, instructions);
  return hasServices(unpaid) ? unpaid : withoutValue(unpaid, ['payment', 'terms', 'due_dates']);
}

/** Whether a note cancels a credit invoice that its receiver has rejected. */
export function CancellationField({ field }: { field: FormField }) {
  const t = useTranslations('console.invoiceForm.fce');
  const path = ['tax', 'ext', cancellationExtension];
  return (
    <Checkbox
      label={t('cancels')}
      description={t('cancelsHint')}
      checked={field.read(path) === 'S'}
      data-place={field.place(path)}
      error={field.errorAt(path)}
      onChange={({ currentTarget: { checked } }) => field.put(path, checked ? 'S' : '')}
    />
  );
}

/** Account of a supplier's credit invoices, for those that state none. */
export function SupplierAccountFields({ field }: { field: FormField }) {
  const t = useTranslations('console.invoiceForm.fce');
  return (
    <AccountFields
      field={field}
      hint={t('supplierHint')}
      paths={{
        cbu: ['meta', accountSettings.cbu],
        alias: ['meta', accountSettings.alias],
        system: ['meta', accountSettings.system],
      }}
    />
  );
}

interface AccountFieldsProps {
  field: FormField;
  hint: string;
  paths: Record<'cbu' | 'alias' | 'system', Path>;
}

function AccountFields({ field, hint, paths }: AccountFieldsProps) {
  const t = useTranslations('console.invoiceForm.fce');
  return (
    <>
      <p className="hint">{hint}</p>
      <div className="field-row">
        <TextField field={field} path={paths.cbu} label={t('cbu')} inputMode="numeric" maxLength={30} />
        <TextField field={field} path={paths.alias} label={t('alias')} maxLength={20} />
        <ChoiceField
          field={field}
          path={paths.system}
          label={t('system')}
          value={field.read(paths.system)}
          options={[
            { value: '', label: t('noSystem') },
            ...transferSystems.map((value) => ({ value, label: t(`systems.${value}`) })),
          ]}
          onChoose={(chosen) => field.put(paths.system, chosen)}
        />
      </div>
    </>
  );
}
