import { renderInvoicePdf } from '#lib/invoices/pdf/render.ts';
import type { Json } from '#tests/support/invoices.ts';
import { issue } from '#tests/support/issued.ts';
import { readPdf } from '#tests/support/read-pdf.ts';

export const pagesOf = async (data: unknown, environment: 'sandbox' | 'live' = 'live') =>
  readPdf(await renderInvoicePdf(issue(data), environment), { qr: 'skip' });
/** Of the original, which comes first. */
export const textOf = async (data: unknown) => (await pagesOf(data))[0]?.text ?? '';

export const baker: Json = {
  name: 'Panadería Ñandú & Cía. S.A.',
  tax_id: { country: 'AR', code: '30123456781' },
  addresses: [
    { street: 'Av. Corrientes', num: '1234', locality: 'Córdoba', code: 'X5000', region: 'Córdoba' },
  ],
  identities: [{ type: 'IIBB', code: '901-123456-7' }],
  registration: { other: 'Inicio de actividades: 2010-03-01' },
};
