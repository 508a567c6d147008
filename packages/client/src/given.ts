import { AltaError } from './error.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Checks the options of a call before anything is created, for programs that no compiler checks.
 * @throws AltaError `validation`
 */
export function checkOptions<Given extends { workflowId?: string | undefined }>(
  given: Given,
  known: Record<keyof Given, true>,
): void {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(known, name)) {
      throw invalid(name, 'is not an option', `Known are ${Object.keys(known).join(', ')}.`);
    }
  }
  const { workflowId } = given;
  if (workflowId !== undefined && !uuid.test(workflowId)) {
    throw invalid('workflowId', 'must be the id of a workflow, a UUID');
  }
}

export const invalid = (name: string, what: string, more = ''): AltaError =>
  new AltaError('validation', `${name} ${what}. ${more}`.trim(), { fields: { [name]: what } });
