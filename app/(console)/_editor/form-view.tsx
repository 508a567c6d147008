'use client';

import { Alert, Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../_ui/icon.tsx';
import { fieldsOfParty } from './document-fields.ts';
import { placeOfDocument, readText, writeText } from './document-text.ts';
import type { PlacedFault } from './faults.ts';
import { type FormField, FormList, placeKey, TaxIdFields } from './form-fields.tsx';
import { isMembers, type Path, valueAt, withValue } from './json-path.ts';

export interface FormViewProps {
  text: string;
  onChange: (text: string) => void;
  faults: readonly PlacedFault[];
  target: { parts: Path } | undefined;
  onJson: () => void;
  /** What is known of the CUIT, below it. */
  taxpayer: ReactNode;
}

/** The same document as fields. What the form has no field for stays as it is. */
export function FormView({ text, onChange, faults, target, onJson, taxpayer }: FormViewProps) {
  const t = useTranslations('console.suppliers.editor');
  const form = useRef<HTMLDivElement>(null);
  const whole = readText(text);
  const at = placeOfDocument(whole.ok ? whole.value : undefined);
  const document = whole.ok ? valueAt(whole.value, at) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place that is asked for
  useEffect(() => {
    if (!target) return;
    const input = inputAt(form.current, target.parts);
    if (input) input.focus();
    else onJson();
  }, [target]);
  if (!whole.ok || !isMembers(document)) {
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
  const field: FormField = {
    read: (path) => textOf(valueAt(document, path)),
    errorAt: (path) => faults.find(({ parts }) => same(parts, [...at, ...path]))?.message,
    write: (path, value) => onChange(writeText(withValue(whole.value, [...at, ...path], value))),
  };
  const others = Object.keys(document).filter((name) => !formFields.has(name));
  return (
    <Stack gap="lg" ref={form}>
      <TextInput
        label={t('fields.name')}
        description={t('nameHint')}
        required
        withAsterisk={false}
        value={field.read(['name'])}
        error={field.errorAt(['name'])}
        data-place={placeKey([...at, 'name'])}
        onChange={({ currentTarget }) => field.write(['name'], currentTarget.value)}
      />
      <TaxIdFields field={field} at={at} />
      {taxpayer}
      <TextInput
        label={t('fields.alias')}
        description={t('optional')}
        value={field.read(['alias'])}
        error={field.errorAt(['alias'])}
        data-place={placeKey([...at, 'alias'])}
        onChange={({ currentTarget }) => field.write(['alias'], currentTarget.value || undefined)}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <FormList name="emails" members={['addr']} document={document} field={field} at={at} />
        <FormList name="telephones" members={['num']} document={document} field={field} at={at} />
      </SimpleGrid>
      <FormList
        name="addresses"
        members={fieldsOfParty(['addresses', 0]).map(({ name }) => name)}
        document={document}
        field={field}
        at={at}
      />
      {others.length > 0 && <p className="hint">{t('others', { names: others.join(', ') })}</p>}
    </Stack>
  );
}

const formFields = new Set(['$schema', 'name', 'tax_id', 'alias', 'emails', 'telephones', 'addresses']);

/** What is there but is no text is for the JSON view. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

const same = (a: Path, b: Path) => a.length === b.length && a.every((part, index) => part === b[index]);

/** The field of the place, or the first one inside of it. */
function inputAt(form: HTMLElement | null, parts: Path): HTMLElement | undefined {
  const inputs = [...(form?.querySelectorAll<HTMLElement>('[data-place]') ?? [])];
  const wanted = placeKey(parts);
  return (
    inputs.find(({ dataset }) => dataset.place === wanted) ??
    inputs.find(({ dataset }) => dataset.place?.startsWith(`${wanted}.`))
  );
}
