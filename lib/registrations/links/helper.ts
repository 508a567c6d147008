import { z } from 'zod';
import { isSingleLine } from '#lib/documents/validation.ts';

const Email = z.string().trim().max(254, 'email-invalid').pipe(z.email('email-invalid'));

/**
 * A number of WhatsApp as people write it, as `+` and digits. Without the country it is an Argentine one: ten digits
 * with the area's, before which some write a 0 and within which a 15.
 */
const WhatsAppNumber = z
  .string()
  .trim()
  .max(40, 'whatsapp-invalid')
  .regex(/^\+?[\d\s().-]+$/, 'whatsapp-invalid')
  .transform(international)
  .refine((number) => /^\+\d{8,15}$/.test(number), 'whatsapp-invalid');

function international(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (typed.startsWith('+') && !digits.startsWith('54')) return `+${digits}`;
  const national = withoutFifteen(
    digits
      .replace(/^54/, '')
      .replace(/^9(?=\d{10}$)/, '')
      .replace(/^0/, ''),
  );
  return national.length === 10 ? `+549${national}` : '';
}

/** `11 15 2345 6789` -> `1123456789`; areas have two digits, three or four. */
function withoutFifteen(digits: string): string {
  if (digits.length !== 12) return digits;
  const area = digits.startsWith('11') ? 2 : [3, 4].find((length) => digits.startsWith('15', length));
  return area && digits.startsWith('15', area) ? digits.slice(0, area) + digits.slice(area + 2) : digits;
}

const absentWhenEmpty = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;

/** Whom the supplier hands the steps over to: a name, and where the link goes. The messages are codes. */
export const Helper = z
  .object({
    name: z
      .string()
      .overwrite((name) => name.toWellFormed().trim())
      .min(1, 'name-missing')
      .max(80, 'name-too-long')
      .refine(isSingleLine, 'name-invalid'),
    email: z.preprocess(absentWhenEmpty, Email.optional()),
    whatsapp: z.preprocess(absentWhenEmpty, WhatsAppNumber.optional()),
  })
  .refine(({ email, whatsapp }) => email || whatsapp, {
    error: 'contact-missing',
    path: ['email'],
    // What was typed wrong is not missing.
    when: ({ issues }) => !issues.some(({ path }) => path?.includes('email') || path?.includes('whatsapp')),
  });
export type Helper = z.infer<typeof Helper>;

/** Where somebody wants their own link mailed to. */
export const MailTo = z.object({ email: z.string().trim().min(1, 'email-missing').pipe(Email) });
