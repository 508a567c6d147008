import { guidePage } from './_guide-page.tsx';

export const dynamic = 'force-dynamic';

export const GET = () => guidePage('README');
