import type { Command } from './command.ts';
import { table } from './terminal.ts';

const list: Command = {
  name: 'workflows list',
  summary: 'What the workspace can have done, and by which steps, the newest first',
  async run({ alta, signal, terminal }) {
    const workflows = [];
    for await (const workflow of alta().workflows.list({ limit: 100 }, { signal })) workflows.push(workflow);
    const rows = workflows.map(({ id, disabled, steps, name }) => [
      id,
      disabled ? 'disabled' : '',
      steps.map(({ provider }) => provider).join(', '),
      name,
    ]);
    return {
      data: { list: workflows },
      text: rows.length ? table(['ID', '', 'STEPS', 'NAME'], rows, terminal) : 'There are none.',
    };
  },
};

export const workflows: readonly Command[] = [list];
