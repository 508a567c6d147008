import { documentationPage } from './_documentation.ts';

export const dynamic = 'force-dynamic';

export const GET = () => documentationPage('README');
