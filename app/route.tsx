import { html } from './reg/[ref]/_door.tsx';
import { Home } from './reg/[ref]/_views/closed.tsx';
import { spanish } from './reg/[ref]/_views/texts.tsx';

export const dynamic = 'force-dynamic';

export const GET = () => html(<Home t={spanish} />);
