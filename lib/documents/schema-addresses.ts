/** Separate from the schemas, so that pages can use the addresses without loading an invoice's rules. */
export const partySchema = 'https://gobl.org/draft-0/org/party';
export const invoiceSchema = 'https://gobl.org/draft-0/bill/invoice';
