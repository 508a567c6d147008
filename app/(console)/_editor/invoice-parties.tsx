'use client';

import {
  Button,
  Combobox,
  Group,
  TextInput,
  type TextInputProps,
  UnstyledButton,
  useCombobox,
} from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { formatCuit, isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { markOf } from '#lib/documents/invoice/assumed-codes.ts';
import {
  identityTypeExtension as identityType,
  vatStatusExtension,
} from '#lib/documents/invoice/customer.ts';
import { isObject } from '#lib/documents/json.ts';
import type { IssuerPart } from '#lib/invoices/first-draft.ts';
import { Chip } from '../_ui/chip.tsx';
import { Icon } from '../_ui/icon.tsx';
import { destinationPath, withDestination, withForeignCode } from './export-values.ts';
import { ChoiceField, CountryField, TextField } from './inputs.tsx';
import { type CustomerOption, type IssuerOption, queryInvoiceForm } from './invoice-form-queries.ts';
import { hasVat, isOfExport, withRegime } from './invoice-values.ts';
import {
  type FormField,
  itemsAt,
  membersAt,
  type Path,
  valueAt,
  withoutValue,
  withValue,
} from './json-path.ts';

const identified = ['cuit', '96', '94', 'foreign', 'named', 'nobody'] as const;
type Identified = (typeof identified)[number];
const statuses = ['1', '4', '5', '6', '7', '8', '9', '10', '13', '15', '16'] as const;

interface InvoiceCustomerProps {
  field: FormField;
  /** Base address of the form's queries. */
  formQueriesPath: string;
  /** VAT status that determines the class. */
  status: { code: string; isAssumed: boolean } | undefined;
}

/** The customer; for a sale over the counter, a consumer who is only named, or nobody. */
export function InvoiceCustomer({ field, formQueriesPath, status }: InvoiceCustomerProps) {
  const t = useTranslations('console.invoiceForm');
  const by = identifiedBy(field.document);
  if (isOfExport(field.document)) return <ForeignCustomer field={field} formQueriesPath={formQueriesPath} />;
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
        {by === 'cuit' && <CuitField field={field} formQueriesPath={formQueriesPath} />}
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
            inputMode={by === '96' ? 'numeric' : 'text'}
            required
          />
        )}
      </div>
      {by !== 'nobody' && (
        <>
          <div className="field-row">
            <CustomerInput
              field={field}
              path={['customer', 'name']}
              label={t('customerName')}
              className="field-wide"
              error={field.errorAt(['customer', 'name'])}
              formQueriesPath={formQueriesPath}
            />
            <StatusField field={field} status={status} />
          </div>
          <CustomerAddress field={field} />
        </>
      )}
    </>
  );
}

/** The customer of an export, with its country, which is the destination. */
function ForeignCustomer({ field, formQueriesPath }: Omit<InvoiceCustomerProps, 'status'>) {
  const t = useTranslations('console.invoiceForm.export');
  const form = useTranslations('console.invoiceForm');
  const codePath = ['customer', 'tax_id', 'code'];
  return (
    <>
      <div className="field-row">
        <CustomerInput
          field={field}
          path={['customer', 'name']}
          label={form('customerName')}
          className="field-wide"
          maxLength={200}
          error={field.errorAt(['customer', 'name'], ['customer'])}
          formQueriesPath={formQueriesPath}
        />
        <CountryField
          field={field}
          path={destinationPath(field.document)}
          label={t('destination')}
          none={form('choose')}
          onChoose={(country) => field.change((document) => withDestination(document, country))}
        />
        <TextField
          field={{
            ...field,
            put: (_, code) => field.change((document) => withForeignCode(document, code)),
          }}
          path={codePath}
          label={t('foreignCode')}
          description={t('foreignCodeHint')}
          maxLength={40}
        />
      </div>
      <CustomerAddress field={field} />
    </>
  );
}

function CustomerAddress({ field }: { field: FormField }) {
  const t = useTranslations('console.invoiceForm');
  const at = ['customer', 'addresses', 0];
  return (
    <div className="field-row" data-narrow>
      <TextField
        field={field}
        path={[...at, 'street']}
        also={[['customer', 'addresses']]}
        label={t('street')}
        className="field-wide"
      />
      <TextField field={field} path={[...at, 'num']} label={t('streetNumber')} />
      <TextField field={field} path={[...at, 'locality']} label={t('locality')} />
      <TextField field={field} path={[...at, 'region']} label={t('region')} />
      <TextField field={field} path={[...at, 'code']} label={t('postalCode')} />
      <MailField field={field} />
    </div>
  );
}

