import { route } from '#lib/http/routing.ts';
import { referencePage } from './_page.tsx';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: () => referencePage() });
