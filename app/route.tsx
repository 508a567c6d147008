import { htmlResponse } from './reg/[ref]/_parts/document.tsx';
import { Home } from './reg/[ref]/_parts/error-pages.tsx';
import { spanish } from './reg/[ref]/_parts/texts.tsx';

export const dynamic = 'force-dynamic';

export const GET = () => htmlResponse(<Home t={spanish} />);
