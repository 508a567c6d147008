'use client';

import { SimpleGrid, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { formatCuit, isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { type FormField, placeKey } from './form-field.ts';
import type { Path } from './json-path.ts';

const countryPath = ['tax_id', 'country'];
const codePath = ['tax_id', 'code'];

/** Country and code; a CUIT is judged while it is typed, and stored as its eleven digits by the build. */
export function TaxIdFields({ field, at }: { field: FormField; at: Path }) {
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
        data-place={placeKey([...at, ...countryPath])}
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
        data-place={placeKey([...at, ...codePath])}
        onChange={({ currentTarget }) => field.write(codePath, currentTarget.value)}
      />
    </SimpleGrid>
  );
}

/** While digits are still missing nothing is wrong yet. */
function judge(code: string): { kind: 'open' | 'valid' | 'wrong' } {
  const digits = normaliseCuit(code);
  if (isValidCuit(digits)) return { kind: 'valid' };
  return { kind: digits.length >= 11 || /\D/.test(digits) ? 'wrong' : 'open' };
}
