/** Words with hyphens between them, as they stand in the addresses of the Console. */
export const workspaceSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/;
