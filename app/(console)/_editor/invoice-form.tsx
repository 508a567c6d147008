'use client';

import { isObject, membersOf } from '#lib/documents/json.ts';
import './editor.css';
import { Button, Fieldset, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { isExport } from '#lib/documents/invoice/document-types.ts';
import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import type { Outline } from '#lib/documents/invoice/preview.ts';
import { CancellationField, CreditInvoiceFields } from './credit-invoice-fields.tsx';
import { ExportFields, ExportPaymentFields } from './export-fields.tsx';
import { hasOnlyPermits, withoutInvoicePayment } from './export-values.ts';
import { ChoiceField, DayField, PaperFields, TextField, useMoney } from './inputs.tsx';
import { InvoiceCurrency } from './invoice-currency.tsx';
import { type DeskPoint, type PointsOfSaleAnswer, queryInvoiceForm } from './invoice-form-queries.ts';
import { InvoiceAdjustments, InvoiceLines } from './invoice-lines.tsx';
import { InvoiceCustomer, InvoiceIssuer } from './invoice-parties.tsx';
import {
  hasServices,
  isCreditInvoice,
  isOfExport,
  type Regime,
  regimeOf,
  regimes,
  withoutType,
  withRegime,
  writtenPercent,
} from './invoice-values.ts';
import { type FormField, itemsAt, withValue } from './json-path.ts';
import { type CorrectedInvoice, useOutline } from './use-document.ts';

interface InvoiceFormProps {
  field: FormField;
  text: string;
  taxpayer: ReactNode;
  formQueriesPath: string;
}

/** An invoice, credit note or debit note as fields, with running totals. */
export function InvoiceForm({ field, text, taxpayer, formQueriesPath }: InvoiceFormProps) {
  const t = useTranslations('console.invoiceForm');
  const known = useOutline(`${formQueriesPath}/outline`, text);
  const { document } = field;
  const isForExport = isOfExport(document);
  const others = Object.keys(isObject(document) ? document : {}).filter(
    (name) => !formFields.has(name) && !(name === 'delivery' && isForExport && hasOnlyPermits(document)),
  );
  const noteText = ['notes', 0, 'text'];
  return (
    <Stack gap="xl" className="invoice-form">
      <Section legend={t('sections.document')}>
        <InvoiceHeading field={field} formQueriesPath={formQueriesPath} />
      </Section>
      {field.read(['type']).endsWith('-note') && (
        <Section legend={t('sections.correction')}>
          <InvoiceCorrection field={field} corrected={known.corrected} />
        </Section>
      )}
      <Section legend={t('sections.customer')}>
        <InvoiceCustomer field={field} formQueriesPath={formQueriesPath} status={known.outline?.vatStatus} />
        {taxpayer}
      </Section>
      <Section legend={t('sections.lines')}>
        <InvoiceLines field={field} totals={known.outline?.lines ?? []} />
      </Section>
      {isForExport && (
        <Section legend={t('export.title')}>
          <ExportFields field={field} />
        </Section>
      )}
      <Section legend={t(isForExport ? 'export.adjustments' : 'sections.adjustments')}>
        <InvoiceAdjustments field={field} outlined={known.outline?.adjustments} />
      </Section>
      <Section legend={t('sections.currency')}>
        <InvoiceCurrency field={field} formQueriesPath={formQueriesPath} />
      </Section>
      <Section legend={t('sections.payment')}>
        {isForExport ? <ExportPaymentFields field={field} /> : <PaymentFields field={field} />}
        <Textarea
          label={t('notes')}
          autosize
          minRows={2}
          value={field.read(noteText)}
          error={field.errorAt(noteText)}
          data-place={field.place(noteText)}
          onChange={({ currentTarget: { value } }) => field.put(noteText, value)}
        />
      </Section>
      <InvoiceSums outline={known.outline} />
      {others.length > 0 && <p className="hint">{t('others', { names: others.join(', ') })}</p>}
      <InvoiceSummary outline={known.outline} />
    </Stack>
  );
}

/** Period and due date of services, the account of a credit invoice, and the terms. */
function PaymentFields({ field }: { field: FormField }) {
  const t = useTranslations('console.invoiceForm');
  return (
    <>
      {hasServices(field.document) && (
        <div className="field-row">
          <DayField
            field={field}
            path={['ordering', 'period', 'start']}
            also={[['ordering'], ['ordering', 'period']]}
            label={t('periodStart')}
          />
          <DayField field={field} path={['ordering', 'period', 'end']} label={t('periodEnd')} />
          <DayField
            field={field}
            path={['payment', 'terms', 'due_dates', 0, 'date']}
            also={[['payment'], ['payment', 'terms'], ['payment', 'terms', 'due_dates']]}
            label={t('dueDate')}
          />
        </div>
      )}
      {!field.read(['type']).endsWith('-note') && <CreditInvoiceFields field={field} />}
      <TextField
        field={field}
        path={['payment', 'terms', 'detail']}
        label={t('terms')}
        placeholder={t('termsExample')}
        maxLength={500}
      />
    </>
  );
}

const formFields = new Set([
  ...['$schema', '$regime', '$addons', '$tags', 'type', 'series', 'issue_date', 'currency', 'exchange_rates'],
  ...['preceding', 'tax', 'supplier', 'customer', 'lines', 'discounts', 'charges', 'ordering', 'payment'],
  ...['notes', 'totals'],
]);

const Section = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <Fieldset legend={legend} variant="unstyled" className="form-section">
    <Stack gap="md">{children}</Stack>
  </Fieldset>
);

