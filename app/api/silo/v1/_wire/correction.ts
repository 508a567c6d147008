import { z } from 'zod';
import { coded } from '#lib/documents/validation.ts';

const noteTypes = ['credit-note', 'debit-note'] as const;

/** The kind of correction, as GOBL's clients send it: a type, or one of two older flags. */
export const CorrectionOptions = z
  .strictObject({
    type: z.enum(noteTypes, { error: `must be one of ${noteTypes.join(', ')}` }).optional(),
    credit: z.boolean().optional().describe('The same as `type`: `credit-note`.'),
    debit: z.boolean().optional().describe('The same as `type`: `debit-note`.'),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe('Reason for the correction, as written on the note.'),
    series: z.string().max(10).optional().describe("Point of sale of the note. Default: the invoice's."),
    issue_date: z.iso
      .date({ error: 'must be a date such as "2026-11-20"' })
      .optional()
      .describe('Issue date of the note. Default: the day on which it is built.'),
  })
  .superRefine((options, check) => {
    if (wantedTypes(options).size === 1) return;
    check.addIssue({
      code: 'custom',
      path: ['type'],
      message: `must be one of ${noteTypes.join(', ')}`,
      params: coded('invalid-value'),
    });
  });
type CorrectionOptions = z.infer<typeof CorrectionOptions>;

const wantedTypes = ({ type, credit, debit }: Pick<CorrectionOptions, 'type' | 'credit' | 'debit'>) =>
  new Set([
    ...(type ? [type] : []),
    ...(credit ? (['credit-note'] as const) : []),
    ...(debit ? (['debit-note'] as const) : []),
  ]);

export const correctionOf = ({ reason, series, issue_date: issueDate, ...flags }: CorrectionOptions) => {
  const [type = 'credit-note'] = wantedTypes(flags);
  return { type, reason, series, issueDate };
};
