import type { Service } from '#lib/http/openapi.ts';
import * as apiKeys from './api-keys/route.ts';
import * as appsAppId from './apps/[appId]/route.ts';
import * as apps from './apps/route.ts';
import * as workspace from './workspace/route.ts';

export const service: Service = {
  service: 'access',
  version: 'v1',
  title: 'Alta: Access',
  description: 'The workspace of an API key, and the apps that are connected to it.',
  routes: [apiKeys, appsAppId, apps, workspace],
};
