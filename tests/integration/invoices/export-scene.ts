import { wsfex } from '#lib/arca/services.ts';
import type { Context } from '#lib/context.ts';
import type { ExportRequest } from '#lib/documents/invoice/export-request.ts';
import { accessFor } from '#lib/invoices/change-document.ts';
import { sendSeries } from '#lib/invoices/send-series.ts';
import { buenosAiresDay, dayMs } from '#lib/time.ts';
import { authoriseOne } from '#tests/support/authorise-one.ts';
import { supplierOf } from '#tests/support/certified.ts';
import { exported, exportedServices, type Json } from '#tests/support/invoices.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import type { FaultPlan, RunningSimulator } from '#tests/support/simulator.ts';
import { begun } from './scene.ts';

export const exportInvoice = 19;
const exportPoint = 5;

/** The simulator's rate of the working day before, which an invoice for services must have. */
const officialRates = [{ from: 'USD', to: 'ARS', amount: '1450' }];

/** The issuer is added by `issuer.write`. */
const withoutSupplier = ({ supplier: _, ...document }: Json): Json => document;
export const goodsAbroad = (more: Json = {}): Json =>
  withoutSupplier(exported({ exchange_rates: officialRates, ...more }));
export const servicesAbroad = (more: Json = {}): Json => {
  const date = buenosAiresDay(new Date(Date.now() + 20 * dayMs));
  const payment = { terms: { detail: 'Transferencia', due_dates: [{ date }] } };
  return withoutSupplier(exportedServices({ exchange_rates: officialRates, payment, ...more }));
};

/** A registered supplier whose certificate is authorized for exports too. */
export async function newExporter(simulator: RunningSimulator, cuit?: string, within?: Context) {
  const issuer = await newIssuer(simulator, cuit, within);
  await authoriseExports(simulator, issuer);
  return issuer;
}

export type Exporter = Awaited<ReturnType<typeof newIssuer>>;

export async function authoriseExports(simulator: RunningSimulator, { ctx, supplierId, cuit }: Exporter) {
  const { holder } = await supplierOf(ctx, simulator, supplierId, cuit);
  await simulator.authorise('sandbox', { ...holder, represented_cuit: cuit, service: 'wsfex' });
}

export const exportSeries = ({ cuit }: { cuit: string }, documentType = exportInvoice) => ({
  environment: 'sandbox' as const,
  cuit,
  pointOfSale: exportPoint,
  documentType,
});

/** Sends what waits, as a worker would so many seconds after these tests began. */
export const sendExportsAt = (issuer: { cuit: string }, seconds: number, documentType = exportInvoice) =>
  sendSeries(exportSeries(issuer, documentType), () => new Date(begun.getTime() + seconds * 1_000));

export const wsfexFault = (kind: FaultPlan['kind'], operation = 'FEXAuthorize', count = 1): FaultPlan => ({
  environment: 'sandbox',
  target: 'wsfex',
  kind,
  operation,
  count,
});

/**
 * Other software of the company, which calls the simulator and not the network of the tests. The returned function
 * authorizes a request under a number.
 */
export async function otherSoftware(simulator: RunningSimulator, { ctx, cuit }: Exporter) {
  const access = await accessFor(ctx, wsfex, cuit, new Date());
  if (access.kind !== 'granted') throw new Error('no access');
  const caller = { ...access.caller, endpoint: `${simulator.url}/sandbox${wsfex.path}` };
  return async (request: ExportRequest, number: number) => {
    const { kind } = await authoriseOne(caller, request, number);
    if (kind !== 'authorised') throw new Error(`the authority answered other software with ${kind}`);
  };
}
