import type { ReactNode } from 'react';

/** A text on the screen of the authority's portal, in Spanish: `t.rich('…', { w: portalWord })`. */
export const portalWord = (chunks: ReactNode) => (
  <b lang="es" className="portal-word">
    {chunks}
  </b>
);
