import { z } from 'zod';
import { appIds, fetchApp } from '#lib/accounts/apps.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { AppResponse, appResponse } from '../_wire/app.ts';

/** Every app there is, connected or not. */
export const GET = endpoint(
  {
    service: 'access',
    version: 'v1',
    route: 'apps',
    operation: 'listApps',
    summary: 'List every app there is, connected or not',
    tag: 'Apps',
    answers: { 200: z.object({ list: z.array(AppResponse) }) },
  },
  async (ctx) => {
    const list = await Promise.all(appIds.map((id) => fetchApp(ctx, id)));
    return { body: { list: list.map(appResponse) } };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
