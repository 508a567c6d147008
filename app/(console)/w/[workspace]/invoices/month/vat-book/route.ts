import { vatBookOf } from '#lib/invoices/vat-book-file.ts';
import { monthFile } from '../month-query.ts';

export const GET = monthFile(vatBookOf);
