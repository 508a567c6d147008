import type { ReactNode } from 'react';
import './portal.css';

/** What the authority's portal has on its screen, in its own language: `t.rich('…', { w: portalWord })`. */
export const portalWord = (chunks: ReactNode) => (
  <b lang="es" className="portal-word">
    {chunks}
  </b>
);
