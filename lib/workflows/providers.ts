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
export interface DescribedProvider
  extends Pick<Provider, 'id' | 'title' | 'schema' | 'unused' | 'needs' | 'role'> {
  /** The JSON Schema of its configuration. */
  config: Record<string, unknown>;
}

export const describedProviders = (): DescribedProvider[] =>
  [...providers.values()].map(({ id, title, schema, unused, needs, role, config, secrets }) => ({
    id,
    title,
    ...(schema ? { schema } : {}),
    ...(unused ? { unused } : {}),
    ...(needs ? { needs } : {}),
    ...(role ? { role } : {}),
    config: configSchema(config, { secrets: secrets?.names, unused }),
  }));

function configSchema(
  config: z.ZodType,
  { secrets = [], unused = [] }: Record<'secrets' | 'unused', readonly string[] | undefined>,
) {
  const schema = z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' });
  const used = Object.entries(schema.properties ?? {}).filter(([name]) => !unused.includes(name));
  const properties = used.map(([name, property]) => {
    const isSecret = secrets.includes(name) && typeof property === 'object';
    return [name, isSecret ? { ...property, writeOnly: true } : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
