'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { isValidCuit } from '#lib/documents/cuit.ts';
import { deleteMonthArchive, startMonthArchive } from '#lib/invoices/month-archive.ts';
import { Month } from '#lib/invoices/sales-month.ts';

const OfMonth = z.strictObject({ month: Month, issuer: z.string().refine(isValidCuit) });

export const startArchive = consoleAction(OfMonth, async ({ ctx }, query) => {
  await startMonthArchive(ctx, query);
  refresh();
});

export const cancelArchive = consoleAction(OfMonth, async ({ ctx }, query) => {
  await deleteMonthArchive(ctx, query);
  refresh();
});
