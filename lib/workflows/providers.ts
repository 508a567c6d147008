import { z } from 'zod';
import type { Provider } from './provider.ts';
import { emailLink } from './steps/email-link.ts';
import { govArRegister } from './steps/gov-ar-register.ts';
import { govArSend } from './steps/gov-ar-send.ts';
import { govArUnregister } from './steps/gov-ar-unregister.ts';
import { govArWaitAuthorization } from './steps/gov-ar-wait-authorization.ts';
import { pdf } from './steps/pdf.ts';
import { siloState } from './steps/silo-state.ts';
import { webhook } from './steps/webhook.ts';

const all: Provider[] = [
  siloState,
  govArRegister,
  govArWaitAuthorization,
  govArUnregister,
  govArSend,
  pdf,
  webhook,
  emailLink,
];

export const providers: ReadonlyMap<string, Provider> = new Map(
  all.map((provider) => [provider.id, provider]),
);

/** What there is to know of one without its code. */
export interface DescribedProvider extends Pick<Provider, 'id' | 'title' | 'schema' | 'needs' | 'role'> {
  /** The JSON Schema of its configuration. */
  config: Record<string, unknown>;
}

export const describedProviders = (): DescribedProvider[] =>
  [...providers.values()].map(({ id, title, schema, needs, role, config, secrets }) => ({
    id,
    title,
    ...(schema ? { schema } : {}),
    ...(needs ? { needs } : {}),
    ...(role ? { role } : {}),
    config: configSchema(config, secrets?.names ?? []),
  }));

function configSchema(config: z.ZodType, secrets: readonly string[]) {
  const schema = z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' });
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const isSecret = secrets.includes(name) && typeof property === 'object';
    return [name, isSecret ? { ...property, writeOnly: true } : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
