import access from './_examples/access.json' with { type: 'json' };
import govAr from './_examples/gov-ar.json' with { type: 'json' };
import silo from './_examples/silo.json' with { type: 'json' };
import transform from './_examples/transform.json' with { type: 'json' };
import utils from './_examples/utils.json' with { type: 'json' };

/** A call as it was made and answered; long texts and lists are shortened. */
export interface Example {
  /** When there are several of an operation. */
  title?: string;
  /** Below the service's address, its query included. */
  path: string;
  /** `application/json` by default. */
  type?: string;
  body?: unknown;
  /** A command that prints the body, where that is nothing to be typed. */
  from?: string;
  status: number;
  /** Absent for a file and for an answer without a body. */
  answer?: unknown;
}

const examples: Record<string, Record<string, Example[]>> = {
  'silo/v1': silo,
  'transform/v1': transform,
  'access/v1': access,
  'apps/gov-ar/v1': govAr,
  'utils/v1': utils,
};

/** Of an operation of a service, such as `createEntry` of `silo/v1`. */
export const examplesOf = (service: string, operationId: string): Example[] =>
  examples[service]?.[operationId] ?? [];
