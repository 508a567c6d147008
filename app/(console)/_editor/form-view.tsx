'use client';

import { Alert, Button, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCuit, isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { isObject, type Members } from '#lib/documents/json.ts';
import { Icon } from '../_ui/icon.tsx';
import { SupplierAccountFields } from './credit-invoice-fields.tsx';
import { fieldsOfParty } from './document-fields.ts';
import type { PlacedFault } from './faults.ts';
import { PaperFields, TextField } from './inputs.tsx';
import {
  type FormField,
  formFieldOf,
  goToInput,
  inputAt,
  type Path,
  placeOfDocument,
  readText,
  type TextEdit,
  valueAt,
} from './json-path.ts';

// Loaded separately, because suppliers' pages do not need it.
const InvoiceForm = dynamic(() => import('./invoice-form.tsx').then((module) => module.InvoiceForm));

export interface FormViewProps {
  folder: string;
  text: string;
  onEdit: (edit: TextEdit) => void;
  faults: readonly PlacedFault[];
  target: { parts: Path; isFirst?: boolean } | undefined;
  onJson: () => void;
  /** Register data of the CUIT, shown below it. */
  taxpayer: ReactNode;
  /** Base address of the invoice form's queries. */
  formQueriesPath: string;
}

/** The document as form fields. Members without a field stay unchanged. */
export function FormView({
  folder,
  text,
  onEdit,
  faults,
  target,
  onJson,
  taxpayer,
  formQueriesPath,
}: FormViewProps) {
  const t = useTranslations('console.suppliers.editor');
  const form = useRef<HTMLDivElement>(null);
  const whole = readText(text);
  const at = placeOfDocument(whole.ok ? whole.value : undefined);
  const document = whole.ok ? valueAt(whole.value, at) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the target changes
  useEffect(() => {
    if (!target) return;
    const input = inputAt(form.current, target.parts);
    // At the initial target the page must not scroll.
    if (input) goToInput(input, { preventScroll: target.isFirst ?? false });
    else if (!target.isFirst) onJson();
  }, [target]);
  if (!whole.ok || !isObject(document)) {
    return (
      <Alert color="red" icon={<Icon name="note" />} title={t('notJsonTitle')}>
        <Stack align="start" gap="sm">
          {t('notJsonText')}
          <Button variant="default" onClick={onJson}>
            {t('toJson')}
          </Button>
        </Stack>
      </Alert>
    );
  }
  const field = formFieldOf({ whole: whole.value, at, faults, onEdit });
  return (
    <div ref={form}>
      {folder === 'invoices' ? (
        <InvoiceForm field={field} text={text} taxpayer={taxpayer} formQueriesPath={formQueriesPath} />
      ) : (
        <PartyForm field={field} document={document} taxpayer={taxpayer} isIssuer={folder === 'suppliers'} />
      )}
    </div>
  );
}

interface PartyFormProps {
  field: FormField;
  document: Members;
  /** Register data of the CUIT, shown below it. */
  taxpayer: ReactNode;
  /** Whether invoices are issued in its name. */
  isIssuer: boolean;
}

function PartyForm({ field, document, taxpayer, isIssuer }: PartyFormProps) {
  const t = useTranslations('console.suppliers.editor');
  const others = Object.keys(document).filter(
    (name) => !formFields.has(name) && !(isIssuer && paperFields.has(name)),
  );
  return (
    <Stack gap="lg">
      <TextInput
        label={t('fields.name')}
        description={t('nameHint')}
        required
        withAsterisk={false}
        value={field.read(['name'])}
        error={field.errorAt(['name'])}
        data-place={field.place(['name'])}
        onChange={({ currentTarget }) => field.write(['name'], currentTarget.value)}
      />
      <TaxIdFields field={field} />
      {taxpayer}
      <TextField field={field} path={['alias']} label={t('fields.alias')} description={t('optional')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <FormList name="emails" members={['addr']} field={field} />
        <FormList name="telephones" members={['num']} field={field} />
      </SimpleGrid>
      <FormList
        name="addresses"
        members={fieldsOfParty(['addresses', 0]).map(({ name }) => name)}
        field={field}
      />
      {isIssuer && (
        <Fieldset legend={t('paper')} variant="unstyled" className="form-list">
          <PaperFields field={field} />
        </Fieldset>
      )}
      {isIssuer && (
        <Fieldset legend={t('creditInvoices')} variant="unstyled" className="form-list">
          <SupplierAccountFields field={field} />
        </Fieldset>
      )}
      {others.length > 0 && <p className="hint">{t('others', { names: others.join(', ') })}</p>}
    </Stack>
  );
}

const formFields = new Set(['$schema', 'name', 'tax_id', 'alias', 'emails', 'telephones', 'addresses']);
/** The form covers only the parts of these that the PDF requires. */
const paperFields = new Set(['identities', 'registration', 'ext', 'meta']);

interface FormListProps {
  name: 'emails' | 'telephones' | 'addresses';
  members: readonly string[];
  field: FormField;
}

/** A list of e-mail addresses, telephones or postal addresses. */
function FormList({ name, members, field }: FormListProps) {
  const t = useTranslations('console.suppliers.editor');
  const list = useRef<HTMLFieldSetElement>(null);
  const [added, setAdded] = useState<number>();
  useEffect(() => {
    if (added === undefined) return;
    list.current?.querySelectorAll<HTMLElement>('[data-item]')[added]?.querySelector('input')?.focus();
    setAdded(undefined);
  }, [added]);
  const there = valueAt(field.document, [name]);
  if (there !== undefined && !Array.isArray(there)) return <p className="hint">{t('odd', { name })}</p>;
  const items = there ?? [];
  const label = (member: string) => t(`fields.${member}` as 'fields.addr');
  const [member = ''] = members;
  const isOnly = members.length === 1;
  const write = (path: Path, value: string) => field.write(path, value || (isOnly ? '' : undefined));
  const remove = (index: number) => field.write(items.length === 1 ? [name] : [name, index], undefined);
  return (
    <Fieldset ref={list} legend={t(`lists.${name}`)} variant="unstyled" className="form-list">
      <Stack gap="sm" align="start">
        {items.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified by its index
          <Group key={index} data-item gap="xs" align={isOnly ? 'start' : 'end'} w="100%" wrap="nowrap">
            <SimpleGrid cols={{ base: 1, sm: isOnly ? 1 : 3 }} spacing="sm" flex={1}>
              {members.map((member) => (
                <TextInput
                  key={member}
                  label={isOnly ? undefined : label(member)}
                  aria-label={`${label(member)} ${index + 1}`}
                  value={field.read([name, index, member])}
                  error={field.errorAt([name, index, member])}
                  data-place={field.place([name, index, member])}
                  onChange={({ currentTarget }) => write([name, index, member], currentTarget.value)}
                />
              ))}
            </SimpleGrid>
            <Button
              variant="subtle"
              color="red"
              px="xs"
              onClick={() => remove(index)}
              aria-label={t('removeItem', { what: t(`lists.${name}`), number: index + 1 })}
            >
              <Icon name="remove" size={18} />
            </Button>
          </Group>
        ))}
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            field.write([name, items.length], isOnly ? { [member]: '' } : {});
            setAdded(items.length);
          }}
          leftSection={<Icon name="plus" size={16} />}
        >
          {t(`add.${name}`)}
        </Button>
      </Stack>
    </Fieldset>
  );
}

