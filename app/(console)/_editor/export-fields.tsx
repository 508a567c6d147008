'use client';

import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { incoterms, languages } from '#lib/documents/invoice/export.ts';
import {
  incotermsDetailExtension,
  incotermsExtension,
  languageExtension,
} from '#lib/documents/invoice/extensions.ts';
import { Icon } from '../_ui/icon.tsx';
import { conceptOf, permitIndexes, permitPath, withPermit } from './export-values.ts';
import { ChoiceField, CountryField, DayField, TextField } from './inputs.tsx';
import { type FormField, itemsAt, withoutValue } from './json-path.ts';

const incotermPath = ['tax', 'ext', incotermsExtension];
const detailPath = ['tax', 'ext', incotermsDetailExtension];
const languagePath = ['tax', 'ext', languageExtension];
const dueDatesPath = ['payment', 'terms', 'due_dates'];

const isNote = (field: FormField): boolean => field.read(['type']).endsWith('-note');

/** Language, Incoterm and export permits. The last two are for goods, and stay visible if the document has them. */
export function ExportFields({ field }: { field: FormField }) {
  const t = useTranslations('console.invoiceForm.export');
  const concept = conceptOf(field.document);
  const hasIncoterm = field.read(incotermPath) !== '' || field.read(detailPath) !== '';
  const isRequired = concept === 'goods' && !isNote(field);
  return (
    <>
      <p className="hint">{t(`concepts.${concept}`)}</p>
      <div className="field-row">
        <ChoiceField
          field={field}
          path={languagePath}
          label={t('language')}
          value={field.read(languagePath) || '1'}
          options={Object.entries(languages).map(([value, name]) => ({
            value,
            label: t(`languages.${name}`),
          }))}
          onChoose={(chosen) => field.put(languagePath, chosen === '1' ? '' : chosen)}
        />
        {(concept !== 'services' || hasIncoterm) && (
          <>
            <ChoiceField
              field={field}
              path={incotermPath}
              label={t('incoterm')}
              value={field.read(incotermPath)}
              options={[
                { value: '', label: t(isRequired ? 'chooseIncoterm' : 'noIncoterm') },
                ...incoterms.map((value) => ({ value, label: `${value} · ${t(`incoterms.${value}`)}` })),
              ]}
              onChoose={(chosen) => field.put(incotermPath, chosen)}
            />
            <TextField
              field={field}
              path={detailPath}
              label={t('incotermDetail')}
              placeholder={t('incotermDetailExample')}
              maxLength={20}
            />
          </>
        )}
      </div>
      <Permits field={field} isOffered={isRequired} />
    </>
  );
}

/** Export permits («permisos de embarque»), each with the country where its goods go. */
function Permits({ field, isOffered }: { field: FormField; isOffered: boolean }) {
  const t = useTranslations('console.invoiceForm.export');
  return (
    <>
      {permitIndexes(field.document).map((index, place) => {
        const at = permitPath(index);
        return (
          <fieldset key={index} className="adjustment" aria-label={`${t('permit')} ${place + 1}`}>
            <div className="field-row">
              <TextField
                field={field}
                path={[...at, 'code']}
                also={[at]}
                label={t('permit')}
                description={t('permitHint')}
                maxLength={16}
                written={(typed) => typed.toUpperCase()}
                required
              />
              <CountryField
                field={field}
                path={[...at, 'country']}
                label={t('permitCountry')}
                none={t('sameDestination')}
                onChoose={(country) => field.put([...at, 'country'], country)}
              />
            </div>
            <Button
              variant="subtle"
              color="red"
              px="xs"
              onClick={() => field.change((document) => withoutValue(document, at))}
              aria-label={t('removePermit', { number: place + 1 })}
            >
              <Icon name="remove" size={18} />
            </Button>
          </fieldset>
        );
      })}
      {isOffered && (
        <div>
          <Button
            variant="default"
            size="sm"
            onClick={() => field.change(withPermit)}
            leftSection={<Icon name="plus" size={16} />}
          >
            {t('addPermit')}
          </Button>
        </div>
      )}
    </>
  );
}

/** How an export is paid and, for services, when. A note has no date. */
export function ExportPaymentFields({ field }: { field: FormField }) {
  const t = useTranslations('console.invoiceForm.export');
  const hasDate = itemsAt(field.document, dueDatesPath).length > 0;
  const isDated = !isNote(field) && conceptOf(field.document) !== 'goods';
  return (
    <div className="field-row">
      <TextField
        field={field}
        path={['payment', 'terms', 'detail']}
        label={t('howPaid')}
        placeholder={t('howPaidExample')}
        description={t('howPaidHint')}
        className="field-wide"
        maxLength={50}
      />
      {(isDated || hasDate) && (
        <DayField
          field={field}
          path={[...dueDatesPath, 0, 'date']}
          also={[['payment'], ['payment', 'terms'], dueDatesPath]}
          label={t('dueDate')}
        />
      )}
    </div>
  );
}
