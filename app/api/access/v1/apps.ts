import { z } from 'zod';
import { AppPatch, AppResponse, appChange, appResponse } from '#app/api/access/v1/_wire/app.ts';
import { type AppId, appIds, connectApp, disconnectApp, fetchApp } from '#lib/accounts/apps.ts';
import type { Context } from '#lib/context.ts';
import { notFound } from '#lib/errors.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';

const here = { service: 'access', version: 'v1', tag: 'Apps' } as const;

const ByAppId = z.strictObject({ app_id: z.string().max(100) });

export const apps = {
  listApps: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'apps',
      summary: 'List all apps, connected or not',
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
    async (ctx, { params }) => appBody(ctx, requireAppId(params.app_id)),
  ),

  connectApp: endpoint(
    {
      ...here,
      method: 'PUT',
      route: 'apps/{app_id}',
      summary: 'Connect an app',
      details: 'Its earlier settings apply again. Connecting a connected app changes nothing.',
      params: ByAppId,
      answers: { 200: AppResponse },
    },
    async (ctx, { params }) => {
      const id = requireAppId(params.app_id);
      await connectApp(ctx, id);
      return appBody(ctx, id);
    },
  ),

  changeApp: endpoint(
    {
      ...here,
      method: 'PATCH',
      route: 'apps/{app_id}',
      summary: 'Change the settings of an app',
      details:
        'Omitted settings stay as they are; `null` removes a setting. `wizard.logo` is a data URI of a PNG or JPEG.',
      idempotency: 'harmless',
      params: ByAppId,
      body: AppPatch,
      answers: { 200: AppResponse },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => ({
      body: appResponse(await changeAppSettings(ctx, requireAppId(params.app_id), appChange(body))),
    }),
  ),

  disconnectApp: endpoint(
    {
      ...here,
      method: 'DELETE',
      route: 'apps/{app_id}',
      summary: 'Disconnect an app: nothing new can be started with it, work in progress continues',
      params: ByAppId,
      answers: { 204: 'nothing' },
    },
    async (ctx, { params }) => {
      await disconnectApp(ctx, requireAppId(params.app_id));
      return { status: 204 };
    },
  ),
};

const appBody = async (ctx: Context, id: AppId) => ({
  body: appResponse(await fetchApp(ctx, id)),
});

function requireAppId(name: string): AppId {
  const id = appIds.find((each) => each === name);
  if (!id) throw notFound('The app');
  return id;
}
