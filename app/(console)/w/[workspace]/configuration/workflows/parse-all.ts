import 'server-only';

import { z } from 'zod';
import { parseDocument } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import { providers } from '#lib/workflows/providers.ts';
import { validateDefinition } from '#lib/workflows/validate-definition.ts';

const Steps = z.array(
  z.looseObject({
    id: z.string(),
    provider: z.string(),
    config: z.record(z.string(), z.unknown()).exactOptional(),
  }),
);
const Definition = z.looseObject({ steps: Steps, rescue: Steps });

/**
 * Parses like the API. The API reports faults of the steps' configuration only when the rest is valid; here
 * all faults are reported at once.
 */
export function parseAll<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  try {
    return parseDocument(schema, sent, []);
  } catch (error) {
    const { data } = Definition.safeParse(sent);
    if (!(error instanceof AltaError) || !data) throw error;
    const { fields, faults, message } = error;
    // A change does not contain the document type.
    const ofSteps = validateDefinition({ ...data, schema: '' }, providers).faults.filter(
      ({ code }) => code !== 'wrong-schema',
    );
    throw new AltaError('validation', message, { fields, faults: [...faults, ...ofSteps] });
  }
}
