import { z } from 'zod';
import { AppPatch, AppResponse, appChange, appResponse } from '#app/api/access/v1/_wire/app.ts';
import { type AppId, appIds, connectApp, disconnectApp, fetchApp } from '#lib/accounts/apps.ts';
import type { Context } from '#lib/context.ts';
import { notFound } from '#lib/errors.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';

const here = { service: 'access', version: 'v1', tag: 'Apps' } as const;

const ByAppId = z.strictObject({ appId: z.string().max(100) });

export const apps = {
  listApps: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'apps',
      summary: 'List every app there is, connected or not',
      answers: { 200: z.object({ list: z.array(AppResponse) }) },
    },
    async (ctx) => {
      const list = await Promise.all(appIds.map((id) => fetchApp(ctx, id)));
      return { body: { list: list.map(appResponse) } };
    },
  ),

  fetchApp: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'apps/{app_id}',
      summary: 'Fetch an app and its settings',
      params: ByAppId,
      answers: { 200: AppResponse },
    },
    async (ctx, { params }) => shown(ctx, known(params.appId)),
  ),

  connectApp: endpoint(
    {
      ...here,
      method: 'PUT',
      route: 'apps/{app_id}',
      summary: 'Connect an app; again changes nothing',
      details: 'Its settings are those that it had when it was connected last.',
      params: ByAppId,
      answers: { 200: AppResponse },
    },
    async (ctx, { params }) => {
      const id = known(params.appId);
      await connectApp(ctx, id);
      return shown(ctx, id);
    },
  ),

  changeApp: endpoint(
    {
      ...here,
      method: 'PATCH',
      route: 'apps/{app_id}',
      summary: 'Change the settings of an app',
      details: 'What is left out stays, `null` takes away. `wizard.logo` is a data URI of a PNG or JPEG.',
      idempotency: 'harmless',
      params: ByAppId,
      body: AppPatch,
      answers: { 200: AppResponse },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => ({
      body: appResponse(await changeAppSettings(ctx, known(params.appId), appChange(body))),
    }),
  ),

  disconnectApp: endpoint(
    {
      ...here,
      method: 'DELETE',
      route: 'apps/{app_id}',
      summary: 'Disconnect an app: nothing new is begun with it, what is under way goes on',
      params: ByAppId,
      answers: { 204: 'nothing' },
    },
    async (ctx, { params }) => {
      await disconnectApp(ctx, known(params.appId));
      return { status: 204 };
    },
  ),
};

const shown = async (ctx: Context, id: AppId) => ({
  body: appResponse(await fetchApp(ctx, id)),
});

function known(asked: string): AppId {
  const id = appIds.find((each) => each === asked);
  if (!id) throw notFound('The app');
  return id;
}
