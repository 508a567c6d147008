import type { RejectionReason } from '#lib/certificates/rejection.ts';
import type errorTexts from '#messages/errors.en.json';
import type es from '#messages/faults.es.json';

/** Values for the text of a fault, such as numbers, dates or a tax code. `own` is the authority's original message. */
export type FaultParams = Record<string, string | number | (string | number)[]>;

/** A code that has a text: a key of messages/faults.*.json, or any code of the authority (`ARCA-E…`: of WSFEX). */
export type MessageCode = keyof typeof es | `ARCA-${number}` | `ARCA-E${number}`;

/** Codes of a field that breaks a rule of its schema. Their meanings are in messages/errors.*.json. */
export type FieldCode = keyof typeof errorTexts.fields;

/** Codes of a workflow's definition: its faults and warnings. */
export type DefinitionCode = keyof typeof errorTexts.definitions;

/** Codes of a row of a batch. */
type RowCode = keyof typeof errorTexts.rows;

/**
 * Every code that a fault can have. A new code compiles only once it has a text in messages/faults.*.json or a
 * meaning in messages/errors.*.json, from which docs/errors.md is generated.
 */
export type FaultCode = MessageCode | FieldCode | DefinitionCode | RowCode | ErrorCode | ErrorKey;

/** A fault in a request. Jobs, entries and problem bodies contain lists of faults. */
export interface Fault {
  provider?: string;
  code: FaultCode;
  message: string;
  params?: FaultParams;
  /** JSON paths into the document, such as `$.tax_id.code`; `$query.limit`, `$path.id` or `$header.Idempotency-Key`. */
  paths?: string[];
}

/** Kinds of errors that verbs throw. Only lib/http/problem.ts maps them to HTTP. */
export type ErrorKey =
  | 'input'
  | 'unauthorised'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'conflict'
  | 'gone'
  | 'too-large'
  | 'address-too-long'
  | 'unsupported-media-type'
  | 'misdirected'
  | 'validation'
  | 'rate-limited'
  | 'internal'
  | 'unavailable';

/** API codes that are more specific than `ErrorKey`. messages/errors.*.json has their causes and remedies. */
export type ApiErrorCode =
  | RejectionReason
  | 'address-not-allowed'
  | 'already-issued'
  | 'app-not-connected'
  | 'awaiting-certificate'
  | 'being-issued'
  | 'changed-meanwhile'
  | 'completed'
  | 'delegate-not-authorised'
  | 'document-archived'
  | 'file-private'
  | 'idempotency-key-reused'
  | 'id-taken'
  | 'intent-mismatch'
  | 'is-delegate'
  | 'key-destroyed'
  | 'key-taken'
  | 'link-expired'
  | 'link-revoked'
  | 'name-taken'
  | 'no-address'
  | 'no-default-workflow'
  | 'no-delegate'
  | 'no-pdf'
  | 'no-registration'
  | 'not-a-supplier'
  | 'not-by-delegation'
  | 'not-claimed'
  | 'not-registered'
  | 'not-simulated'
  | 'registered-cuit'
  | 'revoked'
  | 'scope-missing'
  | 'still-running'
  | 'nothing-to-retry'
  | 'not-skippable'
  | 'taxpayer-unknown'
  | 'endpoint-disabled'
  | 'entry-closed'
  | 'entry-erased'
  | 'not-confirmed'
  | 'not-offered'
  | 'over-quota'
  | 'too-many-endpoints'
  | 'too-many-files'
  | 'too-many-helpers'
  | 'too-many-mails'
  | 'last-secret'
  | 'too-many-secrets'
  | 'under-way'
  | 'workflow-archived'
  | 'workflow-disabled'
  | 'workflow-in-use'
  | 'workspace-moved'
  | 'workspace-moving';

/** Codes that occur only in the Console's forms; their texts are in messages/console. */
type ConsoleErrorCode =
  | 'already-member'
  | 'confirm-by-code'
  | 'confirm-by-passkey'
  | 'confirm-by-password'
  | 'email-taken'
  | 'foreign-form'
  | 'invitation-gone'
  | 'reset-gone'
  | 'last-owner'
  | 'not-a-sandbox'
  | 'login-gone'
  | `oidc-${'away' | 'failed' | 'gone' | 'refused' | 'taken' | 'unlinked'}`
  | `second-factor-${'first' | 'gone' | 'needed'}`
  | 'role-lacks'
  | 'setup-done'
  | 'signed-out'
  | 'too-many-passkeys'
  | 'too-many-views'
  | `password-${'too-short' | 'too-long' | 'common' | 'personal'}`
  | 'wrong-code'
  | 'wrong-login-code'
  | 'wrong-credentials'
  | 'wrong-passkey'
  | 'wrong-password';

export type ErrorCode = ApiErrorCode | ConsoleErrorCode;

export class AltaError extends Error {
  readonly key: ErrorKey;
  /** More specific than `key`, such as the reason for rejecting a certificate. Stable for API clients. */
  readonly code: ErrorCode | undefined;
  /** Messages by dotted path into the input. */
  readonly fields: Record<string, string>;
  /** For `validation`, problem.ts derives them from `fields` if there are none. */
  readonly faults: Fault[];
  /** Code of the derived faults. */
  readonly fieldCode: FieldCode | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    key: ErrorKey,
    message: string,
    more: {
      code?: ErrorCode | undefined;
      fields?: Record<string, string>;
      fieldCode?: FieldCode | undefined;
      faults?: Fault[];
      retryAfterSeconds?: number | undefined;
    } = {},
  ) {
    super(message);
    this.name = 'AltaError';
    this.key = key;
    this.code = more.code;
    this.fields = more.fields ?? {};
    this.faults = more.faults ?? [];
    this.fieldCode = more.fieldCode;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export const notFound = (what: string) => new AltaError('not-found', `${what} was not found.`);
