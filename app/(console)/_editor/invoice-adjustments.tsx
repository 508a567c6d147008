'use client';

import { Button, Group } from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import { isTaxCharge, taxTypeExtension, taxTypes } from '#lib/documents/invoice/extensions.ts';
import type { Outline, OutlinedAdjustment } from '#lib/documents/invoice/outline.ts';
import type { VatShare } from '#lib/documents/invoice/totals.ts';
import { Icon } from '../_ui/icon.tsx';
import { writtenPercent } from './decimals.ts';
import type { FormField } from './form-field.ts';
import { HowMuchField } from './how-much-field.tsx';
import { ChoiceField, DecimalField, TextField } from './inputs.tsx';
import { isClassC, taxesOf, vatAt, vatChoices } from './invoice-values.ts';
import { itemsAt, type Path, valueAt, withoutValue } from './json-path.ts';
import { useMoney } from './use-money.ts';

interface InvoiceAdjustmentsProps {
  field: FormField;
  /** Amounts of the discounts and charges, by their places. */
  outlined: Outline['adjustments'] | undefined;
}

/**
 * What is taken off or put on the whole: discounts, charges, and taxes other than VAT. Without a VAT of its own it is
 * spread over those of the lines.
 */
export function InvoiceAdjustments({ field, outlined }: InvoiceAdjustmentsProps) {
  const t = useTranslations('console.invoiceForm');
  const add = (list: 'discounts' | 'charges', item: object) =>
    field.write([list, itemsAt(field.document, [list]).length], item);
  return (
    <>
      {(['discounts', 'charges'] as const).flatMap((list) =>
        itemsAt(field.document, [list]).map((item, index) => (
          <Adjustment
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place in the list
            key={`${list} ${index}`}
            field={field}
            list={list}
            index={index}
            isTax={isTax(item)}
            outlined={outlined?.[list][index]}
          />
        )),
      )}
      <Group gap="xs">
        <AddButton label={t('addDiscount')} onClick={() => add('discounts', { percent: '' })} />
        <AddButton label={t('addCharge')} onClick={() => add('charges', { percent: '' })} />
        <AddButton
          label={t('addTax')}
          onClick={() => add('charges', { key: 'tax', percent: '', ext: { [taxTypeExtension]: '7' } })}
        />
      </Group>
    </>
  );
}

function isTax(item: unknown): boolean {
  const [key, type] = [valueAt(item, ['key']), valueAt(item, ['ext', taxTypeExtension])];
  return isTaxCharge({
    ...(typeof key === 'string' ? { key } : {}),
    ...(typeof type === 'string' ? { ext: { [taxTypeExtension]: type } } : {}),
  });
}

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" size="sm" onClick={onClick} leftSection={<Icon name="plus" size={16} />}>
    {label}
  </Button>
);

interface AdjustmentProps {
  field: FormField;
  list: 'discounts' | 'charges';
  index: number;
  isTax: boolean;
  outlined: OutlinedAdjustment | undefined;
}

function Adjustment({ field, list, index, isTax, outlined }: AdjustmentProps) {
  const t = useTranslations('console.invoiceForm');
  const at = [list, index];
  const name = t(isTax ? 'tax' : list === 'discounts' ? 'discount' : 'charge');
  return (
    <fieldset className="adjustment" aria-label={`${name} ${index + 1}`}>
      <div className="field-row">
        {isTax ? (
          <TaxFields field={field} at={at} />
        ) : (
          <>
            <TextField
              field={field}
              path={[...at, 'reason']}
              label={`${name}: ${t('reason')}`}
              className="field-wide"
            />
            <HowMuchField field={field} path={at} label={t('howMuch')} />
            {!isClassC(field.document) && (
              <ChoiceField
                field={field}
                path={[...at, 'taxes']}
                also={[[...at, 'taxes', 0]]}
                label={t('vat')}
                value={
                  vatAt(field.document, at) ||
                  (itemsAt(field.document, [...at, 'taxes']).length > 0 ? '-' : '')
                }
                options={[
                  { value: '', label: t('spread') },
                  ...vatChoices.map((value) => ({ value, label: t(`vats.${value}`) })),
                ]}
                onChoose={(vat) => field.write([...at, 'taxes'], taxesOf(vat))}
              />
            )}
          </>
        )}
      </div>
      <Button
        variant="subtle"
        color="red"
        px="xs"
        onClick={() => field.change((document) => withoutValue(document, at))}
        aria-label={t('removeItem', { what: name, number: index + 1 })}
      >
        <Icon name="remove" size={18} />
      </Button>
      <VatShares shares={outlined?.shares ?? []} isDiscount={list === 'discounts'} />
    </fieldset>
  );
}

/** So much at each VAT: with one alone there is nothing to tell. */
function VatShares({ shares, isDiscount }: { shares: readonly VatShare[]; isDiscount: boolean }) {
  const t = useTranslations('console.invoiceForm');
  const money = useMoney();
  const locale = useLocale();
  if (shares.length < 2) return null;
  const parts = shares.map(({ key, percent, amount }) => {
    const vat = percent
      ? writtenPercent(percent, locale)
      : t(`vats.${key === 'exempt' ? key : 'outside-scope'}`);
    return `${vat}: ${money(isDiscount ? `-${amount}`.replace(/^--/, '') : amount)}`;
  });
  return <p className="hint below">{t('spreadAs', { parts: parts.join(' · ') })}</p>;
}

/** The authority lists these apart from the VAT: perceptions, gross income and the like. */
function TaxFields({ field, at }: { field: FormField; at: Path }) {
  const t = useTranslations('console.invoiceForm');
  const type = [...at, 'ext', taxTypeExtension];
  const isFixed = field.read([...at, 'percent']) === '' && field.read([...at, 'amount']) !== '';
  return (
    <>
      <ChoiceField
        field={field}
        path={type}
        label={t('tax')}
        value={field.read(type)}
        options={taxTypes.map((value) => ({ value, label: t(`taxes.${value}`) }))}
        onChoose={(chosen) => field.write(type, chosen)}
      />
      <TextField field={field} path={[...at, 'reason']} label={t('taxReason')} className="field-wide" />
      <HowMuchField field={field} path={at} label={t('howMuch')} />
      {!isFixed && (
        <DecimalField
          field={field}
          path={[...at, 'base']}
          label={t('taxBase')}
          placeholder={t('taxBaseHint')}
        />
      )}
    </>
  );
}
