import { z } from 'zod';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { describedProviders } from '#lib/workflows/providers.ts';
import { ProviderInList } from '../_wire/workflow.ts';

export const GET = endpoint(
  {
    service: 'transform',
    version: 'v1',
    route: 'providers',
    operation: 'listProviders',
    summary: 'List what a step can be, with the JSON Schema of its configuration',
    tag: 'Workflows',
    answers: { 200: z.object({ list: z.array(ProviderInList) }) },
  },
  async () => ({ body: { list: describedProviders() } }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
