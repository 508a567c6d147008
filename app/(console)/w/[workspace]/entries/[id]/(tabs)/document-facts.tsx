import Big from 'big.js';
import { getLocale, getTranslations } from 'next-intl/server';
import { writtenDecimal, writtenPercent } from '#console/_editor/invoice-values.ts';
import { countryName } from '#console/_ui/country-name.ts';
import { DataTable } from '#console/_ui/data-table.tsx';
import { type Fact, FactList } from '#console/_ui/fact-list.tsx';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { money, sumOf } from '#lib/documents/invoice/amount.ts';
import { pesosForOne } from '#lib/documents/invoice/currencies.ts';
import { isExport } from '#lib/documents/invoice/document-types.ts';
import { destinationOf, exportPermitsOf } from '#lib/documents/invoice/export.ts';
import {
  incotermsDetailExtension,
  incotermsExtension,
  isTaxCharge,
  taxTypeExtension,
  taxTypes,
} from '#lib/documents/invoice/extensions.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { grossIncomeIn } from '#lib/documents/invoice/paper-gaps.ts';
import { summaryOf } from '#lib/documents/invoice/preview.ts';
import { type Adjustment, InvoiceShape } from '#lib/documents/invoice/schema.ts';
import { type VatShare, vatSharesOf } from '#lib/documents/invoice/totals.ts';
import { Party } from '#lib/documents/party.ts';

/** A party's data, without the name and tax code, which are in the heading. */
export async function PartyFacts({ doc }: { doc: Document }) {
  const t = await getTranslations('console.suppliers.editor.fields');
  const document = await getTranslations('console.entry.document');
  const party = Party.safeParse(doc).data;
  if (!party) return null;
  const listed = (name: string, values: (string | undefined)[]): Fact | undefined => {
    const given = values.filter(Boolean);
    return given.length > 0 ? [name, <bdi key={name}>{given.join(', ')}</bdi>] : undefined;
  };
  const facts = [
    listed(t('alias'), [party.alias]),
    listed(document('address'), [party.addresses?.[0] && lineOf(party.addresses[0])]),
    listed(document('email'), party.emails?.map(({ addr }) => addr) ?? []),
    listed(document('phone'), party.telephones?.map(({ num }) => textOf(num)) ?? []),
    listed(document('grossIncome'), [grossIncomeIn(party)]),
    listed(document('activitySince'), [textOf(party.registration?.other)]),
  ];
  return facts.some(Boolean) ? <FactList facts={facts} /> : <p className="hint">{document('nothingMore')}</p>;
}

const lineOf = ({ street, num, locality, region, code }: Record<string, unknown>): string =>
  [
    [street, num].map(textOf).filter(Boolean).join(' '),
    [code, locality].map(textOf).filter(Boolean).join(' '),
    textOf(region),
  ]
    .filter(Boolean)
    .join(', ');

