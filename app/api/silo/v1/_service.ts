import type { Service } from '#lib/http/openapi.ts';
import { documents } from './documents.ts';
import { entries } from './entries.ts';
import { files } from './files.ts';
import { mails } from './mails.ts';
import { states } from './states.ts';

export const service: Service = {
  service: 'silo',
  version: 'v1',
  title: 'Alta: Silo',
  description: 'Entries: suppliers, customers and invoices, with their states, meta, files and mails.',
  endpoints: [entries, files, mails, states, documents],
};
