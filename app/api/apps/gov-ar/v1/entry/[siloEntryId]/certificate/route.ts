import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { CheckResult } from '#app/api/apps/gov-ar/v1/_wire/registration.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { fetchUnfinishedRegistration } from '#lib/registrations/find.ts';
import { receiveCertificate, rejectionProblem } from '#lib/registrations/receive-certificate.ts';
import { registrationRoute } from '../route-description.ts';

const Body = z.strictObject({
  certificate: z
    .string({ error: 'is required: the certificate in PEM, or its DER in base64' })
    .describe('In PEM, or its DER in base64.'),
});

const Received = z.object({
  alias: z.string(),
  fingerprint: z.string(),
  not_after: Instant,
  checks: z.array(CheckResult),
});

export const POST = endpoint(
  {
    ...registrationRoute('certificate'),
    operation: 'uploadCertificate',
    idempotency: 'harmless',
    summary: 'Bring the certificate that the authority issued',
    details: 'A certificate that can not be used is a 422 whose `code` says why.',
    body: Body,
    answers: { 200: Received },
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params, body }) => {
    const registration = await fetchUnfinishedRegistration(ctx, params.siloEntryId);
    await limit('upload', registration.id);
    const received = await receiveCertificate(ctx, registration, Buffer.from(body.certificate));
    if (received.kind === 'rejected') throw rejectionProblem(received, 'certificate');
    const { alias, fingerprint, notAfter, checks } = received;
    return { body: { alias, fingerprint, not_after: notAfter.toISOString(), checks } };
  },
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
