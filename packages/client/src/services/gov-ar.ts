import { asking, bare, listing, sending } from '../call.ts';
import type { Client } from '../generated/client/index.ts';
import * as api from '../generated/sdk.gen.ts';

/** Registrations of suppliers with ARCA, each by the id of its entry. */
export const registrations = (client: Client) => ({
  /** Who is on the way, and where they are stuck. */
  list: listing(client, api.listRegistrations),
  fetch: bare(client, api.fetchRegistration, 'silo_entry_id'),
  certificateRequest: bare(client, api.fetchCertificateRequest, 'silo_entry_id'),
  uploadCertificate: sending(client, api.uploadCertificate, 'silo_entry_id'),
  /** Proves the certificate by a login. */
  confirm: bare(client, api.confirmAuthorisation, 'silo_entry_id'),
  pointsOfSale: bare(client, api.fetchPointsOfSale, 'silo_entry_id'),
  /** Reads them anew from ARCA. */
  readPointsOfSale: bare(client, api.readPointsOfSale, 'silo_entry_id'),
  claimDelegation: bare(client, api.claimDelegation, 'silo_entry_id'),
  verifyDelegation: bare(client, api.verifyDelegation, 'silo_entry_id'),
});

/** The registration link of a supplier, by the id of its entry. */
export const links = (client: Client) => ({
  fetch: bare(client, api.fetchLink, 'silo_entry_id'),
  issue: sending(client, api.issueLink, 'silo_entry_id'),
  extend: sending(client, api.extendLink, 'silo_entry_id'),
  revoke: bare(client, api.revokeLink, 'silo_entry_id'),
  /** A link of their own for who helps, such as an accountant. */
  handOver: sending(client, api.handOver, 'silo_entry_id'),
  takeBack: bare(client, api.takeBack, 'silo_entry_id', 'link_id'),
});

export const taxpayers = (client: Client) => ({
  /** Who is behind a CUIT, as ARCA has them. */
  fetch: bare(client, api.fetchTaxpayer, 'cuit'),
});

export const exchangeRates = (client: Client) => ({
  /** What ARCA has one USD, EUR and BRL in pesos. */
  fetch: asking(client, api.fetchExchangeRates),
});

export const authority = (client: Client) => ({
  /** Whether ARCA answers. */
  fetch: bare(client, api.fetchAuthority),
});
