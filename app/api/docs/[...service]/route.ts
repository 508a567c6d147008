import { randomUUID } from 'node:crypto';
import { notFound } from '#lib/errors.ts';
import { problem } from '#lib/http/problem.ts';
import { route } from '#lib/http/routing.ts';
import { referencePage } from '../_page.tsx';
import { servicePages } from '../_services.ts';

export const dynamic = 'force-dynamic';

/** The reference page of one version of a service: `/api/docs/silo/v1`. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: servicePage });

async function servicePage(request: Request, { params }: { params: Promise<{ service: string[] }> }) {
  const path = (await params).service.join('/');
  const page = servicePages.find(({ slug }) => slug === path);
  if (page) return referencePage(page);
  return problem(notFound('This page'), { id: randomUUID(), path: new URL(request.url).pathname });
}
