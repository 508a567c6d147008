import { v7 as uuidv7 } from 'uuid';
import type { Step } from '#lib/database/tables/workflows.ts';

type TemplateStep = Omit<Step, 'id'>;

export interface Template {
  name: string;
  description: string;
  schema: string;
  steps: readonly TemplateStep[];
  rescue: readonly TemplateStep[];
}

const setState = (state: string): TemplateStep => ({
  name: 'Set state',
  provider: 'silo.state',
  config: { state },
  summary: `Set state to \`${state}\`{.state .${state}}`,
});

export const templates = {
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
  'ar-supplier-delegation': {
    name: 'ARCA register supplier by delegation',
    description:
      'Sends a supplier through the wizard, with a choice between authorizing the delegate and their own certificate.',
    schema: 'org/party',
    steps: [
      setState('processing'),
      { name: 'Register supplier with ARCA', provider: 'gov-ar.register', config: { mode: 'choice' } },
      { name: 'Wait for ARCA authorization', provider: 'gov-ar.wait.authorization' },
      setState('registered'),
    ],
    rescue: [setState('error')],
  },
  'ar-supplier-unregistration': {
    name: 'ARCA unregister supplier',
    description: 'Ends the registration of a supplier, with its link and its certificates.',
    schema: 'org/party',
    // The step sets the state itself, in the transaction that ends the registration.
    steps: [{ name: 'Unregister supplier from ARCA', provider: 'gov-ar.unregister' }],
    rescue: [setState('error')],
  },
  'ar-invoice': {
    name: 'ARCA issue invoice',
    description: 'Gets an invoice authorized by ARCA and makes its PDF.',
    schema: 'bill/invoice',
    steps: [
      setState('processing'),
      { name: 'Send invoice to ARCA', provider: 'gov-ar.send' },
      { name: 'Make the PDF', provider: 'pdf' },
      setState('sent'),
    ],
    rescue: [setState('error')],
  },
} as const satisfies Record<string, Template>;

/** Step by which a workflow becomes the default for its kind of document if there is none yet. */
const defaultSteps: Record<string, string> = {
  'org/party': 'gov-ar.register',
  'bill/invoice': 'gov-ar.send',
};

/** Whether a new workflow may become the default without being told to. One that unregisters never does. */
export const canBeFirstDefault = ({ schema, steps }: { schema: string; steps: readonly TemplateStep[] }) =>
  steps.some(({ provider }) => provider === defaultSteps[schema]) &&
  !steps.some(({ provider }) => provider === 'gov-ar.unregister');

export type TemplateName = keyof typeof templates;
export const templateNames = Object.keys(templates) as TemplateName[];

export const withIds = (steps: readonly TemplateStep[]): Step[] =>
  steps.map((step) => ({ id: uuidv7(), ...step }));