/** Document types that notes usually correct; others can be set in the JSON. */
const types = [
  ...(['1', '2', '3', '6', '7', '8', '11', '12', '13', '51', '52', '53'] as const),
  ...(['201', '202', '203', '206', '207', '208', '211', '212', '213'] as const),
];
const exportTypes = ['19', '20', '21'] as const;

const at = ['preceding', 0];
const typePath = [...at, 'ext', documentTypeExtension];

interface InvoiceCorrectionProps {
  field: FormField;
  corrected: CorrectedInvoice | undefined;
}

/** The invoice, or the period of the invoices, that a credit or debit note corrects, and the reason. */
function InvoiceCorrection({ field, corrected }: InvoiceCorrectionProps) {
  const t = useTranslations('console.invoiceForm');
  const more = itemsAt(field.document, ['preceding']).length - 1;
  const extent = isForPeriod(field.document) ? 'period' : 'invoice';
  const isForExport = isOfExport(field.document);
  return (
    <>
      {/* A note of an export corrects one document (1820). */}
      {(!isForExport || extent === 'period') && (
        <SegmentedControl
          aria-label={t('corrects')}
          className="form-kinds"
          value={extent}
          onChange={(chosen) => field.change((document) => withCorrected(document, chosen === 'period'))}
          data={(['invoice', 'period'] as const).map((value) => ({
            value,
            label: t(`correctsWhat.${value}`),
          }))}
        />
      )}
      {extent === 'period' ? (
        <div className="field-row">
          <DayField field={field} path={[...at, 'period', 'start']} label={t('correctedFrom')} />
          <DayField field={field} path={[...at, 'period', 'end']} label={t('correctedTo')} />
        </div>
      ) : (
        <CorrectedInvoiceFields field={field} />
      )}
      {!isForExport && isCreditInvoice(field.document) && <CancellationField field={field} />}
      <TextField field={field} path={[...at, 'reason']} label={t('correctionReason')} maxLength={500} />
      {corrected && (
        <p className={corrected.isOver ? 'form-warning' : 'hint'} role="status">
          {t(corrected.isOver ? 'overLeft' : 'left', { title: corrected.title, left: corrected.left })}
        </p>
      )}
      {more > 0 && <p className="hint">{t('moreCorrected', { count: more })}</p>}
    </>
  );
}

const isForPeriod = (document: unknown): boolean =>
  membersOf(itemsAt(document, ['preceding'])[0]).period !== undefined;

/** Switches between the number of an invoice and a period. The reason stays. */
function withCorrected(document: unknown, isPeriod: boolean): unknown {
  const { reason } = membersOf(itemsAt(document, ['preceding'])[0]);
  const corrected = isPeriod ? { period: { start: '', end: '' } } : { code: '' };
  return withValue(document, ['preceding'], [{ ...corrected, ...(reason ? { reason } : {}) }]);
}

