import type { Workspace } from '#lib/context.ts';
import { isSealedText, placeInStep } from '#lib/database/sealed.ts';
import type { Step } from '#lib/database/tables/workflows.ts';
import { seal, unseal } from '#lib/vault.ts';
import type { Provider } from './provider.ts';

type Config = Record<string, unknown>;

/** What is shown in a secret's place. Sent back with its step, it means the secret that is there. */
export const hidden = '********';

/** A step's configuration as it is stored: the texts of its secrets sealed, for this step of this workspace only. */
export function sealSecrets(workspace: Workspace, provider: Provider, step: Step): Step {
  return mapSecrets(provider, step, (value, column) =>
    typeof value === 'string' ? { $sealed: seal(value, placeInStep(workspace, step.id, column)) } : value,
  );
}

/** The same with the secrets in clear, for the run of the step and nothing else. */
export function unsealSecrets(workspace: Workspace, provider: Provider, step: Step): Step {
  return mapSecrets(provider, step, (value, column) =>
    isSealedText(value) ? unseal(value.$sealed, placeInStep(workspace, step.id, column)).toString() : value,
  );
}

/** The same as anybody may see it. */
export function hideSecrets(provider: Provider, step: Step): Step {
  return mapSecrets(provider, step, (value) => (isSealedText(value) ? hidden : value));
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
      typeof value === 'object' && value !== null && !isSealedText(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, inner]) => [key, change(inner, `${name}.${key}`)]),
          )
        : change(value, name);
  }
  return { ...step, config };
}
