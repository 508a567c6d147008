import type { Service } from '#lib/http/openapi.ts';
import { authority, exchangeRates, taxpayers } from './authority.ts';
import { links } from './links.ts';
import { delegations, registrations } from './registrations.ts';

export const service: Service = {
  service: 'apps/gov-ar',
  version: 'v1',
  title: 'Alta: Argentina',
  description:
    'Registration of suppliers with ARCA: links, certificate requests, certificates and their proof, points of sale. Also the availability of ARCA, its register of taxpayers and its exchange rates.',
  endpoints: [authority, registrations, delegations, links, exchangeRates, taxpayers],
};
