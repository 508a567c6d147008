import type { Alta } from '../src/index.ts';
import type { Terminal } from './terminal.ts';

const templates = { 'gov-ar.register': 'ar-supplier-registration', 'gov-ar.send': 'ar-invoice' } as const;
type Does = keyof typeof templates;

/** The newest workflow of the workspace that has such a step; made from its template where there is none. */
export async function workflowWith(alta: Alta, does: Does, terminal: Terminal): Promise<string> {
  for await (const { id, steps, disabled } of alta.workflows.list({ limit: 100 })) {
    if (!disabled && steps.some(({ provider }) => provider === does)) return id;
  }
  const { id, name } = await alta.workflows.create({ template: templates[does] });
  terminal.say(`Made the workflow ${name}: this workspace had none.`);
  return id;
}
