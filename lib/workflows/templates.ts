import { v7 as uuidv7 } from 'uuid';
import type { Step } from '#lib/database/tables/workflows.ts';

export interface Template {
  name: string;
  description: string;
  schema: string;
  steps: Omit<Step, 'id'>[];
  rescue: Omit<Step, 'id'>[];
}

const setState = (state: string): Omit<Step, 'id'> => ({
  name: 'Set state',
  provider: 'silo.state',
  config: { state },
  summary: `Set state to \`${state}\`{.state .${state}}`,
});

export const templates: Record<string, Template> = {
  'ar-supplier-registration': {
    name: 'ARCA register supplier',
    description: 'Sends a supplier through the registration wizard and waits for the certificate.',
    schema: 'org/party',
    steps: [
      setState('processing'),
      { name: 'Register supplier with ARCA', provider: 'gov-ar.register' },
      { name: 'Wait for ARCA authorization', provider: 'gov-ar.wait.authorization' },
      setState('registered'),
    ],
    rescue: [setState('error')],
  },
};
export const templateNames = Object.keys(templates);

/** The template's steps, each with an id of its own. */
export const withIds = (steps: Omit<Step, 'id'>[]): Step[] =>
  steps.map((step) => ({ id: uuidv7(), ...step }));
