import { markOf } from './assumed.ts';
import { type Customer, vatStatusExtension } from './customer.ts';

/** What the taxpayers' register says of somebody's VAT, as the code of a document. */
export const statusOfRegister = { registered: '1', monotributo: '6', exempt: '4' } as const;
type Status = keyof typeof statusOfRegister;

/** A status that the register gave: kept in the document with whom it is of, what said so, and when it was read. */
export interface RegisterStatus {
  code: string;
  /** CUIT: of another customer it says nothing. */
  of: string;
  evidence: string;
  /** ISO instant. */
  readAt: string;
}

/** In the customer's `meta`: GOBL gives what is no field of a party that place. */
const marks: Record<keyof RegisterStatus, string> = {
  code: `register-${vatStatusExtension}`,
  of: 'register-tax-code',
  evidence: 'register-evidence',
  readAt: 'register-read-at',
};

/** What the document has of the register, also where it has become another customer's since. */
function markIn(customer: Customer | undefined): RegisterStatus | undefined {
  const {
    [marks.code]: code,
    [marks.of]: of,
    [marks.evidence]: evidence,
    [marks.readAt]: readAt,
  } = customer?.meta ?? {};
  if (!code || code !== customer?.ext?.[vatStatusExtension] || !of || !evidence || !readAt) return undefined;
  return { code, of, evidence, readAt };
}

/** The status that the document goes by, if it is the register's: nobody wrote over it, and it is of this customer. */
export function registerStatusOf(customer: Customer | undefined): RegisterStatus | undefined {
  const mark = markIn(customer);
  return mark?.of === customer?.tax_id?.code ? mark : undefined;
}

/** The customer as the register has them, ready to be built: class and codes follow. */
export function withRegisterStatus(customer: Customer, status: RegisterStatus): Customer {
  const { [markOf(vatStatusExtension)]: _, ...others } = customer.meta ?? {};
  const kept = Object.entries(status).map(([name, value]) => [marks[name as keyof RegisterStatus], value]);
  return {
    ...customer,
    ext: { ...customer.ext, [vatStatusExtension]: status.code },
    meta: { ...others, ...Object.fromEntries(kept) },
  };
}

/** Without what the register said of another customer, and of a code that was written over; nor that code itself. */
export function withoutStaleMarks(customer: Customer): Customer {
  if (registerStatusOf(customer)) return customer;
  const names = Object.values(marks);
  const meta = Object.entries(customer.meta ?? {}).filter(([name]) => !names.includes(name));
  const { [vatStatusExtension]: _, ...others } = customer.ext ?? {};
  return {
    ...customer,
    ...(markIn(customer) ? { ext: others } : {}),
    meta: meta.length > 0 ? Object.fromEntries(meta) : undefined,
  };
}

/** Ley 19640 is of a place, which the register's taxes do not tell; who is exempt may be out of its scope for a sale. */
const agreeing: Record<Status, readonly string[]> = {
  registered: ['1', '10'],
  monotributo: ['6', '13', '16', '10'],
  exempt: ['4', '15', '10'],
};
const finalConsumer = '5';

/** Whether a status that was given is another than the register's. A person may buy for themselves whatever they are. */
export const contradicts = (given: string, status: Status, kind: 'person' | 'company'): boolean =>
  !agreeing[status].includes(given) && !(given === finalConsumer && kind === 'person');
