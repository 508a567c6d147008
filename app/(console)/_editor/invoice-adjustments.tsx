'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { taxTypeExtension } from '#lib/documents/invoice/extensions.ts';
import { Icon } from '../_ui/icon.tsx';
import type { FormField } from './form-field.ts';
import { HowMuchField } from './how-much-field.tsx';
import { ChoiceField, DecimalField, TextField } from './inputs.tsx';
import { isClassC, taxesOf, vatAt, vatChoices } from './invoice-values.ts';
import { itemsAt, type Path, valueAt, withoutValue } from './json-path.ts';

/** FEParamGetTiposTributos. */
const taxTypes = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '13', '99'] as const;

/** What is taken off or put on the whole: discounts, charges, and taxes other than VAT. */
export function InvoiceAdjustments({ field }: { field: FormField }) {
  const t = useTranslations('console.invoiceForm');
  const vat = isClassC(field.document) ? {} : { taxes: taxesOf('5') };
  const add = (list: 'discounts' | 'charges', item: object) =>
    field.write([list, itemsAt(field.document, [list]).length], item);
  return (
    <>
      {(['discounts', 'charges'] as const).flatMap((list) =>
        itemsAt(field.document, [list]).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place in the list
          <Adjustment key={`${list} ${index}`} field={field} list={list} index={index} isTax={isTax(item)} />
        )),
      )}
      <Group gap="xs">
        <AddButton
          label={t('addDiscount')}
          onClick={() => add('discounts', { reason: '', percent: '', ...vat })}
        />
        <AddButton
          label={t('addCharge')}
          onClick={() => add('charges', { reason: '', percent: '', ...vat })}
        />
        <AddButton
          label={t('addTax')}
          onClick={() => add('charges', { key: 'tax', percent: '', ext: { [taxTypeExtension]: '7' } })}
        />
      </Group>
    </>
  );
}

const isTax = (item: unknown) => valueAt(item, ['key']) === 'tax';

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
}

function Adjustment({ field, list, index, isTax }: AdjustmentProps) {
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
                value={vatAt(field.document, at)}
                options={vatChoices.map((value) => ({ value, label: t(`vats.${value}`) }))}
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
    </fieldset>
  );
}

/** The authority lists these apart from the VAT: perceptions, gross income and the like. */
function TaxFields({ field, at }: { field: FormField; at: Path }) {
  const t = useTranslations('console.invoiceForm');
  const type = [...at, 'ext', taxTypeExtension];
  const percent = [...at, 'percent'];
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
      <DecimalField
        field={field}
        path={[...at, 'base']}
        label={t('taxBase')}
        placeholder={t('taxBaseHint')}
      />
      <TextInput
        label={t('taxRate')}
        inputMode="decimal"
        value={field.read(percent).replace(/\s*%$/, '')}
        error={field.errorAt(percent, [...at, 'amount'])}
        data-place={field.place(percent)}
        onChange={({ currentTarget: { value } }) =>
          field.write(percent, value ? `${value.replace(',', '.').replace(/%/g, '')}%` : '')
        }
      />
    </>
  );
}
