import type { Command } from '../command.ts';

export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve suppliers, registrations, jobs, invoices and the docs to a model (MCP, over stdio)',
  options: {
    'allow-writes': { says: 'it may make suppliers, remind them and send invoices too' },
  },
  async run({ alta, options, signal }) {
    const client = alta();
    await client.ping();
    // Most who type `alta` want no model: what it takes is loaded here.
    const { serve } = await import('./server.ts');
    await serve(client, { writes: options['allow-writes'] ? 'allowed' : 'refused', signal });
    return undefined;
  },
};
