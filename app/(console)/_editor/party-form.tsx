'use client';

import { Fieldset, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { fieldsOfParty } from './document-fields.ts';
import type { FormField } from './form-field.ts';
import { FormList, TaxIdFields } from './form-fields.tsx';
import { TextField } from './inputs.tsx';
import type { Members } from './json-path.ts';
import { PaperFields } from './paper-fields.tsx';

interface PartyFormProps {
  field: FormField;
  document: Members;
  /** What is known of the CUIT, below it. */
  taxpayer: ReactNode;
  /** Invoices are issued in its name. */
  isIssuer: boolean;
}

export function PartyForm({ field, document, taxpayer, isIssuer }: PartyFormProps) {
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
      {others.length > 0 && <p className="hint">{t('others', { names: others.join(', ') })}</p>}
    </Stack>
  );
}

const formFields = new Set(['$schema', 'name', 'tax_id', 'alias', 'emails', 'telephones', 'addresses']);
/** Of those the form has the part that the paper needs. */
const paperFields = new Set(['identities', 'registration', 'ext']);
