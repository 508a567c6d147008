import type { Rejection } from '#lib/certificates/rejection.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { formatDay, formatDayAndTime } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';

const absent = 'none';

function dated(iso: string | undefined, format: (date: Date) => string): string {
  const date = new Date(iso ?? '');
  return Number.isNaN(date.getTime()) ? absent : format(date);
}

/** What the message of a rejection may quote, in the form in which a person reads it. */
export function rejectionValues({ detail }: Rejection, registration: Registration): Record<string, string> {
  const { supplier, request, environment, accountHolder } = registration;
  return {
    environment,
    name: supplier.name,
    holder: accountHolder.name,
    alias: request.alias,
    // A choice of a message can not have a hyphen in its name.
    fileType: detail.fileType?.replace('-', '') ?? 'other',
    cuit: detail.cuit ? formatCuit(detail.cuit) : absent,
    expectedCuit: formatCuit(supplier.cuit),
    notAfter: dated(detail.notAfter, formatDay),
    notBefore: dated(detail.notBefore, formatDayAndTime),
  };
}
