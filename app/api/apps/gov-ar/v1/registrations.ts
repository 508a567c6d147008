import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { pageOf, pageResponse } from '#app/api/_wire/page.ts';
import {
  DelegationResponse,
  delegationResponse,
  VerifiedResponse,
  verifiedResponse,
} from '#app/api/apps/gov-ar/v1/_wire/delegation.ts';
import {
  OpenRegistrationQuery,
  OpenRegistrationResponse,
  openRegistrationQuery,
  openRegistrationResponse,
} from '#app/api/apps/gov-ar/v1/_wire/open-registration.ts';
import { PointsOfSaleResponse, pointsOfSaleResponse } from '#app/api/apps/gov-ar/v1/_wire/points-of-sale.ts';
import {
  BySupplier,
  CheckResult,
  Reason,
  RegistrationResponse,
  registrationResponse,
} from '#app/api/apps/gov-ar/v1/_wire/registration.ts';
import { inTransaction } from '#lib/context.ts';
import { required } from '#lib/documents/validation.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { page } from '#lib/paging.ts';
import { checkPointsOfSale, pointsOfSaleOf } from '#lib/registrations/check-points-of-sale.ts';
import { claimDelegation, verifyDelegation } from '#lib/registrations/delegation.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { fetchRegistration, fetchUnfinishedRegistration, noRegistration } from '#lib/registrations/find.ts';
import { awaitProof, requestProof } from '#lib/registrations/prove.ts';
import { receiveCertificate, rejectionProblem } from '#lib/registrations/receive-certificate.ts';
import { noteProgress } from '#lib/registrations/registration.ts';
import { listOpenRegistrations } from '#lib/reports/open-registrations.ts';

const here = { service: 'apps/gov-ar', version: 'v1', tag: 'Registration' } as const;

const CertificateUpload = z.strictObject({
  certificate: z
    .string(required('is required: the certificate in PEM, or its DER in base64'))
    .describe('In PEM, or its DER in base64.'),
});

const ReceivedCertificate = z.object({
  alias: z.string(),
  fingerprint: z.string(),
  not_after: Instant,
  checks: z.array(CheckResult),
});

const longestWaitMs = 10_000;

const WaitingProof = z.object({
  status: z.literal('waiting'),
  reason: Reason.optional(),
  next_attempt_at: Instant.optional(),
});