function CorrectedInvoiceFields({ field }: { field: FormField }) {
  const t = useTranslations('console.invoiceForm');
  return (
    <div className="field-row">
      <ChoiceField
        field={field}
        path={typePath}
        also={[['preceding'], at]}
        label={t('correctedType')}
        value={field.read(typePath)}
        options={[
          { value: '', label: t('choose') },
          ...(isOfExport(field.document) ? exportTypes : types).map((value) => ({
            value,
            label: t(`correctable.${value}`),
          })),
        ]}
        onChoose={(chosen) => field.put(typePath, chosen)}
      />
      <TextField
        field={field}
        path={[...at, 'series']}
        label={t('pointOfSale')}
        inputMode="numeric"
        maxLength={5}
        required
      />
      <TextField
        field={field}
        path={[...at, 'code']}
        label={t('number')}
        inputMode="numeric"
        maxLength={8}
        required
      />
      <DayField field={field} path={[...at, 'issue_date']} label={t('correctedDate')} />
    </div>
  );
}

const kinds = ['standard', 'credit-note', 'debit-note'] as const;

/** Kind, issuer, point of sale and date. */
function InvoiceHeading({ field, formQueriesPath }: { field: FormField; formQueriesPath: string }) {
  const t = useTranslations('console.invoiceForm');
  const type = field.read(['type']) || 'standard';
  return (
    <>
      <SegmentedControl
        aria-label={t('kind')}
        className="form-kinds"
        value={type}
        onChange={(chosen) => field.change((document) => withType(document, chosen))}
        data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <InvoiceIssuer field={field} formQueriesPath={formQueriesPath} />
      <details className="issuer-paper">
        <summary>{t('issuerPaper')}</summary>
        <p className="hint">{t('issuerPaperHint')}</p>
        <TextField field={field} path={['supplier', 'addresses', 0, 'street']} label={t('issuerStreet')} />
        <PaperFields field={field} at={['supplier']} />
      </details>
      <div className="field-row">
        <PointOfSaleField field={field} formQueriesPath={formQueriesPath} />
        <ChoiceField
          field={field}
          path={['$tags']}
          label={t('regime')}
          value={regimeOf(field.document)}
          options={regimes.map((value) => ({ value, label: t(`regimes.${value}`) }))}
          onChoose={(chosen) => field.change((document) => withRegime(document, chosen as Regime))}
        />
        <DayField
          field={field}
          path={['issue_date']}
          label={t('issueDate')}
          description={t('issueDateHint')}
        />
      </div>
    </>
  );
}

/**
 * Sets the kind of document. A note needs a preceding invoice, an invoice has none. The type code is removed,
 * because it follows from class and kind.
 */
function withType(document: unknown, type: string): unknown {
  const typed = withoutType(withValue(document, ['type'], type === 'standard' ? undefined : type));
  if (type === 'standard') return withValue(typed, ['preceding'], undefined);
  const note = isOfExport(document) ? withoutInvoicePayment(typed) : typed;
  return itemsAt(note, ['preceding']).length > 0 ? note : withValue(note, ['preceding'], [{ code: '' }]);
}

const path = ['series'];

/**
 * A choice among the issuer's points of sale as listed by the authority; a number field if there is no list, and for
 * exports if none is listed for them, since not every registration reads that list.
 */