/** The address to which a workflow mails the invoice. Further addresses are in the JSON. */
function MailField({ field }: { field: FormField }) {
  const t = useTranslations('console.invoiceForm');
  const path = ['customer', 'emails', 0, 'addr'];
  const put = (_: Path, address: string) =>
    field.change((document) => {
      if (address !== '') return withValue(document, path, address);
      const others = withValue(document, path.slice(0, -1), undefined);
      return itemsAt(others, ['customer', 'emails']).length > 0
        ? others
        : withoutValue(others, ['customer', 'emails']);
    });
  return (
    <TextField
      field={{ ...field, put }}
      path={path}
      also={[['customer', 'emails'], path.slice(0, -1)]}
      label={t('mail')}
      placeholder={t('mailHint')}
      type="email"
      maxLength={254}
      className="field-wide"
    />
  );
}

/** The customer's CUIT, checked once it has all digits. The build stores only the digits. */
function CuitField({ field, formQueriesPath }: Omit<InvoiceCustomerProps, 'status'>) {
  const t = useTranslations('console.invoiceForm');
  const path = ['customer', 'tax_id', 'code'];
  const code = field.read(path);
  const digits = normaliseCuit(code);
  const isWrong = digits.length >= 11 && !isValidCuit(digits);
  return (
    <CustomerInput
      field={field}
      path={path}
      formQueriesPath={formQueriesPath}
      label={t('cuit')}
      inputMode="numeric"
      error={field.errorAt(path) ?? (isWrong && t('cuitWrong'))}
      success={isValidCuit(digits) && t('cuitValid', { cuit: formatCuit(digits) })}
    />
  );
}

interface CustomerInputProps
  extends Pick<TextInputProps, 'label' | 'inputMode' | 'error' | 'success' | 'className' | 'maxLength'> {
  field: FormField;
  path: Path;
  formQueriesPath: string;
}