export const registrations = {
  listRegistrations: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'registrations',
      summary: 'List open registrations and where they are stuck',
      details:
        'Registrations that are neither completed nor ended, of suppliers who are not archived; most recently active first. A renewal is listed once the supplier has started it.',
      query: OpenRegistrationQuery,
      answers: { 200: pageOf(OpenRegistrationResponse) },
    },
    async (ctx, { query }) => ({
      body: pageResponse(
        page(await listOpenRegistrations(ctx, openRegistrationQuery(query)), query),
        openRegistrationResponse,
      ),
    }),
  ),

  fetchRegistration: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entry/{silo_entry_id}/registration',
      summary: 'Fetch the registration of a supplier',
      params: BySupplier,
      answers: { 200: RegistrationResponse },
    },
    async (ctx, { params }) => {
      const details = await findRegistrationDetails(ctx, params.silo_entry_id);
      if (!details) throw noRegistration();
      return { body: registrationResponse(details) };
    },
  ),

  fetchCertificateRequest: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entry/{silo_entry_id}/csr',
      summary: 'Fetch the certificate request to give to the authority',
      params: BySupplier,
      answers: { 200: z.object({ alias: z.string(), csr: z.string().describe('PKCS#10, PEM.') }) },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params }) => {
      const { request } = await fetchUnfinishedRegistration(ctx, params.silo_entry_id);
      return { body: { alias: request.alias, csr: request.csr } };
    },
  ),

  uploadCertificate: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'entry/{silo_entry_id}/certificate',
      summary: 'Send the certificate that the authority issued',
      details: 'A certificate that cannot be used is a 422 whose `code` says why.',
      idempotency: 'harmless',
      params: BySupplier,
      body: CertificateUpload,
      answers: { 200: ReceivedCertificate },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params, body }) => {
      const registration = await fetchUnfinishedRegistration(ctx, params.silo_entry_id);
      await limit('upload', registration.id);
      const received = await receiveCertificate(ctx, registration, Buffer.from(body.certificate));
      if (received.kind === 'rejected') throw rejectionProblem(received, 'certificate');
      const { alias, fingerprint, notAfter, checks } = received;
      return { body: { alias, fingerprint, not_after: notAfter.toISOString(), checks } };
    },
  ),

  confirmAuthorisation: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'entry/{silo_entry_id}/confirm',
      summary: 'Prove by a login at the authority that the certificate is authorized',
      details: [
        '200: the login proved it. 202: the login is running, or the authority does not answer. 422: the authority',
        'refused.',
      ].join(' '),
      idempotency: 'harmless',
      params: BySupplier,
      answers: { 200: z.object({ status: z.literal('registered') }), 202: WaitingProof },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params }) => {
      const registration = await fetchRegistration(ctx, params.silo_entry_id);
      // Repeatable after success, for clients that lost the response.
      if (registration.state === 'completed') return { body: { status: 'registered' } };
      await limit('proof', registration.id);
      await inTransaction(ctx, async (tx) => {
        await requestProof({ ...ctx, tx }, registration);
        await noteProgress({ ...ctx, tx }, registration, 'authorisationClaimedAt');
      });
      const { state, proof, lastRejection } = await awaitProof(ctx, registration, longestWaitMs);
      if (state === 'completed') return { body: { status: 'registered' } };
      const isWaiting = proof.status === 'running' || lastRejection?.reason === 'authority-unavailable';
      if (!isWaiting && lastRejection) throw rejectionProblem(lastRejection);
      const next = proof.nextAttemptAt ? { next_attempt_at: proof.nextAttemptAt.toISOString() } : {};
      return {
        status: 202,
        body: { status: 'waiting', ...(lastRejection ? { reason: lastRejection.reason } : {}), ...next },
      };
    },
  ),

  fetchPointsOfSale: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entry/{silo_entry_id}/points-of-sale',
      summary: "Fetch a supplier's points of sale as last read",
      params: BySupplier,
      answers: { 200: PointsOfSaleResponse },
    },
    async (ctx, { params }) => {
      const { supplier } = await fetchRegistration(ctx, params.silo_entry_id);
      return { body: pointsOfSaleResponse(await pointsOfSaleOf(ctx, params.silo_entry_id), supplier.name) };
    },
  ),

  readPointsOfSale: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'entry/{silo_entry_id}/points-of-sale',
      summary: "Read a supplier's points of sale from the authority again",
      idempotency: 'harmless',
      params: BySupplier,
      answers: { 200: PointsOfSaleResponse },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params }) => {
      const { id, supplier } = await fetchRegistration(ctx, params.silo_entry_id);
      await limit('proof', id);
      return {
        body: pointsOfSaleResponse(await checkPointsOfSale(ctx, params.silo_entry_id), supplier.name),
      };
    },
  ),
};

export const delegations = {
  claimDelegation: endpoint(
    {
      ...here,
      tag: 'Delegation',
      method: 'POST',
      route: 'entry/{silo_entry_id}/delegation',
      summary: 'Report that the supplier has delegated to the delegate of the workspace',
      details: [
        'For registrations whose `mode` is `delegation` or `choice`. Alta then asks the authority until it confirms the',
        'delegation, which completes the registration. Reporting it again makes Alta ask again.',
      ].join(' '),
      idempotency: 'harmless',
      params: BySupplier,
      answers: { 200: DelegationResponse },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params }) => {
      const registration = await fetchRegistration(ctx, params.silo_entry_id);
      await limit('proof', registration.id);
      return { body: delegationResponse(await claimDelegation(ctx, registration)) };
    },
  ),

  verifyDelegation: endpoint(
    {
      ...here,
      tag: 'Delegation',
      method: 'POST',
      route: 'entry/{silo_entry_id}/delegation/verify',
      summary: 'Ask the authority whether the delegate may act for the supplier',
      details: [
        '`granted` is as recent as the access ticket: a delegation granted since then is still `false` until the next',
        'ticket, which is fetched at most every ten minutes. `unknown`: the authority could not be asked.',
      ].join(' '),
      idempotency: 'harmless',
      params: BySupplier,
      answers: { 200: VerifiedResponse },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params }) => {
      const { id } = await fetchRegistration(ctx, params.silo_entry_id);
      await limit('proof', id);
      return { body: verifiedResponse(await verifyDelegation(ctx, params.silo_entry_id)) };
    },
  ),
};
