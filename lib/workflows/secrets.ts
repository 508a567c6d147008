import type { Workspace } from '#lib/context.ts';
import type { Step } from '#lib/database/tables/workflows.ts';
import { placeIn, type Sealed, seal, unseal } from '#lib/vault.ts';
import type { Provider } from './provider.ts';

type Config = Record<string, unknown>;
interface SealedText {
  $sealed: Sealed;
}

/** What is shown in a secret's place. Sent back with its step, it means the secret that is there. */
export const hidden = '********';

const isSealed = (value: unknown): value is SealedText =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '$sealed');

/** A step's configuration as it is stored: the texts of its secrets sealed, for this step of this workspace only. */
export function sealSecrets(workspace: Workspace, provider: Provider, step: Step): Step {
  return mapSecrets(provider, step, (value, column) =>
    typeof value === 'string' ? { $sealed: seal(value, placeOf(workspace, step, column)) } : value,
  );
}

/** The same with the secrets in clear, for the run of the step and nothing else. */
export function unsealSecrets(workspace: Workspace, provider: Provider, step: Step): Step {
  return mapSecrets(provider, step, (value, column) =>
    isSealed(value) ? unseal(value.$sealed, placeOf(workspace, step, column)).toString() : value,
  );
}

/** The same as anybody may see it. */
export function hideSecrets(provider: Provider, step: Step): Step {
  return mapSecrets(provider, step, (value) => (isSealed(value) ? hidden : value));
}

/** Applies `change` to each secret text: a secret's value itself, or each value of an object such as headers. */
export function mapSecrets(
  provider: Provider,
  step: Step,
  change: (value: unknown, column: string) => unknown,
): Step {
  if (!provider.secrets || !step.config) return step;
  const config: Config = { ...step.config };
  for (const name of provider.secrets.names) {
    const value = config[name];
    if (value === undefined) continue;
    config[name] =
      typeof value === 'object' && value !== null && !isSealed(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, inner]) => [key, change(inner, `${name}.${key}`)]),
          )
        : change(value, name);
  }
  return { ...step, config };
}

const placeOf = (workspace: Workspace, step: Step, column: string) =>
  placeIn(workspace, { table: 'workflows', column: `steps.${column}`, row: step.id });
