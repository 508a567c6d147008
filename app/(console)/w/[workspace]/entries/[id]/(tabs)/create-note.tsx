'use client';

import { Button, Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMoney } from '#console/_editor/inputs.tsx';
import { decimalOf, writtenDecimal } from '#console/_editor/invoice-values.ts';
import { FormDialog } from '#console/_ui/form-dialog.tsx';

interface NoteLine {
  name: string;
  /** In the document's notation. */
  quantity: string;
}

interface CreateNoteProps {
  /** Address of the new note; the choice is appended. */
  path: string;
  type: 'credit-note' | 'debit-note';
  /** The invoice's lines; empty if there are too many to show. */
  lines: NoteLine[];
  /** For a credit note, if anything is left to credit: decimals in the invoice's currency. */
  credit?: { left: string; total: string; currency: string } | undefined;
}

/** The amount meant by `605`, or by `50%` of the invoice's total; undefined if it is neither. */
function amountOf(typed: string, total: string, locale: string): string | undefined {
  const isPercent = typed.trim().endsWith('%');
  const number = Number(decimalOf(typed.replace('%', ''), locale));
  if (typed.trim() === '' || !Number.isFinite(number)) return undefined;
  return (isPercent ? Math.round(Number(total) * number) / 100 : number).toFixed(2);
}

/**
 * Asks what the note covers: the whole invoice, quantities of some lines, or something else. Then opens its
 * draft.
 */
export function CreateNote({ path, type, lines, credit }: CreateNoteProps) {
  const t = useTranslations('console.entry.note');
  const router = useRouter();
  const [opened, setOpened] = useState(false);
  const [extent, setExtent] = useState(type === 'credit-note' ? 'whole' : 'other');
  const [quantities, setQuantities] = useState<Record<number, string>>({});
  const [isTried, setTried] = useState(false);
  const locale = useLocale();
  const money = useMoney();
  const [part, setPart] = useState('');
  const amount = credit && amountOf(part, credit.total, locale);
  const isTooMuch = credit && !(Number(amount) > 0 && Number(amount) <= Number(credit.left));
  const left = credit && money(credit.left, credit.currency);
  const chosen = Object.entries(quantities).map(([index, typed]) => {
    const quantity = decimalOf(typed, locale);
    const most = type === 'credit-note' ? Number(lines[Number(index)]?.quantity) : Number.POSITIVE_INFINITY;
    return { index, quantity, isWrong: !(Number(quantity) > 0 && Number(quantity) <= most) };
  });
  const isWrong = (place: number) =>
    isTried && chosen.some((each) => each.index === String(place) && each.isWrong);
  const go = () => {
    setTried(true);
    if (extent === 'lines' && (chosen.length === 0 || chosen.some((each) => each.isWrong))) return;
    if (extent === 'amount') {
      if (isTooMuch) return;
      // The rest is credited by its bases, as in the invoice.
      const isRest = Number(amount) === Number(credit?.left);
      return router.push(`${path}&type=${type}&what=${isRest ? 'whole' : `amount:${amount}`}`);
    }
    const what =
      extent === 'lines' ? chosen.map(({ index, quantity }) => `${index}:${quantity}`).join(',') : extent;
    router.push(`${path}&type=${type}&what=${encodeURIComponent(what)}`);
  };
  const choose = (index: number, quantity: string | undefined) => {
    setQuantities(({ [index]: _, ...others }) =>
      quantity === undefined ? others : { ...others, [index]: quantity },
    );
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t(`create.${type}`)}
      </Button>
      <FormDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(`create.${type}`)}
        onSubmit={go}
        submit={t('goOn')}
        pending={false}
        failure={undefined}
      >
        <Radio.Group value={extent} onChange={setExtent} label={t('what')}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="whole"
              label={credit && left && credit.left !== credit.total ? t('rest', { left }) : t('whole')}
            />
            {credit && left && (
              <div>
                <Radio value="amount" label={t('part')} />
                <TextInput
                  className="note-part"
                  label={t('howMuch', { left })}
                  inputMode="decimal"
                  maxLength={20}
                  placeholder="50%"
                  value={part}
                  data-autofocus
                  error={isTried && extent === 'amount' && isTooMuch && t('wrongAmount', { left })}
                  success={
                    amount !== undefined && !isTooMuch && t('is', { amount: money(amount, credit.currency) })
                  }
                  onFocus={() => part !== '' && setExtent('amount')}
                  onChange={({ currentTarget }) => {
                    setPart(currentTarget.value);
                    setExtent(currentTarget.value === '' ? 'whole' : 'amount');
                  }}
                />
              </div>
            )}
            {lines.length > 0 && <Radio value="lines" label={t('lines')} />}
            <Radio value="other" label={t('other')} />
          </Stack>
        </Radio.Group>
        {extent === 'lines' && (
          <ul className="plain-list note-lines" aria-label={t('lines')}>
            {lines.map(({ name, quantity }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its index
              <li key={index}>
                <Checkbox
                  label={<bdi>{name}</bdi>}
                  checked={quantities[index] !== undefined}
                  onChange={({ currentTarget }) =>
                    choose(index, currentTarget.checked ? writtenDecimal(quantity, locale) : undefined)
                  }
                />
                <TextInput
                  size="sm"
                  inputMode="decimal"
                  aria-label={t('quantityOf', { name })}
                  disabled={quantities[index] === undefined}
                  value={quantities[index] ?? writtenDecimal(quantity, locale)}
                  error={
                    isWrong(index) &&
                    t(`wrongQuantity.${type}`, { quantity: writtenDecimal(quantity, locale) })
                  }
                  onChange={({ currentTarget }) => choose(index, currentTarget.value)}
                />
                <span className="hint nowrap">{t('of', { quantity: writtenDecimal(quantity, locale) })}</span>
              </li>
            ))}
          </ul>
        )}
        {extent === 'lines' && isTried && chosen.length === 0 && (
          <p role="alert" className="note-problem">
            {t('noLine')}
          </p>
        )}
      </FormDialog>
    </>
  );
}
