import { fetchMonthArchive } from '#lib/invoices/month-archive.ts';
import { monthFile } from '../month-query.ts';

export const GET = monthFile(fetchMonthArchive);