function PointOfSaleField({ field, formQueriesPath }: { field: FormField; formQueriesPath: string }) {
  const t = useTranslations('console.invoiceForm');
  const cuit = normaliseCuit(field.read(['supplier', 'tax_id', 'code']));
  const [known, setKnown] = useState<{ cuit: string; points: PointsOfSaleAnswer }>();
  const [isAsking, setAsking] = useState(false);
  const address = `${formQueriesPath}/points-of-sale?cuit=${cuit}`;
  useEffect(() => {
    if (!isValidCuit(cuit)) return;
    const leaving = new AbortController();
    void queryInvoiceForm<PointsOfSaleAnswer>(address, leaving.signal).then(
      (points) => points && setKnown({ cuit, points }),
    );
    return () => leaving.abort();
  }, [address, cuit]);
  const ask = async () => {
    setAsking(true);
    const points = await queryInvoiceForm<PointsOfSaleAnswer>(address, undefined, 'POST');
    if (points) setKnown({ cuit, points });
    setAsking(false);
  };
  const points = known?.cuit === cuit ? known.points : undefined;
  const isForExport = isOfExport(field.document);
  const all = points?.kind === 'listed' ? points.list : [];
  const list = all.filter(({ service }) => service === (isForExport ? 'wsfex' : 'wsfe'));
  if (points?.kind !== 'listed' || (isForExport && list.length === 0)) {
    const isListed = all.some(({ number, usable }) => usable && number === Number(field.read(path)));
    const hint = points?.kind === 'any' ? t('anyPoint') : isForExport ? t('export.point') : undefined;
    return (
      <div>
        <TextField
          field={field}
          path={path}
          label={t('pointOfSale')}
          {...(hint ? { description: hint } : {})}
          inputMode="numeric"
          maxLength={5}
          required
        />
        {isListed && <p className="form-warning">{t('export.otherPoint', { number: field.read(path) })}</p>}
      </div>
    );
  }
  const series = field.read(path);
  const chosen = list.find(({ number }) => number === Number(series));
  const usable = list.filter(({ usable }) => usable);
  return (
    <div>
      <ChoiceField
        field={field}
        path={path}
        label={t('pointOfSale')}
        value={chosen ? String(chosen.number) : series}
        options={list.map((point) => ({ value: String(point.number), label: nameOf(point) }))}
        onChoose={(number) => field.write(path, number)}
      />
      {usable.length === 0 && <p className="form-warning">{t('noPoint')}</p>}
      {usable.length > 0 && series !== '' && !chosen?.usable && (
        <p className="form-warning">{t('unusablePoint')}</p>
      )}
      {points.unavailable && <p className="hint">{t('pointsUnavailable')}</p>}
      <Button variant="subtle" size="compact-sm" loading={isAsking} onClick={ask} className="form-aside">
        {t('readPoints')}
      </Button>
    </div>
  );

  function nameOf({ number, system, usable, reason }: DeskPoint): string {
    const name = `${String(number).padStart(5, '0')} · ${system}`;
    return usable || !reason ? name : `${name} · ${t(`points.${reason}`)}`;
  }
}

/** Totals part by part, as a build computes them. */
function InvoiceSums({ outline }: { outline: Outline | undefined }) {
  const t = useTranslations('console.invoiceForm');
  const money = useMoney();
  const locale = useLocale();
  if (!outline) return null;
  const { totals, currency, isComplete, type } = outline;
  const rates = totals.taxes?.categories[0].rates ?? [];
  const parts: [label: string, amount: string][] = [
    [t('sums.lines'), totals.sum],
    ...(totals.discount ? [[t('sums.discount'), `-${totals.discount}`] as [string, string]] : []),
    ...(totals.charge
      ? [[t(isExport(type) ? 'sums.onlyCharge' : 'sums.charge'), totals.charge] as [string, string]]
      : []),
    ...rates.map(({ key, percent, base, amount }): [string, string] =>
      percent
        ? [t('sums.vat', { percent: writtenPercent(percent, locale), base: money(base) }), amount]
        : [t(key === 'exempt' ? 'sums.exempt' : 'sums.outside', { base: money(base) }), amount],
    ),
  ];
  return (
    <section className="invoice-sums" aria-label={t('sums.title')}>
      <dl>
        {parts.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        <div className="invoice-payable">
          <dt>{t('sums.total')}</dt>
          <dd>{money(totals.payable, currency)}</dd>
        </div>
      </dl>
      {totals.tax_included && <p className="hint">{t('sums.included')}</p>}
      {!isComplete && <p className="hint">{t('sums.incomplete')}</p>}
    </section>
  );
}

/** Class, type and total, always visible. */
function InvoiceSummary({ outline }: { outline: Outline | undefined }) {
  const t = useTranslations('console.invoiceForm');
  const money = useMoney();
  return (
    <div className="invoice-summary" role="status" aria-label={t('summary')}>
      {outline ? (
        <>
          <span className="class-letter" aria-hidden="true">
            {outline.type.letter}
          </span>
          <span>
            {t('typeOf', {
              kind: t(`kinds.${outline.type.type}`),
              letter: outline.type.letter,
              code: outline.type.code.padStart(2, '0'),
            })}
          </span>
          <strong className="nowrap">{money(outline.totals.payable, outline.currency)}</strong>
        </>
      ) : (
        <span className="hint">{t('noOutline')}</span>
      )}
    </div>
  );
}
