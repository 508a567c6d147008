'use client';

import {
  Alert,
  Button,
  Combobox,
  Group,
  TextInput,
  type TextInputProps,
  UnstyledButton,
  useCombobox,
} from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
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
import { hasVat, isOfExport, vatStatusText, withRegime } from './invoice-values.ts';
import {
  type FormField,
  itemsAt,
  membersAt,
  type Path,
  type TextEdit,
  valueAt,
  withoutValue,
  withValue,
} from './json-path.ts';
import {
  customerIn,
  filledIn,
  hasCustomerDetails,
  isOtherName,
  type RegisteredTaxpayer,
  suggestionsFor,
  type Typed,
  withCustomer,
  withCustomerOf,
  withoutCustomerDetails,
} from './taxpayer.ts';
import type { LookedUp } from './use-taxpayer.ts';

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

export interface SameCuit {
  name: string;
  href: string;
}

/** Lists the workspace's suppliers with the typed CUIT. Duplicates are allowed but seldom intended. */
export function SameCuitNote({ question, cuit }: { question: string; cuit: string | undefined }) {
  const t = useTranslations('console.suppliers.twin');
  const [known, setKnown] = useState<{ cuit: string; suppliers: SameCuit[] }>();
  useEffect(() => {
    if (!cuit) return;
    const leaving = new AbortController();
    ask(`${question}?cuit=${cuit}`, leaving.signal).then((suppliers) => {
      if (!leaving.signal.aborted) setKnown({ cuit, suppliers });
    });
    return () => leaving.abort();
  }, [question, cuit]);
  const suppliers = known && known.cuit === cuit ? known.suppliers : [];
  return (
    <div role="status">
      {suppliers.length > 0 && (
        <Alert color="yellow" icon={<Icon name="note" />} title={t('title', { count: suppliers.length })}>
          <ul className="plain-list">
            {suppliers.map(({ name, href }) => (
              <li key={href}>
                <Link href={href} target="_blank">
                  <bdi>{name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
          {t('text')}
        </Alert>
      )}
    </div>
  );
}

/** Errors are ignored: the user can continue without. */
async function ask(address: string, signal: AbortSignal): Promise<SameCuit[]> {
  try {
    const response = await fetch(address, { signal, cache: 'no-store', redirect: 'error' });
    return response.ok ? ((await response.json()) as SameCuit[]) : [];
  } catch {
    return [];
  }
}

interface TaxpayerNoteProps {
  /** Address of the settings of the delegate, whose certificate queries the register. */
  settings: string;
  lookedUp: LookedUp | undefined;
  typed: Typed;
  isLocked: boolean;
  onFill: (edit: TextEdit) => void;
}

/** The authority's register data for the typed CUIT, with a button that takes it over. */
export function TaxpayerNote({ settings, lookedUp, ...props }: TaxpayerNoteProps) {
  const t = useTranslations('console.suppliers.register');
  return (
    <div role="status" className="taxpayer" data-answer={lookedUp?.answer?.kind}>
      {lookedUp && content()}
    </div>
  );

  function content() {
    const { cuit, answer } = lookedUp ?? { cuit: '', answer: undefined };
    if (!answer) return <p className="hint">{t('asking')}</p>;
    switch (answer.kind) {
      case 'found':
        return <Found taxpayer={answer.taxpayer} {...props} />;
      case 'none':
        return (
          <p className="taxpayer-warning">
            <Icon name="note" size={18} /> {t('none', { cuit: formatCuit(cuit) })}
          </p>
        );
      case 'unavailable':
        return <p className="hint">{t('unavailable')}</p>;
      case 'not-authorised':
        return (
          <p className="hint">
            {t.rich(`notAuthorised.${answer.reason}`, {
              link: (chunks) => <Link href={settings}>{chunks}</Link>,
            })}
          </p>
        );
    }
  }
}

interface FoundProps extends Pick<TaxpayerNoteProps, 'typed' | 'isLocked' | 'onFill'> {
  taxpayer: RegisteredTaxpayer;
}

function Found({ taxpayer, typed, isLocked, onFill }: FoundProps) {
  const t = useTranslations('console.suppliers.register');
  const statuses = useTranslations('console.suppliers.vatStatuses');
  const { folder, text, example } = typed;
  const suggestions = useMemo(
    () => suggestionsFor({ folder, text, example }, taxpayer),
    [folder, text, example, taxpayer],
  );
  const isOpen = suggestions.some(({ standing }) => standing === 'open');
  const fill = () => onFill((text) => filledIn({ ...typed, text }, taxpayer));
  return (
    <>
      <div className="taxpayer-found">
        <div>
          <p className="taxpayer-title">{t('title')}</p>
          <dl className="taxpayer-facts">
            {suggestions.map(({ field, value, standing }) => (
              <div key={field} data-standing={standing}>
                <dt>{t(`fields.${field}`)}</dt>
                <dd>
                  <bdi>{field === 'status' ? vatStatusText(statuses, value) : value}</bdi>
                  {standing !== 'open' && <span className="hint"> · {t(`standings.${standing}`)}</span>}
                </dd>
              </div>
            ))}
          </dl>
          {suggestions.length === 0 && <p className="hint">{t('nothing')}</p>}
        </div>
        {isOpen && (
          <Button variant="light" onClick={fill} disabled={isLocked}>
            {t('fill')}
          </Button>
        )}
      </div>
      {taxpayer.state === 'inactive' && (
        <p className="taxpayer-warning">
          <Icon name="note" size={18} /> {t('inactive')}
        </p>
      )}
    </>
  );
}

interface CustomerPairProps extends Pick<TaxpayerNoteProps, 'lookedUp' | 'typed' | 'onFill'> {}

interface PairChange {
  key: 'reloaded' | 'cleared' | 'codeCleared';
  values: { cuit: string; name: string };
  before: string;
  after: string;
}

/**
 * Name and CUIT of the customer stay those of one company. A change of the CUIT clears at once what belonged to the
 * CUIT before, and the register's answer fills in the new; an entirely different name clears the CUIT. Says so, and
 * can be undone.
 */
export function CustomerPair({ lookedUp, typed, onFill }: CustomerPairProps) {
  const t = useTranslations('console.invoiceForm.pair');
  const { text } = typed;
  const { cuit, name } = useMemo(() => customerIn(text), [text]);
  /** The pair as of the previous text. */
  const previous = useRef({ text, cuit, name });
  /** The pair before the name was typed at. */
  const known = useRef({ cuit, name });
  /** The CUIT whose answer has been applied, or refused by an undo. */
  const settled = useRef<string>(undefined);
  /** The last text with the data that has been cleared. */
  const cleared = useRef<{ cuit: string; text: string }>(undefined);
  const [change, setChange] = useState<PairChange>();
  const latest = useRef({ text, cuit, name, onFill });
  latest.current = { text, cuit, name, onFill };
  const put = (edit: TextEdit): string => {
    const after = edit(latest.current.text);
    known.current = customerIn(after);
    previous.current = { text: after, ...known.current };
    latest.current.onFill(edit);
    return after;
  };
  const apply = (key: PairChange['key'], values: PairChange['values'], edit: TextEdit, before = text) =>
    setChange({ key, values, before, after: put(edit) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares each text with the one before
  useEffect(() => {
    const before = previous.current;
    previous.current = { text, cuit, name };
    if (cuit === before.cuit) {
      if (!isNameField(document.activeElement)) known.current = { cuit, name };
      return;
    }
    known.current = { cuit, name };
    settled.current = undefined;
    const former = cleared.current;
    if (before.cuit && name === before.name && hasCustomerDetails(text)) {
      cleared.current = { cuit: before.cuit, text: before.text };
      const values = { cuit: formatCuit(before.cuit), name };
      apply('cleared', values, withoutCustomerDetails, before.text);
    } else if (former && former.cuit === cuit && !hasCustomerDetails(text)) {
      // The CUIT is again the one whose data has been cleared.
      put((current) => withCustomerOf(current, former.text));
      setChange(undefined);
    }
  }, [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name is compared when the CUIT or its answer changes
  useEffect(() => {
    if (!cuit || lookedUp?.cuit !== cuit || !lookedUp.answer || settled.current === cuit) return;
    settled.current = cuit;
    if (lookedUp.answer.kind !== 'found') return;
    const { taxpayer } = lookedUp.answer;
    const fill: TextEdit = (current) => filledIn({ ...typed, text: current }, taxpayer);
    if (isOtherName(taxpayer.name ?? '', name)) {
      const values = { cuit: formatCuit(cuit), name };
      return apply('reloaded', values, (current) => fill(withCustomer(current, { cuit, name: '' })));
    }
    if (fill(text) !== text) put(fill);
  }, [cuit, lookedUp]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the latest values
  useEffect(() => {
    const compare = ({ target }: FocusEvent) => {
      const { text, cuit, name } = latest.current;
      if (!isNameField(target) || !cuit || cuit !== known.current.cuit) return;
      if (!isOtherName(known.current.name, name)) {
        known.current = { cuit, name };
        return;
      }
      const values = { cuit: formatCuit(cuit), name: known.current.name };
      apply('codeCleared', values, (current) => withCustomer(current, { cuit: '', name }), text);
    };
    window.addEventListener('focusout', compare);
    return () => window.removeEventListener('focusout', compare);
  }, []);
  const undo = () => {
    if (!change) return;
    put(() => change.before);
    settled.current = customerIn(change.before).cuit;
    setChange(undefined);
  };
  return (
    <div role="status">
      {change && (
        <p className="hint">
          {t(change.key, change.values)}{' '}
          {change.after === text && (
            <Button variant="subtle" size="compact-sm" onClick={undo}>
              {t('undo')}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

const isNameField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset.place?.endsWith('customer.name') === true;
