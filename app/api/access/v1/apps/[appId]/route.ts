import { z } from 'zod';
import { AppPatch, AppResponse, appChange, appResponse } from '#app/api/access/v1/_wire/app.ts';
import { type AppId, appIds, connectApp, disconnectApp, fetchApp } from '#lib/accounts/apps.ts';
import type { Context } from '#lib/context.ts';
import { notFound } from '#lib/errors.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';

const here = {
  service: 'access',
  version: 'v1',
  route: 'apps/{app_id}',
  tag: 'Apps',
  params: z.strictObject({ appId: z.string().max(100) }),
} as const;

export const GET = endpoint(
  { ...here, operation: 'fetchApp', summary: 'Fetch an app and its settings', answers: { 200: AppResponse } },
  async (ctx, { params }) => shown(ctx, known(params.appId)),
);

export const PUT = endpoint(
  {
    ...here,
    operation: 'connectApp',
    summary: 'Connect an app; again changes nothing',
    details: 'Its settings are those that it had when it was connected last.',
    answers: { 200: AppResponse },
  },
  async (ctx, { params }) => {
    const id = known(params.appId);
    await connectApp(ctx, id);
    return shown(ctx, id);
  },
);

export const PATCH = endpoint(
  {
    ...here,
    operation: 'changeApp',
    idempotency: 'harmless',
    summary: 'Change the settings of an app',
    details: 'What is left out stays, `null` takes away. `wizard.logo` is a data URI of a PNG or JPEG.',
    body: AppPatch,
    answers: { 200: AppResponse },
    failures: ['conflict'],
  },
  async (ctx, { params, body }) => ({
    body: appResponse(await changeAppSettings(ctx, known(params.appId), appChange(body))),
  }),
);

export const DELETE = endpoint(
  {
    ...here,
    operation: 'disconnectApp',
    summary: 'Disconnect an app: nothing new is begun with it, what is under way goes on',
    answers: { 204: 'nothing' },
  },
  async (ctx, { params }) => {
    await disconnectApp(ctx, known(params.appId));
    return { status: 204 };
  },
);

const shown = async (ctx: Context, id: AppId) => ({
  body: appResponse(await fetchApp(ctx, id)),
});

function known(asked: string): AppId {
  const id = appIds.find((each) => each === asked);
  if (!id) throw notFound('The app');
  return id;
}

export const { POST, OPTIONS } = otherMethods('GET', 'PUT', 'PATCH', 'DELETE');
