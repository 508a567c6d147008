import type { Service } from '#lib/http/openapi.ts';
import * as ping from './ping/route.ts';
import * as uuid from './uuid/route.ts';

export const service: Service = {
  service: 'utils',
  version: 'v1',
  title: 'Alta: Utilities',
  description: 'Small things that a client needs.',
  routes: [ping, uuid],
};
