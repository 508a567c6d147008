import { getLocale, getTranslations } from 'next-intl/server';
import { writtenDecimal, writtenPercent } from '#console/_editor/decimals.ts';
import { DataTable } from '#console/_ui/data-table.tsx';
import { type Fact, FactList } from '#console/_ui/fact-list.tsx';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import type { Document } from '#lib/documents/envelope.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { grossIncomeIn } from '#lib/documents/invoice/paper.ts';
import { InvoiceShape } from '#lib/documents/invoice/schema.ts';
import { Party } from '#lib/documents/party.ts';

/** What a party's document says beyond the name and the tax code of the heading. */
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

/** What an invoice is for: its lines and sums, as they were built. */
export async function InvoiceFacts({ doc }: { doc: Document }) {
  const t = await getTranslations('console.invoiceForm');
  const document = await getTranslations('console.entry.document');
  const texts = await invoiceTexts();
  const locale = await getLocale();
  if (!isBuilt(doc)) return null;
  const { currency, lines, totals, ordering, exchange_rates: [rate] = [] } = doc;
  const amount = (total: string) => texts.total({ total, currency });
  const rates = totals.taxes?.categories[0].rates ?? [];
  const percentOf = (percent: string | undefined) => (percent ? writtenPercent(percent, locale) : '-');
  return (
    <>
      <DataTable
        className="document-lines"
        rows={lines.slice(0, shownLines).map((line, index) => ({ ...line, id: String(index) }))}
        columns={[
          { head: t('description'), kind: 'title', cell: ({ item }) => <bdi>{item.name}</bdi> },
          {
            head: t('quantity'),
            className: 'amount',
            cell: ({ quantity, item }) =>
              [writtenDecimal(quantity, locale), item.unit].filter(Boolean).join(' '),
          },
          { head: t('price'), className: 'amount', cell: ({ item }) => amount(item.price) },
          { head: t('vat'), className: 'amount', cell: ({ taxes }) => percentOf(taxes?.[0]?.percent) },
          { head: t('lineTotal'), className: 'amount', cell: ({ total }) => amount(total) },
        ]}
      />
      {lines.length > shownLines && (
        <p className="hint">{t('moreLines', { count: lines.length - shownLines })}</p>
      )}
      <FactList
        facts={[
          [document('date'), texts.day(doc.issue_date)],
          ordering?.period && [
            document('period'),
            `${texts.day(ordering.period.start)} – ${texts.day(ordering.period.end)}`,
          ],
          rate && [
            document('rate', { currency: rate.from }),
            texts.total({ total: rate.amount, currency: rate.to }),
          ],
          [document('net'), amount(totals.total)],
          ...rates.flatMap(({ percent, base, amount: vat }): Fact[] =>
            percent
              ? [[t('sums.vat', { percent: percentOf(percent), base: amount(base) }), amount(vat)]]
              : [],
          ),
          rates.length === 0 ? [document('tax'), amount(totals.tax)] : undefined,
          [document('payable'), <strong key="payable">{amount(totals.payable)}</strong>],
        ]}
      />
    </>
  );
}

const shownLines = 20;

/** One that came in another way, or of an earlier release, is shown as it is stored. */
const isBuilt = (doc: Document): doc is Document & Invoice =>
  InvoiceShape.safeParse(doc).success && typeof doc.totals === 'object' && doc.totals !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
