'use client';

import { Button, Checkbox } from '@mantine/core';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { knownCurrencies, pesosForOne, usualForeignCurrencies } from '#lib/documents/invoice/currencies.ts';
import { sameCurrencyExtension } from '#lib/documents/invoice/extensions.ts';
import { isObject, type Members } from '#lib/documents/json.ts';
import { ChoiceField, TextField } from './inputs.tsx';
import { type ExchangeRateAnswer, queryInvoiceForm } from './invoice-form-queries.ts';
import { isOfExport } from './invoice-values.ts';
import { type FormField, itemsAt, withoutValue, withValue } from './json-path.ts';

const samePath = ['tax', 'ext', sameCurrencyExtension];
const includePath = ['tax', 'prices_include'];
/** Source of the rate, as recorded in the document. */
const authority = 'arca';

/** Currency of the invoice, with the authority's exchange rate to pesos. */
export function InvoiceCurrency({ field, formQueriesPath }: { field: FormField; formQueriesPath: string }) {
  const t = useTranslations('console.invoiceForm');
  const format = useFormatter();
  const options = useCurrencyOptions();
  const [asked, setAsked] = useState<'asking' | 'unavailable'>();
  // The response may arrive after further typing, which must not be lost.
  const latest = useRef(field);
  latest.current = field;
  const currency = field.read(['currency']) || 'ARS';
  const cuit = field.read(['supplier', 'tax_id', 'code']);
  const rates = itemsAt(field.document, ['exchange_rates']).filter(isObject);
  const index = rates.findIndex(({ from, to }) => from === currency && to === 'ARS');
  const known = rates[index];
  const isSame = field.read(samePath) === 'S';
  // Only the invoice of an export states its payment in its currency (1605).
  const isNoteOfExport = isOfExport(field.document) && field.read(['type']).endsWith('-note');
  const ask = async (wanted: string) => {
    setAsked('asking');
    const answer = await queryInvoiceForm<ExchangeRateAnswer>(
      `${formQueriesPath}/rate?cuit=${cuit}&currency=${wanted}`,
    );
    if (answer?.kind === 'rate') {
      const { rate, date } = answer;
      latest.current.change((document) =>
        withRate(withCurrency(document, wanted), {
          from: wanted,
          to: 'ARS',
          ...(date ? { at: date } : {}),
          source: authority,
          amount: rate,
        }),
      );
    }
    setAsked(answer?.kind === 'rate' ? undefined : 'unavailable');
  };
  const choose = (chosen: string) => {
    field.change((document) => withCurrency(document, chosen));
    if (chosen !== 'ARS' && !isSame) void ask(chosen);
    else setAsked(undefined);
  };
  const isAuthoritys = known?.source === authority;
  const pay = (same: boolean) => {
    field.change((document) => {
      if (!same) return withoutValue(document, samePath);
      // ARCA applies the rate of the day, which may differ from one read earlier.
      const paid = withValue(document, samePath, 'S');
      return isAuthoritys ? withoutRate(paid, currency) : paid;
    });
    if (!same && !known) void ask(currency);
  };
  const day =
    typeof known?.at === 'string'
      ? format.dateTime(new Date(`${known.at.slice(0, 10)}T12:00:00-03:00`), 'day')
      : '';
  return (
    <>
      <div className="field-row">
        <ChoiceField
          field={field}
          path={['currency']}
          label={t('currency')}
          value={currency}
          options={options}
          onChoose={choose}
        />
        {currency !== 'ARS' && (
          <TextField
            field={{
              ...field,
              read: () => pesosForOne({ currency, exchange_rates: rates as never }) ?? '',
              write: (_, amount) =>
                field.change((document) =>
                  isSame && amount === ''
                    ? withoutRate(document, currency)
                    : withRate(document, { from: currency, to: 'ARS', amount }),
                ),
            }}
            path={['exchange_rates']}
            also={[['exchange_rates', Math.max(0, index), 'amount']]}
            label={t('rate', { currency })}
            inputMode="decimal"
            description={
              isAuthoritys
                ? t('rateOfAuthority', { day })
                : t(isSame && !known ? 'rateLeftOut' : 'rateOfHand')
            }
            required
          />
        )}
        {currency !== 'ARS' && !isSame && (
          <Button
            variant="default"
            size="sm"
            loading={asked === 'asking'}
            onClick={() => ask(currency)}
            className="rate-button"
          >
            {t('askRate')}
          </Button>
        )}
      </div>
      {asked === 'unavailable' && (
        <p className="form-warning" role="status">
          {t('rateUnavailable')}
        </p>
      )}
      {currency !== 'ARS' && !isNoteOfExport && (
        <Checkbox
          label={t('sameCurrency')}
          description={t('sameCurrencyHint')}
          checked={isSame}
          data-place={field.place(samePath)}
          error={field.errorAt(samePath)}
          onChange={({ currentTarget: { checked } }) => pay(checked)}
        />
      )}
      {!isOfExport(field.document) && (
        <Checkbox
          label={t('pricesInclude')}
          checked={field.read(includePath) === 'VAT'}
          data-place={field.place(includePath)}
          onChange={({ currentTarget: { checked } }) => field.put(includePath, checked ? 'VAT' : '')}
        />
      )}
    </>
  );
}

/** All currencies: pesos and the usual ones first, the others by name. */
function useCurrencyOptions() {
  const t = useTranslations('console.invoiceForm');
  const locale = useLocale();
  const options = knownCurrencies.map((value) => ({ value, label: t(`currencies.${value}`) }));
  const usualCount = 1 + usualForeignCurrencies.length;
  const others = options.slice(usualCount).sort((a, b) => a.label.localeCompare(b.label, locale));
  return [...options.slice(0, usualCount), ...others];
}

/** Pesos need neither a rate nor any member for foreign currencies. */
function withCurrency(document: unknown, currency: string): unknown {
  if (currency !== 'ARS') return withValue(document, ['currency'], currency);
  const inPesos = withValue(withValue(document, ['currency'], currency), ['exchange_rates'], undefined);
  return withoutValue(inPesos, samePath);
}

const withRate = (document: unknown, rate: Members): unknown =>
  withValue(document, ['exchange_rates'], [...otherRates(document, rate.from), rate]);

function withoutRate(document: unknown, currency: string): unknown {
  const others = otherRates(document, currency);
  return withValue(document, ['exchange_rates'], others.length > 0 ? others : undefined);
}

const otherRates = (document: unknown, from: unknown): unknown[] =>
  itemsAt(document, ['exchange_rates']).filter(
    (each) => !(isObject(each) && each.from === from && each.to === 'ARS'),
  );
