import { examplesOf } from '#app/api/docs/_examples.ts';
import { serviceRoute } from '#lib/http/routing.ts';
import { service } from '../_service.ts';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = serviceRoute(service, examplesOf('utils/v1'));
