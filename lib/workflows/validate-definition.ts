import { dottedPath, problemsOf } from '#lib/documents/validation.ts';
import type { Fault } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { idFaults, type List, placeFaults, sizeFaults, warningsOf } from './placement.ts';
import type { Provider } from './provider.ts';

interface StepToCheck {
  id: string;
  provider: string;
  /** In clear: the provider's rules are for what the step will run with. */
  config?: Record<string, unknown>;
}

export interface DefinitionToCheck {
  /** The kind of document that the workflow is for, such as `org/party`. */
  schema: string;
  steps: readonly StepToCheck[];
  rescue: readonly StepToCheck[];
}

type Providers = ReadonlyMap<string, Provider>;

/**
 * What is wrong with a definition, as far as it is named, and what is probably not meant, each with its JSON path.
 * Beside the codes of its place, a fault in a step's configuration carries the code of the rule that it breaks.
 */
export function validateDefinition(
  definition: DefinitionToCheck,
  providers: Providers,
): { faults: Fault[]; warnings: Fault[] } {
  const sizes = sizeFaults(definition);
  // A list that is far too long would have a fault for each step.
  if (sizes.length) return { faults: sizes, warnings: [] };
  const stepFaults = (list: List) =>
    definition[list].flatMap((step, index) => [
      ...placeFaults(definition, list, index, providers),
      ...configFaults(step, `${list}[${index}].config`, providers.get(step.provider)),
    ]);
  const faults = [...idFaults(definition), ...stepFaults('steps'), ...stepFaults('rescue')];
  return { faults: faults.slice(0, sizeLimits.namedFaults), warnings: warningsOf(definition, providers) };
}

function configFaults(step: StepToCheck, path: string, provider: Provider | undefined): Fault[] {
  const parsed = provider?.config.safeParse(step.config ?? {});
  if (!parsed || parsed.success) return [];
  return problemsOf(parsed.error).map(({ path: inner, code, message, params }) => {
    const below = dottedPath(inner);
    return { code, message, ...(params ? { params } : {}), paths: [`$.${path}${below ? `.${below}` : ''}`] };
  });
}
