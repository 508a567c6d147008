'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { afterRecentLogin, consoleAction } from '#console/_action.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { changeToCreditInvoice } from '#lib/invoices/change-document.ts';
import { compareInvoice } from '#lib/invoices/compare-series.ts';
import { needsCreditInvoice } from '#lib/invoices/credit-registry.ts';
import {
  InvoiceMailRequest,
  InvoiceMailSettings,
  mailInvoice,
  setInvoiceMailSettings,
} from '#lib/invoices/invoice-mail.ts';
import { DefaultPointOfSale, setDefaultPointOfSale } from '#lib/invoices/points-of-sale.ts';
import { eraseSupplier } from '#lib/privacy/erase-supplier.ts';
import { checkPointsOfSale } from '#lib/registrations/check-points-of-sale.ts';
import { requestLogin } from '#lib/registrations/prove.ts';
import { archiveEntry, restoreEntry } from '#lib/silo/entries.ts';
import { StateInput, setState } from '#lib/silo/states.ts';
import { allowArgument, createJob } from '#lib/workflows/jobs.ts';
import { comparisonTexts } from './comparison-texts.ts';

const id = z.uuid().toLowerCase();

/**
 * The client chooses `jobId`, so that a repeated request starts only one job. `allow`: the fault that the user was
 * warned of (`RunFacts`).
 */
const Run = z.strictObject({
  id,
  workflowId: id,
  jobId: id,
  allow: z.enum(['credit-exceeds-invoice', needsCreditInvoice]).optional(),
});

export const runWorkflow = consoleAction(Run, async ({ ctx }, { id: entryId, workflowId, jobId, allow }) => {
  const args = allow ? { [allowArgument]: allow } : {};
  const job = await createJob(ctx, { workflowId, entryId, args }, jobId);
  return { jobId: job.id };
});

export const changeState = consoleAction(StateInput.extend({ id }), async ({ ctx }, { id, ...state }) => {
  await setState(ctx, id, state);
  refresh();
});

export const archive = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await archiveEntry(ctx, id);
  refresh();
});

export const changeInvoiceToCredit = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await changeToCreditInvoice(ctx, id);
  refresh();
});

export const restore = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await restoreEntry(ctx, id);
  refresh();
});

export const erase = consoleAction(
  z.strictObject({ id, confirm: z.string().max(600) }),
  afterRecentLogin(async ({ ctx }, { id, confirm }) => {
    await eraseSupplier(ctx, id, confirm);
  }),
);

/** The client chooses `requestId`, so that a repeated request sends only one mail. */
export const mail = consoleAction(
  InvoiceMailRequest.required().extend({ id, requestId: id }),
  async ({ ctx }, { id: entryId, ...request }) => {
    await mailInvoice(ctx, entryId, request);
    refresh();
  },
);

export const setInvoiceMail = consoleAction(
  InvoiceMailSettings.extend({ id }),
  async ({ ctx }, { id: supplierId, ...settings }) => {
    await setInvoiceMailSettings(ctx, supplierId, settings);
    refresh();
  },
);

export const compareWithArca = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await limit('proof', `${ctx.workspace.id}/${id}`);
  return comparisonTexts(await compareInvoice(ctx, id));
});

export const setDefaultPoint = consoleAction(
  DefaultPointOfSale.extend({ id }),
  async ({ ctx }, { id: supplierId, number }) => {
    await setDefaultPointOfSale(ctx, supplierId, { number });
    refresh();
  },
);

/** Logs in with the supplier's certificate now, instead of at the next try. */
export const tryLogin = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await limit('proof', `${ctx.workspace.id}/${id}`);
  await requestLogin(ctx, id);
  refresh();
});

/** Also refreshes if the authority does not respond, because the page then shows that. */
export const checkPoints = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await limit('proof', id);
  try {
    await checkPointsOfSale(ctx, id);
  } finally {
    refresh();
  }
});
