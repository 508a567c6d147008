'use client';

import { Alert, Button, Stack } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../_ui/icon.tsx';
import { placeOfDocument, readText } from './document-text.ts';
import type { PlacedFault } from './faults.ts';
import { formFieldOf, goToInput, inputAt } from './form-field.ts';
import { isMembers, type Path, valueAt } from './json-path.ts';
import { PartyForm } from './party-form.tsx';

// A supplier's page has no use for it.
const InvoiceForm = dynamic(() => import('./invoice-form.tsx').then((module) => module.InvoiceForm));

export interface FormViewProps {
  folder: string;
  text: string;
  onChange: (text: string) => void;
  faults: readonly PlacedFault[];
  target: { parts: Path; isFirst?: boolean } | undefined;
  onJson: () => void;
  /** What is known of the CUIT, below it. */
  taxpayer: ReactNode;
  /** Where an invoice's form asks what it does not know. */
  desk: string;
}

/** The same document as fields. What the form has no field for stays as it is. */
export function FormView({ folder, text, onChange, faults, target, onJson, taxpayer, desk }: FormViewProps) {
  const t = useTranslations('console.suppliers.editor');
  const form = useRef<HTMLDivElement>(null);
  const whole = readText(text);
  const at = placeOfDocument(whole.ok ? whole.value : undefined);
  const document = whole.ok ? valueAt(whole.value, at) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place that is asked for
  useEffect(() => {
    if (!target) return;
    const input = inputAt(form.current, target.parts);
    // The page begins at its top.
    if (input) goToInput(input, { preventScroll: target.isFirst ?? false });
    else if (!target.isFirst) onJson();
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
  const field = formFieldOf({ whole: whole.value, at, faults, onChange });
  return (
    <div ref={form}>
      {folder === 'invoices' ? (
        <InvoiceForm field={field} text={text} taxpayer={taxpayer} desk={desk} />
      ) : (
        <PartyForm field={field} document={document} taxpayer={taxpayer} isIssuer={folder === 'suppliers'} />
      )}
    </div>
  );
}