const countryPath = ['tax_id', 'country'];
const codePath = ['tax_id', 'code'];

/** Country and code. A CUIT is checked while it is typed; the build stores it as eleven digits. */
function TaxIdFields({ field }: { field: FormField }) {
  const t = useTranslations('console.suppliers.editor');
  const country = field.read(countryPath);
  const code = field.read(codePath);
  const isArgentine = country === 'AR' || country === '';
  const verdict = isArgentine ? judge(code) : undefined;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <TextInput
        label={t('fields.country')}
        description={t('countryHint')}
        maxLength={2}
        value={country}
        error={field.errorAt(countryPath)}
        data-place={field.place(countryPath)}
        onChange={({ currentTarget }) => field.write(countryPath, currentTarget.value.toUpperCase())}
      />
      <TextInput
        label={isArgentine ? t('cuit') : t('fields.code')}
        description={isArgentine ? t('cuitHint') : undefined}
        required
        withAsterisk={false}
        inputMode={isArgentine ? 'numeric' : 'text'}
        value={code}
        error={field.errorAt(codePath) ?? (verdict?.kind === 'wrong' && t('cuitWrong'))}
        success={verdict?.kind === 'valid' && t('cuitValid', { cuit: formatCuit(normaliseCuit(code)) })}
        data-place={field.place(codePath)}
        onChange={({ currentTarget }) => field.write(codePath, currentTarget.value)}
      />
    </SimpleGrid>
  );
}

/** An incomplete CUIT is not an error yet. */
function judge(code: string): { kind: 'incomplete' | 'valid' | 'wrong' } {
  const digits = normaliseCuit(code);
  if (isValidCuit(digits)) return { kind: 'valid' };
  return { kind: digits.length >= 11 || /\D/.test(digits) ? 'wrong' : 'incomplete' };
}
