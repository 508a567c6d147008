import { z } from 'zod';
import { Cuit, TaxpayerResponse, taxpayerResponse } from '#app/api/apps/gov-ar/v1/_wire/taxpayer.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { fetchTaxpayer } from '#lib/taxpayers.ts';

export const GET = endpoint(
  {
    service: 'apps/gov-ar',
    version: 'v1',
    route: 'taxpayers/{cuit}',
    tag: 'Taxpayers',
    operation: 'fetchTaxpayer',
    summary: 'Fetch whom the authority has under a CUIT',
    details: [
      "From the authority's register: name, VAT status with what says so, address. What was read is kept for 7 days,",
      'and up to 30 where the register does not answer: `read_at` tells. It is asked with the certificate of the',
      "supplier that is the workspace's delegate (`PATCH /access/v1/apps/gov-ar`), which has to be authorized for",
      '`ws_sr_constancia_inscripcion` as it is for `wsfe`: a 409 says which of the two is missing. A CUIT that nobody',
      'has is a 404 `taxpayer-unknown`. In the sandbox the register’s people are made up.',
    ].join(' '),
    params: z.strictObject({ cuit: Cuit }),
    answers: { 200: TaxpayerResponse },
    failures: ['conflict'],
  },
  async (ctx, { params }) => {
    const onAsk = () => limit('register', ctx.workspace.id);
    return { body: taxpayerResponse(await fetchTaxpayer(ctx, params.cuit, { onAsk })) };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
