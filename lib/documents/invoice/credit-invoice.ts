import { itemsOf, membersOf, textOf } from '#lib/documents/json.ts';
import { buenosAiresDay } from '#lib/time.ts';
import { cutText } from '../cut-text.ts';
import type { Document } from '../envelope.ts';
import { arcaRule, type Broken, broken } from './broken-rule.ts';
import type { Classified } from './classification.ts';
import type { Options } from './complete.ts';
import { isCountryCuit } from './countries.ts';
import { identityOf, uncategorised } from './customer.ts';
import { documentType } from './document-types.ts';
import {
  accountAliasExtension,
  cancellationExtension,
  documentTypeExtension,
  isTaxCharge,
  transferSystemExtension,
} from './extensions.ts';
import type { InvoiceInput } from './schema.ts';

/** Tag that requests a credit invoice (FCE) of the class that the document would have anyway. */
export const creditInvoiceTag = 'fce';

/** Invoices and receipts in place of which a credit invoice may be required (10192). */
export const ordinaryInvoiceTypes: readonly string[] = ['1', '4', '6', '9', '11', '15'];

/** Ways to transfer the claim: the open circulation system, or an agent of collective deposit. */
export const transferSystems = ['SCA', 'ADC'] as const;

type Paid = Pick<InvoiceInput, 'payment'>;

/** Account on which a credit invoice is paid, and how it may be transferred; absent members are missing. */
export function accountOf({ payment }: Paid) {
  const { credit_transfer: [transfer] = [], ext } = payment?.instructions ?? {};
  return {
    cbu: transfer?.number?.replace(/[\s-]/g, ''),
    alias: ext?.[accountAliasExtension],
    system: ext?.[transferSystemExtension],
  };
}

/** Settings of a supplier for its credit invoices, in the `meta` of its document. */
export const accountSettings = {
  cbu: 'ar-arca-cbu',
  alias: accountAliasExtension,
  system: transferSystemExtension,
} as const;

/** Whether the document of a supplier has an account for credit invoices. */
export const hasCreditAccount = ({ meta }: Document): boolean =>
  textOf(membersOf(meta)[accountSettings.cbu]) !== '';

/** Whether a document as sent is a credit invoice that states no account, so that the supplier's is used. */
export function lacksAccount(doc: Document): boolean {
  const tags = itemsOf(doc.$tags);
  const code = membersOf(membersOf(doc.tax).ext)[documentTypeExtension];
  const isCreditInvoice =
    tags.includes(creditInvoiceTag) || documentType(textOf(code))?.isCreditInvoice === true;
  const isInvoice = doc.type === undefined || doc.type === 'standard';
  return isCreditInvoice && isInvoice && membersOf(doc.payment).instructions === undefined;
}

/** Adds the account of the supplier's settings; unchanged if they have no CBU. */
export function withAccount(doc: Document, settings: Record<string, unknown>): Document {
  const cbu = textOf(settings[accountSettings.cbu]);
  if (!cbu) return doc;
  const ext = [accountSettings.alias, accountSettings.system].flatMap((name) => {
    const value = textOf(settings[name]);
    return value ? [[name, value] as const] : [];
  });
  const instructions = {
    key: 'credit-transfer',
    credit_transfer: [{ number: cbu }],
    ext: Object.fromEntries(ext),
  };
  return { ...doc, payment: { ...membersOf(doc.payment), instructions } };
}

const bankWeights = [7, 1, 3, 9, 7, 1, 3];
const accountWeights = [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3];

/** Whether a CBU has 22 digits with their two check digits: of bank and branch (8), and of the account (14). */
export const isValidCbu = (cbu: string): boolean =>
  /^\d{22}$/.test(cbu) &&
  hasCheckDigit(cbu.slice(0, 8), bankWeights) &&
  hasCheckDigit(cbu.slice(8), accountWeights);

function hasCheckDigit(digits: string, weights: readonly number[]): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}

/** Whether the document is a credit invoice, or a note of one, by its tag, its type or what it corrects. */
export function asksForCreditInvoice({
  $tags = [],
  preceding = [],
}: Pick<InvoiceInput, '$tags' | 'preceding'>) {
  const [corrected] = preceding;
  return (
    $tags.includes(creditInvoiceTag) ||
    documentType(corrected?.ext?.[documentTypeExtension] ?? '')?.isCreditInvoice === true
  );
}

type Rule = (classified: Classified, options: Pick<Options, 'now' | 'isForSending'>) => Broken[];

/** What a credit invoice (FCE MiPyME) needs beyond an ordinary one (docs/authority.md#credit-invoices). */
export const creditInvoiceRules: Rule = (classified, options) => {
  const { documentType, invoice } = classified;
  if (!documentType.isCreditInvoice) return [];
  return [
    ...receiverRules(classified),
    ...(invoice.type === 'standard'
      ? [...accountRules(invoice), ...dueDateRules(classified, options)]
      : noteRules(classified)),
    ...(invoice.charges ?? []).flatMap((charge, index) =>
      isTaxCharge(charge) && charge.reason === undefined
        ? [broken(arcaRule(10042), ['charges', index, 'reason'], 'is required in a credit invoice')]
        : [],
    ),
  ];
};

/** 10015 and 10178: the receiver is a company with a CUIT. */
function receiverRules({ invoice: { customer } }: Classified): Broken[] {
  const { type, number } = identityOf(customer);
  const isCompany = number !== uncategorised && !isCountryCuit(number);
  if (type === '80' && customer?.tax_id?.country === 'AR' && isCompany) return [];
  const path = ['customer', 'tax_id'];
  return [broken(arcaRule(10015), path, 'must be a CUIT in a credit invoice', { why: 'credit-invoice' })];
}

