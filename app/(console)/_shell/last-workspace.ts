/** Holds a slug, and no right to anything. */
export const lastWorkspaceCookieName = 'alta_workspace';
