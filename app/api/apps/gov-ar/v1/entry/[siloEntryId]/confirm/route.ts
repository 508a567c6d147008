import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { Reason } from '#app/api/apps/gov-ar/v1/_wire/registration.ts';
import { inTransaction } from '#lib/context.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { awaitProof, requestProof } from '#lib/registrations/prove.ts';
import { rejectionProblem } from '#lib/registrations/receive-certificate.ts';
import { noteProgress } from '#lib/registrations/registration.ts';
import { registrationRoute } from '../route-description.ts';

const longestWaitMs = 10_000;

const Waiting = z.object({
  status: z.literal('waiting'),
  reason: Reason.optional(),
  next_attempt_at: Instant.optional(),
});

export const POST = endpoint(
  {
    ...registrationRoute('confirm'),
    operation: 'confirmAuthorisation',
    idempotency: 'harmless',
    summary: 'Prove by a login at the authority that the certificate is authorized',
    details: [
      '200 when the login proved it, 202 while it runs or the authority does not answer, 422 when the authority',
      'says no.',
    ].join(' '),
    answers: { 200: z.object({ status: z.literal('registered') }), 202: Waiting },
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params }) => {
    const registration = await fetchRegistration(ctx, params.siloEntryId);
    // Again after success: who lost the answer gets it again.
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
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
