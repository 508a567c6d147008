/** Apart from the checks, so that a page can name them without carrying the rules of an invoice. */
export const partySchema = 'https://gobl.org/draft-0/org/party';
export const invoiceSchema = 'https://gobl.org/draft-0/bill/invoice';
