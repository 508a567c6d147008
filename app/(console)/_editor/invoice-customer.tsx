'use client';

import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { formatCuit, isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import {
  identityTypeExtension as identityType,
  vatStatusExtension,
} from '#lib/documents/invoice/customer.ts';
import { markOf } from '#lib/documents/invoice/paper.ts';
import type { FormField } from './form-field.ts';
import { ChoiceField, TextField } from './inputs.tsx';
import { isMembers, itemsAt, membersAt, valueAt, withoutValue, withValue } from './json-path.ts';

const identified = ['cuit', '96', '94', 'foreign', 'nobody'] as const;
type Identified = (typeof identified)[number];
const statuses = ['1', '4', '5', '6', '7', '8', '9', '10', '13', '15', '16'] as const;

interface InvoiceCustomerProps {
  field: FormField;
  /** As the class is told by. */
  status: { code: string; isAssumed: boolean } | undefined;
}

/** Who is invoiced: over the counter, nobody in particular. */
export function InvoiceCustomer({ field, status }: InvoiceCustomerProps) {
  const t = useTranslations('console.invoiceForm');
  const by = identifiedBy(field.document);
  return (
    <>
      <div className="field-row">
        <ChoiceField
          field={field}
          path={['customer']}
          also={[['customer', 'tax_id']]}
          label={t('identifiedBy')}
          value={by}
          options={identified.map((value) => ({ value, label: t(`identities.${value}`) }))}
          onChoose={(chosen) => field.change((document) => withIdentity(document, chosen as Identified))}
        />
        {by === 'cuit' && <CuitField field={field} />}
        {by === 'foreign' && (
          <>
            <TextField
              field={field}
              path={['customer', 'tax_id', 'country']}
              label={t('country')}
              description={t('countryHint')}
              maxLength={2}
              required
              written={(typed) => typed.toUpperCase()}
            />
            <TextField
              field={field}
              path={['customer', 'tax_id', 'code']}
              label={t('foreignCode')}
              required
            />
          </>
        )}
        {(by === '96' || by === '94') && (
          <TextField
            field={field}
            path={['customer', 'identities', 0, 'code']}
            label={t('identityNumber')}
            inputMode="numeric"
            required
          />
        )}
      </div>
      {by !== 'nobody' && (
        <>
          <div className="field-row">
            <TextField
              field={field}
              path={['customer', 'name']}
              label={t('customerName')}
              className="field-wide"
              required
            />
            <StatusField field={field} status={status} />
          </div>
          <div className="field-row" data-narrow>
            <TextField
              field={field}
              path={['customer', 'addresses', 0, 'street']}
              label={t('street')}
              className="field-wide"
            />
            <TextField field={field} path={['customer', 'addresses', 0, 'num']} label={t('streetNumber')} />
            <TextField field={field} path={['customer', 'addresses', 0, 'locality']} label={t('locality')} />
            <TextField field={field} path={['customer', 'addresses', 0, 'region']} label={t('region')} />
            <TextField field={field} path={['customer', 'addresses', 0, 'code']} label={t('postalCode')} />
          </div>
        </>
      )}
    </>
  );
}

/** Judged once it is whole, and stored as its digits by the build. */
function CuitField({ field }: { field: FormField }) {
  const t = useTranslations('console.invoiceForm');
  const path = ['customer', 'tax_id', 'code'];
  const code = field.read(path);
  const digits = normaliseCuit(code);
  const isWrong = digits.length >= 11 && !isValidCuit(digits);
  return (
    <TextInput
      label={t('cuit')}
      inputMode="numeric"
      value={code}
      error={field.errorAt(path) ?? (isWrong && t('cuitWrong'))}
      success={isValidCuit(digits) && t('cuitValid', { cuit: formatCuit(digits) })}
      data-place={field.place(path)}
      onChange={({ currentTarget }) => field.write(path, currentTarget.value)}
    />
  );
}

/** The class hangs on it. One that was only assumed is said to be, until somebody chooses. */
function StatusField({ field, status }: InvoiceCustomerProps) {
  const t = useTranslations('console.invoiceForm');
  const names = useTranslations('console.suppliers.vatStatuses');
  const path = ['customer', 'ext', vatStatusExtension];
  const given = field.read(path);
  const isAssumed = given === '' || given === field.read(['customer', 'meta', markOf(vatStatusExtension)]);
  const assumed = status ? t('assumedStatus', { status: names(status.code as '1') }) : t('assumedNone');
  return (
    <ChoiceField
      field={field}
      path={path}
      label={t('vatStatus')}
      value={isAssumed ? '' : given}
      options={[
        { value: '', label: assumed },
        ...statuses.map((code) => ({ value: code, label: names(code) })),
      ]}
      onChoose={(code) => field.change((document) => withStatus(document, code))}
    />
  );
}

function withStatus(document: unknown, code: string): unknown {
  const unmarked = withoutValue(document, ['customer', 'meta', markOf(vatStatusExtension)]);
  const path = ['customer', 'ext', vatStatusExtension];
  return code ? withValue(unmarked, path, code) : withoutValue(unmarked, path);
}

function identifiedBy(document: unknown): Identified {
  const customer = valueAt(document, ['customer']);
  if (!isMembers(customer)) return 'nobody';
  if (isMembers(customer.tax_id)) {
    return (valueAt(customer, ['tax_id', 'country']) ?? 'AR') === 'AR' ? 'cuit' : 'foreign';
  }
  const type = valueAt(itemsAt(customer, ['identities'])[0], ['ext', identityType]);
  return type === '96' || type === '94' ? type : 'cuit';
}

/** What was known of the one before is of somebody else, but for a name and an address. */
function withIdentity(document: unknown, by: Identified): unknown {
  if (by === 'nobody') return withValue(document, ['customer'], undefined);
  const { tax_id: _, identities: __, ext: ___, meta: ____, ...customer } = membersAt(document, ['customer']);
  const identity = {
    cuit: { tax_id: { country: 'AR', code: '' } },
    foreign: { tax_id: { country: '', code: '' } },
    '96': { identities: [{ code: '', ext: { [identityType]: '96' } }] },
    '94': { identities: [{ code: '', ext: { [identityType]: '94' } }] },
  };
  return withValue(document, ['customer'], { name: '', ...identity[by], ...customer });
}
