import { Home } from './reg/[ref]/_parts/error-pages.tsx';
import { spanish } from './reg/[ref]/_parts/texts.tsx';
import { html } from './reg/[ref]/handler.tsx';

export const dynamic = 'force-dynamic';

export const GET = () => html(<Home t={spanish} />);