/** Lines and totals of an invoice, as built. */
export async function InvoiceFacts({ doc }: { doc: Document }) {
  const t = await getTranslations('console.invoiceForm');
  const document = await getTranslations('console.entry.document');
  const texts = await invoiceTexts();
  const locale = await getLocale();
  if (!isBuilt(doc)) return null;
  const { currency, lines, totals, ordering } = doc;
  const rate = pesosForOne(doc);
  const { type } = summaryOf(doc);
  // An export has neither VAT nor other taxes.
  const hasVat = !(type && isExport(type));
  const amount = (total: string) => texts.total({ total, currency });
  const rates = totals.taxes?.categories[0].rates ?? [];
  const taxed = rates.filter(({ percent }) => percent);
  const percentOf = (percent: string | undefined) => (percent ? writtenPercent(percent, locale) : '-');
  const { discounts = [], charges = [] } = doc;
  const shares = vatSharesOf(doc);
  const named = (name: string, { percent, reason }: Adjustment) =>
    [name, percent && percentOf(percent), reason && `(${reason})`].filter(Boolean).join(' ');
  const vatOf = ({ key, percent }: { key?: string | undefined; percent?: string | undefined }) =>
    percent ? percentOf(percent) : t(`vats.${key === 'exempt' ? key : 'outside-scope'}`);
  const ofWhole = (name: string, item: Adjustment, sign: string, parts: VatShare[] = []): Fact => [
    named(name, item),
    <>
      {amount(`${sign}${item.amount}`)}
      {parts.length > 1 && (
        <span className="hint below">
          {t('spreadAs', {
            parts: parts.map((part) => `${vatOf(part)}: ${amount(`${sign}${part.amount}`)}`).join(' · '),
          })}
        </span>
      )}
    </>,
  ];
  const plain = charges.flatMap((charge, index) =>
    isTaxCharge(charge) ? [] : [ofWhole(t('charge'), charge, '', shares.charges[index])],
  );
  const taxes = charges.filter(isTaxCharge);
  const taxName = ({ ext }: Adjustment) =>
    t(`taxes.${taxTypes.find((type) => type === ext?.[taxTypeExtension]) ?? '99'}`);
  const net = new Big(totals.total).minus(sumOf(taxes.map((tax) => new Big(tax.amount ?? 0))));
  return (
    <>
      <DataTable
        className="document-lines"
        rows={lines.slice(0, shownLines).map((line, index) => ({ ...line, id: String(index) }))}
        columns={[
          {
            head: t('description'),
            kind: 'title',
            cell: ({ item, discounts: off = [], charges: on = [] }) => (
              <>
                <bdi>{item.name}</bdi>
                {[
                  ...off.map((one) => `${named(t('discount'), one)}: ${amount(`-${one.amount}`)}`),
                  ...on.map((one) => `${named(t('charge'), one)}: ${amount(one.amount ?? '0')}`),
                ].map((said) => (
                  <span key={said} className="hint below">
                    {said}
                  </span>
                ))}
              </>
            ),
          },
          {
            head: t('quantity'),
            className: 'amount',
            cell: ({ quantity, item }) =>
              [writtenDecimal(quantity, locale), item.unit].filter(Boolean).join(' '),
          },
          { head: t('price'), className: 'amount', cell: ({ item }) => amount(item.price) },
          ...(hasVat
            ? [
                {
                  head: t('vat'),
                  className: 'amount',
                  cell: ({ taxes }: (typeof lines)[number]) => (taxes?.[0] ? vatOf(taxes[0]) : '-'),
                },
              ]
            : []),
          { head: t('lineTotal'), className: 'amount', cell: ({ total }) => amount(total) },
        ]}
      />
      {lines.length > shownLines && (
        <p className="hint">{t('moreLines', { count: lines.length - shownLines })}</p>
      )}
      <FactList
        facts={[
          [document('date'), texts.day(doc.issue_date)],
          ...(await exportFacts(doc)),
          ordering?.period && [
            document('period'),
            `${texts.day(ordering.period.start)} – ${texts.day(ordering.period.end)}`,
          ],
          currency === 'ARS'
            ? undefined
            : [document('rate', { currency }), rate ? texts.rate(rate) : document('rateTaken')],
          ...(discounts.length + plain.length > 0
            ? [
                [document('lines'), amount(totals.sum)] as Fact,
                ...discounts.map((discount, index) =>
                  ofWhole(t('discount'), discount, '-', shares.discounts[index]),
                ),
                ...plain,
              ]
            : []),
          hasVat && rates.length === 0 ? [document('net'), amount(money(net))] : undefined,
          taxed.length > 0
            ? [document('taxedNet'), amount(money(sumOf(taxed.map(({ base }) => new Big(base)))))]
            : undefined,
          ...rates.filter(({ percent }) => !percent).map((rate): Fact => [vatOf(rate), amount(rate.base)]),
          ...taxed.map(
            ({ percent, base, amount: vat }): Fact => [
              t('sums.vat', { percent: percentOf(percent), base: amount(base) }),
              amount(vat),
            ],
          ),
          hasVat && rates.length + taxes.length === 0 ? [document('tax'), amount(totals.tax)] : undefined,
          ...taxes.map((tax) => ofWhole(taxName(tax), tax, '')),
          [document('payable'), <strong key="payable">{amount(totals.payable)}</strong>],
        ]}
      />
      {totals.tax_included && <p className="hint">{t('sums.included')}</p>}
    </>
  );
}

/** Destination and terms of an export. */
async function exportFacts(doc: Document & Invoice): Promise<Fact[]> {
  const { type } = summaryOf(doc);
  if (!type || !isExport(type)) return [];
  const t = await getTranslations('console.entry.document');
  const texts = await invoiceTexts();
  const locale = await getLocale();
  const { customer, payment, tax } = doc;
  const { [incotermsExtension]: incoterm, [incotermsDetailExtension]: place } = tax?.ext ?? {};
  const country = destinationOf(customer);
  const permits = exportPermitsOf(doc).map(({ code }) => code);
  const { detail, due_dates: dates = [] } = payment?.terms ?? {};
  const facts: [label: string, value: string | undefined][] = [
    [t('destination'), country && countryName(country, locale)],
    [t('incoterm'), incoterm && [incoterm, place].filter(Boolean).join(' ')],
    [t('permits'), permits.join(', ')],
    [t('howPaid'), detail],
    [t('paidOn'), dates.map(({ date }) => texts.day(date)).join(', ')],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, <bdi key={label}>{value}</bdi>]] : []));
}

const shownLines = 20;

/** Whether the document is built. Unbuilt ones, from elsewhere or an earlier release, are shown as stored. */
const isBuilt = (doc: Document): doc is Document & Invoice =>
  InvoiceShape.safeParse(doc).success && typeof doc.totals === 'object' && doc.totals !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
