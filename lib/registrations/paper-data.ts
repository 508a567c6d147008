import { z } from 'zod';
import { type Context, inTransaction } from '#lib/context.ts';
import { addressFields, type PaperData, paperDataIn } from '#lib/documents/invoice/paper-data.ts';
import { isSingleLine } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import { storePaperData } from '#lib/silo/change-entry.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { findTaxpayerIfAvailable } from '#lib/taxpayers.ts';
import { buenosAiresDay } from '#lib/time.ts';
import { refuseHelper } from './helper.ts';
import { lockRegistration, type Registration } from './registration.ts';

const line = (maxLength: number, invalid: string) =>
  z
    .string()
    .max(maxLength, invalid)
    .overwrite((text) => text.toWellFormed().trim())
    .refine(isSingleLine, invalid);

/** A number of at least four digits, possibly with a jurisdiction (`CM 901-123456-7`), or words such as `Exento`. */
const grossIncomeShape = /^(?=\P{Nd}*$|(?:.*\d){4})[\p{L}\d][\p{L}\d ./°º-]*$/u;

/** Reads `2015-03-01`, and `1/3/2015` from browsers without a date field. The text stays if it is neither. */
function dayIn(text: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

/**
 * Paper data as entered in the wizard; empty texts change nothing. The messages are keys of texts.
 */
export const EnteredPaperData = z
  .strictObject({
    street: line(150, 'street-invalid'),
    locality: line(80, 'locality-invalid'),
    region: line(80, 'region-invalid'),
    postalCode: line(8, 'postal-code-invalid').refine(
      (code) => /^([a-z]?\d{4}[a-z]{0,3})?$/i.test(code),
      'postal-code-invalid',
    ),
    grossIncome: line(50, 'gross-income-invalid').refine(
      (text) => text === '' || grossIncomeShape.test(text),
      'gross-income-invalid',
    ),
    activitySince: line(10, 'activity-since-invalid')
      .overwrite(dayIn)
      .refine((day) => day === '' || z.iso.date().safeParse(day).success, 'activity-since-invalid')
      .refine((day) => day === '' || day >= '1850-01-01', 'activity-since-invalid')
      .refine((day) => day <= buenosAiresDay(new Date()), 'activity-since-future'),
  })
  .refine(
    (data) => data.street !== '' || data.locality !== '' || addressFields.every((name) => data[name] === ''),
    { path: ['street'], message: 'street-missing' },
  );
export type EnteredPaperData = z.infer<typeof EnteredPaperData>;

/**
 * Returns whether the holder of the link may enter paper data: the supplier, from when only the authority's answer is
 * awaited.
 */
export const canEnterPaperData = ({ facts, link }: Pick<Registration, 'facts' | 'link'>): boolean =>
  (facts.completedAt ?? facts.certificateReceivedAt ?? facts.delegationClaimedAt) !== undefined &&
  facts.revokedAt === undefined &&
  link.scope === 'full';

/**
 * The supplier's paper data. An address that its document lacks is the one in the authority's register; the sandbox's
 * register holds made-up people and is not used. Do not call this inside a transaction.
 */
export async function suggestPaperData(ctx: Context, registration: Registration): Promise<PaperData> {
  const stored = paperDataIn((await fetchEntry(ctx, registration.entryId)).doc);
  if (registration.environment === 'sandbox' || addressFields.some((name) => stored[name] !== ''))
    return stored;
  const taxpayer = await findTaxpayerIfAvailable(ctx, registration.supplier.cuit);
  const { street = '', locality = '', province = '', postalCode = '' } = taxpayer?.address ?? {};
  return { ...stored, street, locality, region: province, postalCode };
}

/**
 * Stores the paper data in the supplier's document.
 * @throws AltaError `forbidden` to a helper; `conflict` before the registration waits, and after it was revoked
 */
export async function savePaperData(
  ctx: Context,
  registration: Registration,
  data: EnteredPaperData,
): Promise<void> {
  if (!canEnterPaperData(registration)) throw new AltaError('conflict', 'The registration is not that far.');
  await inTransaction(ctx, async (tx) => {
    const { revokedAt } = await lockRegistration(tx, registration);
    if (revokedAt) throw new AltaError('conflict', 'The registration was ended.');
    await refuseHelper({ ...ctx, tx }, registration);
    await storePaperData(tx, ctx, registration.entryId, data);
  });
}
