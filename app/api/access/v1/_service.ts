import type { Service } from '#lib/http/openapi.ts';
import { apps } from './apps.ts';
import { simulation } from './simulate.ts';
import { apiKeys, workspace } from './workspace.ts';

export const service: Service = {
  service: 'access',
  version: 'v1',
  title: 'Alta: Access',
  description: 'The workspace of an API key, and the apps that are connected to it.',
  endpoints: [apiKeys, apps, workspace, simulation],
};
