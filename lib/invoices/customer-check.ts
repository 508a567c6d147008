import { isYounger } from '#lib/age.ts';
import type { Context } from '#lib/context.ts';
import { isValidCuit } from '#lib/documents/cuit.ts';
import { isAssumed } from '#lib/documents/invoice/assumed.ts';
import {
  isClassAStatus,
  uncategorised,
  vatStatusExtension,
  vatStatusOf,
} from '#lib/documents/invoice/customer.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import {
  contradicts,
  type RegisterStatus,
  registerStatusOf,
  statusOfRegister,
} from '#lib/documents/invoice/register-status.ts';
import type { CodedMessage, StoredFault } from '#lib/faults/fault.ts';
import type { KnownTaxpayer } from '../taxpayers/find.ts';
import { taxpayerInPassing } from '../taxpayers/in-passing.ts';
import { refusal } from './issuer.ts';

/** What the register says of an invoice's customer. Where it says nothing, nothing changes. */
export interface CustomerCheck {
  /** To go by, where nobody has given one. */
  status?: RegisterStatus;
  /** The one that was given is another than the register's. */
  fault?: StoredFault;
  /** For who looks after the invoice, which goes all the same. */
  remark?: CodedMessage;
}

/** A status changes from one day to the next: nobody is refused for what was read longer ago. */
const refusableMs = 3_600_000;

/**
 * Within a few seconds. A note goes by what it corrects: its class does not change with its customer's status, and it
 * is not refused for it.
 */
export async function checkCustomer(
  ctx: Context,
  { customer, type }: Pick<Invoice, 'customer' | 'type'>,
  now: Date,
): Promise<CustomerCheck> {
  const cuit = customer?.tax_id?.country === 'AR' ? customer.tax_id.code : undefined;
  if (!cuit || cuit === uncategorised || !isValidCuit(cuit)) return {};
  const taxpayer = await taxpayerInPassing(ctx, cuit, { now });
  if (!taxpayer) return {};
  const remark = remarkOn(taxpayer);
  const isNote = type !== 'standard';
  const given = givenStatus(customer);
  if (given === undefined) {
    const status = statusOf(taxpayer);
    const isOtherClass = isClassAStatus(status?.code ?? '') !== isClassAStatus(vatStatusOf(customer));
    return { ...remark, ...(status && !(isNote && isOtherClass) ? { status } : {}) };
  }
  if (isNote || !isContradicted(given, taxpayer)) return remark;
  const reread = await taxpayerInPassing(ctx, cuit, { now, notOlderThanMs: refusableMs });
  const isRecent = reread && isYounger(reread.readAt, refusableMs, now);
  return isRecent && isContradicted(given, reread) ? { fault: contradicted(given, reread) } : remark;
}

const givenStatus = (customer: Invoice['customer']): string | undefined =>
  isAssumed(customer, vatStatusExtension) || registerStatusOf(customer)
    ? undefined
    : customer?.ext?.[vatStatusExtension];

const isContradicted = (given: string, { vat, kind }: KnownTaxpayer): boolean =>
  vat !== undefined && contradicts(given, vat.status, kind);

const statusOf = ({ cuit, vat, readAt }: KnownTaxpayer): RegisterStatus | undefined =>
  vat && {
    code: statusOfRegister[vat.status],
    of: cuit,
    evidence: vat.evidence,
    readAt: readAt.toISOString(),
  };

const contradicted = (given: string, { cuit, vat, readAt }: KnownTaxpayer): StoredFault =>
  refusal(
    {
      code: 'customer-status-contradicted',
      params: {
        given,
        ...(vat ? { why: vat.status, evidence: vat.evidence } : {}),
        cuit,
        date: readAt.toISOString().slice(0, 10),
      },
    },
    `$.customer.ext.${vatStatusExtension}`,
  );

const remarkOn = ({ cuit, state, readAt }: KnownTaxpayer): Pick<CustomerCheck, 'remark'> =>
  state === 'inactive'
    ? {
        remark: { code: 'customer-inactive', params: { cuit, date: readAt.toISOString().slice(0, 10) } },
      }
    : {};
