import type { CallExample } from '#lib/http/contract-examples.ts';
import access from './_examples/access.json' with { type: 'json' };
import govAr from './_examples/gov-ar.json' with { type: 'json' };
import silo from './_examples/silo.json' with { type: 'json' };
import transform from './_examples/transform.json' with { type: 'json' };
import utils from './_examples/utils.json' with { type: 'json' };

/** A real call and its answer. Long texts and lists are shortened. */
export interface Example extends CallExample {
  /** A command that prints the body, for bodies too long to type. */
  from?: string;
}

const examples: Record<string, Record<string, Example[]>> = {
  'silo/v1': silo,
  'transform/v1': transform,
  'access/v1': access,
  'apps/gov-ar/v1': govAr,
  'utils/v1': utils,
};

/** Examples of a service such as `silo/v1`, by operation id. */
export const examplesOf = (service: string): Record<string, Example[]> => examples[service] ?? {};
