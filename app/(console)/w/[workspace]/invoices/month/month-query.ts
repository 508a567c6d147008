import 'server-only';
import { exportRoute } from '#console/_list-file.ts';
import { requireMember } from '#console/_session.ts';
import { paramsOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { aCuit, readTyped } from '#console/_ui/typed-filters.ts';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { type Download, downloadOf } from '#lib/http/download.ts';
import { Month, type MonthQuery } from '#lib/invoices/sales-month.ts';
import { noteExport } from '#lib/reports/activity.ts';
import { buenosAiresDay } from '#lib/time.ts';

const filters = {
  month: { read: (text: string) => Month.safeParse(text).data, fault: 'choice' },
  issuer: aCuit,
} as const;

export const readMonthParams = (params: SearchParams) => readTyped(params, filters);

interface Route {
  params: Promise<{ workspace: string }>;
}

/** A route that answers with a file of the month and company in its address. */
export const monthFile = (make: (ctx: Context, query: MonthQuery) => Download | Promise<Download>) =>
  exportRoute(async (request, { params }: Route) => {
    const { ctx } = await requireMember((await params).workspace, 'invoices:read');
    const { month, issuer } = readMonthParams(paramsOf(request)).values;
    if (!month || !issuer) return new Response(null, { status: 400 });
    try {
      const file = await make(ctx, { month, issuer });
      await noteExport(ctx, 'invoices');
      return downloadOf(file);
    } catch (error) {
      if (error instanceof AltaError && error.key === 'not-found') return new Response(null, { status: 404 });
      throw error;
    }
  });

/** The month that bookkeeping is about: the last one until the 15th, then the current one. */
export function usualMonth(now = new Date()): string {
  const today = buenosAiresDay(now);
  return Number(today.slice(8)) > 15 ? today.slice(0, 7) : monthBefore(today.slice(0, 7));
}

export const monthBefore = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
};