/** Name or CUIT of the customer, with the known customers that match it. Choosing one fills in all of its data. */
function CustomerInput({ field, path, formQueriesPath, ...input }: CustomerInputProps) {
  const t = useTranslations('console.invoiceForm');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [asked, setAsked] = useState<string>();
  const [found, setFound] = useState<CustomerOption[]>([]);
  const issuer = normaliseCuit(field.read(['supplier', 'tax_id', 'code']));
  useEffect(() => {
    if (asked === undefined) return;
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      const list = await queryInvoiceForm<CustomerOption[]>(
        `${formQueriesPath}/customers?cuit=${encodeURIComponent(issuer)}&q=${encodeURIComponent(asked)}`,
        leaving.signal,
      );
      if (!leaving.signal.aborted) setFound(list ?? []);
    }, restMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [formQueriesPath, issuer, asked]);
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(index) => {
        const customer = found[Number(index)];
        if (customer) field.write(['customer'], customer);
        setAsked(undefined);
        setFound([]);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          {...input}
          autoComplete="off"
          value={field.read(path)}
          data-place={field.place(path)}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={({ currentTarget: { value } }) => {
            field.write(path, value);
            setAsked(value.trim());
            combobox.openDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options aria-label={t('knownCustomers')}>
          {found.map((customer, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is identified by its index
            <Combobox.Option key={index} value={String(index)}>
              <bdi>{String(customer.name)}</bdi> <span className="hint nowrap">{codeOf(customer)}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Tax code or document number, as shown in a list. */
function codeOf(customer: CustomerOption): string {
  const code = valueAt(customer, ['tax_id', 'code']) ?? valueAt(customer, ['identities', 0, 'code']);
  const text = typeof code === 'string' ? code : '';
  return isValidCuit(text) ? formatCuit(text) : text;
}

/** The customer's VAT status, which determines the class. An assumed status is marked until one is chosen. */
function StatusField({ field, status }: Pick<InvoiceCustomerProps, 'field' | 'status'>) {
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
      className="field-wide"
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
  if (!isObject(customer)) return 'nobody';
  if (isObject(customer.tax_id)) {
    return (valueAt(customer, ['tax_id', 'country']) ?? 'AR') === 'AR' ? 'cuit' : 'foreign';
  }
  const type = valueAt(itemsAt(customer, ['identities'])[0], ['ext', identityType]);
  if (type === undefined) return 'named';
  return type === '96' || type === '94' ? type : 'cuit';
}

/**
 * Changes how the customer is identified: removes tax id, identities, VAT status and marks. The rest, such as name
 * and address, stays if there was no number yet; otherwise it belonged to that number's owner.
 */
function withIdentity(document: unknown, by: Identified): unknown {
  if (by === 'nobody') return withValue(document, ['customer'], undefined);
  const { tax_id: _, identities: __, ext: ___, meta: ____, ...rest } = membersAt(document, ['customer']);
  const codes = [['tax_id'], ['identities', 0]].map((at) => valueAt(document, ['customer', ...at, 'code']));
  const customer = codes.some(Boolean) ? {} : rest;
  const identity = {
    cuit: { tax_id: { country: 'AR', code: '' } },
    named: {},
    foreign: { tax_id: { country: '', code: '' } },
    '96': { identities: [{ code: '', ext: { [identityType]: '96' } }] },
    '94': { identities: [{ code: '', ext: { [identityType]: '94' } }] },
  };
  return withValue(document, ['customer'], { name: '', ...identity[by], ...customer });
}

const restMs = 250;

/** The issuer, with a search for another one among the registered suppliers. */
export function InvoiceIssuer({ field, formQueriesPath }: { field: FormField; formQueriesPath: string }) {
  const t = useTranslations('console.invoiceForm');
  const [isChoosing, setChoosing] = useState(false);
  const cuit = field.read(['supplier', 'tax_id', 'code']);
  const choose = async (id: string) => {
    const part = await queryInvoiceForm<IssuerPart>(`${formQueriesPath}/issuers/${id}`);
    if (part) field.change((document) => withIssuer(document, part));
    setChoosing(false);
  };
  const error = field.errorAt(['supplier', 'tax_id', 'code'], ['supplier', 'name'], ['supplier']);
  return (
    <div>
      <Group justify="space-between" gap="sm" className="form-issuer">
        <div>
          <p className="form-label">{t('issuer')}</p>
          <p>
            <strong>
              <bdi>{field.read(['supplier', 'name']) || '-'}</bdi>
            </strong>{' '}
            <span className="hint nowrap">{cuit && formatCuit(cuit)}</span>
          </p>
          {error && <p className="form-error">{error}</p>}
        </div>
        <Button
          variant="default"
          size="sm"
          aria-expanded={isChoosing}
          data-place={field.place(['supplier'])}
          onClick={() => setChoosing(!isChoosing)}
        >
          {t('changeIssuer')}
        </Button>
      </Group>
      {isChoosing && <IssuerSearch formQueriesPath={formQueriesPath} onChoose={choose} />}
    </div>
  );
}

function IssuerSearch({
  formQueriesPath,
  onChoose,
}: {
  formQueriesPath: string;
  onChoose: (id: string) => void;
}) {
  const t = useTranslations('console.invoiceForm');
  const [q, setQ] = useState('');
  const [found, setFound] = useState<IssuerOption[]>();
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      const list = await queryInvoiceForm<IssuerOption[]>(
        `${formQueriesPath}/issuers?q=${encodeURIComponent(q)}`,
        leaving.signal,
      );
      if (!leaving.signal.aborted) setFound(list ?? []);
    }, restMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [formQueriesPath, q]);
  return (
    <div className="issuer-search">
      <TextInput
        type="search"
        label={t('searchIssuer')}
        placeholder={t('searchIssuerHint')}
        maxLength={200}
        leftSection={<Icon name="search" size={18} />}
        value={q}
        data-autofocus
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
      />
      <ul className="plain-list" aria-label={t('issuers')}>
        {found?.map(({ id, name, cuit, lacksPointOfSale }) => (
          <li key={id}>
            <UnstyledButton className="issuer-choice" onClick={() => onChoose(id)}>
              <bdi>{name}</bdi> <span className="hint nowrap">{formatCuit(cuit)}</span>{' '}
              {lacksPointOfSale && <Chip tone="wait">{t('lacksPointOfSale')}</Chip>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {found?.length === 0 && (
        <p className="hint" role="status">
          {t('noIssuer')}
        </p>
      )}
    </div>
  );
}

/** Sets the issuer, with its regime and a point of sale. Any issuer may export, but from a point of its own. */
function withIssuer(document: unknown, { supplier, series, isSimplified }: IssuerPart): unknown {
  const issued = withValue(document, ['supplier'], supplier);
  if (isOfExport(document)) return withValue(issued, ['series'], '');
  const numbered = withValue(issued, ['series'], series);
  if (isSimplified !== hasVat(document)) return numbered;
  return withRegime(numbered, isSimplified ? 'monotax' : 'registered');
}
