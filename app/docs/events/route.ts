import { eventPage } from '../_events.tsx';

export const dynamic = 'force-dynamic';

export const GET = () => eventPage();
