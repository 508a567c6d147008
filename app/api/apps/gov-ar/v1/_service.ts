import type { Service } from '#lib/http/openapi.ts';
import { authority, exchangeRates, taxpayers } from './authority.ts';
import { invoiceMail } from './invoice-mail.ts';
import { links } from './links.ts';
import { delegations, registrations } from './registrations.ts';

export const service: Service = {
  service: 'apps/gov-ar',
  version: 'v1',
  title: 'Alta: Argentina',
  description:
    'Registration of suppliers with ARCA: links, certificate requests, certificates and their proof, points of sale. Also how a supplier’s invoices are mailed, the availability of ARCA, its register of taxpayers and its exchange rates.',
  endpoints: [authority, registrations, delegations, links, invoiceMail, exchangeRates, taxpayers],
};