/** Shape of the alias of a CBU (10166). */
export const aliasShape = /^[A-Za-z0-9.-]{6,20}$/;

function accountRules(invoice: Paid): Broken[] {
  const { cbu, alias, system } = accountOf(invoice);
  const at = ['payment', 'instructions'];
  const cbuPath = [...at, 'credit_transfer', 0, 'number'];
  const systemPath = [...at, 'ext', transferSystemExtension];
  return [
    ...(cbu === undefined
      ? [broken(arcaRule(10168), cbuPath, 'is required in a credit invoice: the CBU on which it is paid')]
      : isValidCbu(cbu)
        ? []
        : [broken(arcaRule(10165), cbuPath, 'must be a CBU: 22 digits with their check digits')]),
    ...(alias === undefined || aliasShape.test(alias)
      ? []
      : [
          broken(
            arcaRule(10166),
            [...at, 'ext', accountAliasExtension],
            'must be an alias of 6 to 20 letters, digits, points or hyphens',
          ),
        ]),
    ...(system === undefined
      ? [
          broken(
            arcaRule(10216),
            systemPath,
            `is required in a credit invoice: ${transferSystems.join(' or ')}`,
          ),
        ]
      : transferSystems.some((known) => known === system)
        ? []
        : [broken(arcaRule(10215), systemPath, `must be ${transferSystems.join(' or ')}`)]),
  ];
}

/** 10163 and 10164: a due date is required, neither before the issue date nor before the day of sending. */
function dueDateRules(
  { invoice: { payment, issue_date: issued } }: Classified,
  { now, isForSending }: Pick<Options, 'now' | 'isForSending'>,
): Broken[] {
  const path = ['payment', 'terms', 'due_dates'];
  const dates = payment?.terms?.due_dates ?? [];
  if (dates.length === 0) {
    return [broken(arcaRule(10163), path, 'is required in a credit invoice: the day on which it is due')];
  }
  const today = buenosAiresDay(now);
  const first = isForSending && today > issued ? today : issued;
  return dates.flatMap(({ date }, index) =>
    date < first
      ? [broken(arcaRule(10164), [...path, index, 'date'], `must not be before ${first}`, { date: first })]
      : [],
  );
}

/**
 * A note names one document of the same class, with its date. One that cancels a document that the receiver has
 * rejected says so, and corrects a note of the other kind or the invoice; any other corrects the invoice.
 */
function noteRules({ invoice, documentType: { type, corrects } }: Classified): Broken[] {
  const { preceding = [], tax, payment, issue_date: issued } = invoice;
  const [corrected, second] = preceding;
  const cancellation = tax?.ext?.[cancellationExtension] ?? 'N';
  const path = ['tax', 'ext', cancellationExtension];
  if (cancellation !== 'S' && cancellation !== 'N') {
    return [broken(arcaRule(10167), path, 'must be S or N')];
  }
  const isCancelling = cancellation === 'S';
  if (!isCancelling && payment?.terms?.due_dates?.length) {
    const duePath = ['payment', 'terms', 'due_dates'];
    return [broken(arcaRule(10175), duePath, 'must be left out in a note of a credit invoice')];
  }
  if (!corrected) return [];
  if (corrected.code === undefined) {
    return [
      broken(arcaRule(10196), ['preceding', 0, 'period'], 'must be left out in a note of a credit invoice'),
    ];
  }
  if (second) {
    const message = 'must be left out: a note of a credit invoice corrects one document';
    return [broken(arcaRule(10156), ['preceding', 1], message)];
  }
  const [invoiceType = '', debitType = '', creditType = ''] = corrects;
  const cancellable = type === 'debit-note' ? [creditType] : [invoiceType, debitType];
  const allowed = isCancelling ? cancellable : [invoiceType];
  const correctedType = corrected.ext?.[documentTypeExtension];
  if (correctedType !== undefined && corrects.includes(correctedType) && !allowed.includes(correctedType)) {
    const typePath = ['preceding', 0, 'ext', documentTypeExtension];
    const rule = arcaRule(isCancelling ? 10183 : 10157);
    return [broken(rule, typePath, `must be ${allowed.join(' or ')}`, { types: allowed })];
  }
  const datePath = ['preceding', 0, 'issue_date'];
  if (corrected.issue_date === undefined) {
    return [broken(arcaRule(10158), datePath, 'is required in a note of a credit invoice')];
  }
  if (corrected.issue_date <= issued) return [];
  return [broken(arcaRule(10159), datePath, 'must not be after the date of this note')];
}

/** Optional data of the request, by the authority's code (FEParamGetTiposOpcional). */
export function optionalDataOf(invoice: Paid & Pick<InvoiceInput, 'type' | 'tax' | 'ordering'>) {
  const { type, tax, ordering } = invoice;
  const found = documentType(tax?.ext?.[documentTypeExtension] ?? '');
  if (!found?.isCreditInvoice) return [];
  if (type !== 'standard') return [{ Id: '22', Valor: tax?.ext?.[cancellationExtension] ?? 'N' }];
  const { cbu = '', alias, system = '' } = accountOf(invoice);
  const reference = cutText(ordering?.code?.trim() ?? '', 50);
  return [
    { Id: '2101', Valor: cbu },
    ...(alias ? [{ Id: '2102', Valor: alias }] : []),
    { Id: '27', Valor: system },
    ...(reference ? [{ Id: '23', Valor: reference }] : []),
  ];
}
