import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { probedServices } from '#lib/arca/services.ts';
import { type Environment, environments } from '#lib/authority-environment.ts';
import { type AuthorityStatus, answeringStates } from '#lib/authority-status.ts';

const ServiceResponse = z.object({
  service: z
    .enum(probedServices.map(({ name }) => name))
    .describe('`wsaa` is where certificates log in, `wsfe` takes invoices.'),
  status: z
    .enum(answeringStates)
    .describe('`unknown`: no answer was seen for 15 minutes, or only the last call failed.'),
  since: Instant.optional().describe('With `not-answering`: when it stopped answering.'),
  last_answered_at: Instant.optional(),
});

export const AuthorityResponse = z
  .object({ environment: z.enum(environments), services: z.array(ServiceResponse) })
  .meta({ id: 'Authority' });

export const authorityResponse = (
  environment: Environment,
  status: AuthorityStatus,
): z.infer<typeof AuthorityResponse> => ({
  environment,
  services: probedServices.map(({ name: service }) => {
    const { status: answers, since, lastAnsweredAt } = status[service];
    return {
      service,
      status: answers,
      ...(since ? { since: since.toISOString() } : {}),
      ...(lastAnsweredAt ? { last_answered_at: lastAnsweredAt.toISOString() } : {}),
    };
  }),
});
