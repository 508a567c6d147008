import type { Service } from '#lib/http/openapi.ts';
import * as authority from './authority/route.ts';
import * as entrySiloEntryIdCertificate from './entry/[siloEntryId]/certificate/route.ts';
import * as entrySiloEntryIdConfirm from './entry/[siloEntryId]/confirm/route.ts';
import * as entrySiloEntryIdCsr from './entry/[siloEntryId]/csr/route.ts';
import * as entrySiloEntryIdDelegation from './entry/[siloEntryId]/delegation/route.ts';
import * as entrySiloEntryIdDelegationVerify from './entry/[siloEntryId]/delegation/verify/route.ts';
import * as entrySiloEntryIdLink from './entry/[siloEntryId]/link/route.ts';
import * as entrySiloEntryIdLinksLinkId from './entry/[siloEntryId]/links/[linkId]/route.ts';
import * as entrySiloEntryIdLinks from './entry/[siloEntryId]/links/route.ts';
import * as entrySiloEntryIdPointsOfSale from './entry/[siloEntryId]/points-of-sale/route.ts';
import * as entrySiloEntryIdRegistration from './entry/[siloEntryId]/registration/route.ts';
import * as exchangeRates from './exchange-rates/route.ts';
import * as registrations from './registrations/route.ts';
import * as taxpayersCuit from './taxpayers/[cuit]/route.ts';

export const service: Service = {
  service: 'apps/gov-ar',
  version: 'v1',
  title: 'Alta: Argentina',
  description:
    'Registration of suppliers with ARCA: link, certificate request, certificate and proof, points of sale; whether ARCA answers, whom it has under a CUIT, and its exchange rates.',
  routes: [
    authority,
    entrySiloEntryIdCertificate,
    entrySiloEntryIdConfirm,
    entrySiloEntryIdCsr,
    entrySiloEntryIdDelegation,
    entrySiloEntryIdDelegationVerify,
    entrySiloEntryIdLink,
    entrySiloEntryIdLinks,
    entrySiloEntryIdLinksLinkId,
    entrySiloEntryIdPointsOfSale,
    entrySiloEntryIdRegistration,
    exchangeRates,
    registrations,
    taxpayersCuit,
  ],
};
