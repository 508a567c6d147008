export { type Alta, createAlta } from './alta.ts';
export { type AltaOptions, type CallOptions, createClient } from './client.ts';
export { AltaError, type AltaErrorKey } from './error.ts';
export type { Client } from './generated/client/index.ts';
export type * from './generated/types.gen.ts';
export {
  type InvoiceProgress,
  type InvoiceToIssue,
  type IssuedInvoice,
  issueInvoice,
} from './issue-invoice.ts';
export type { Page, Paged } from './page.ts';
export type { Patience } from './poll.ts';
export {
  type RegistrationProgress,
  registerSupplier,
  type SupplierOnTheWay,
  type SupplierToRegister,
} from './register-supplier.ts';
export {
  type StepMessage,
  verify,
  verifyReturn,
  type WebhookEvent,
} from './webhook.ts';
