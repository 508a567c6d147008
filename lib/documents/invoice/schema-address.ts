/** Alone, so that the Console's editor can name it without carrying the rules of an invoice. */
export const invoiceSchema = 'https://gobl.org/draft-0/bill/invoice';
