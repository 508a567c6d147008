import { dottedPath, safeParse, toProblems } from '#lib/documents/validation.ts';
import type { Fault } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { idFaults, type List, positionFaults, sizeFaults, warningsOf } from './definition-rules.ts';
import type { Provider } from './provider.ts';

interface StepToCheck {
  id: string;
  provider: string;
  /** With unsealed secrets, since the provider's rules apply to the values used at run time. */
  config?: Record<string, unknown>;
}

export interface DefinitionToCheck {
  /** Kind of document that the workflow is for, such as `org/party`. */
  schema: string;
  steps: readonly StepToCheck[];
  rescue: readonly StepToCheck[];
}

type Providers = ReadonlyMap<string, Provider>;

/**
 * Returns the faults (up to `sizeLimits.listedFaults`) and warnings of a definition, each with its JSON path.
 * A fault in a step's configuration has the code of the broken rule.
 */
export function validateDefinition(
  definition: DefinitionToCheck,
  providers: Providers,
): { faults: Fault[]; warnings: Fault[] } {
  const sizes = sizeFaults(definition);
  // An oversized list would have a fault for each step.
  if (sizes.length) return { faults: sizes, warnings: [] };
  const stepFaults = (list: List) =>
    definition[list].flatMap((step, index) => [
      ...positionFaults(definition, list, index, providers),
      ...configFaults(step, `${list}[${index}].config`, providers.get(step.provider)),
    ]);
  const faults = [...idFaults(definition), ...stepFaults('steps'), ...stepFaults('rescue')];
  return { faults: faults.slice(0, sizeLimits.listedFaults), warnings: warningsOf(definition, providers) };
}

function configFaults(step: StepToCheck, path: string, provider: Provider | undefined): Fault[] {
  if (!provider) return [];
  const parsed = safeParse(provider.config, step.config ?? {});
  if (parsed.success) return [];
  return toProblems(parsed.error).map(({ path: inner, code, message, params }) => {
    const configPath = dottedPath(inner);
    return {
      code,
      message,
      ...(params ? { params } : {}),
      paths: [`$.${path}${configPath ? `.${configPath}` : ''}`],
    };
  });
}
