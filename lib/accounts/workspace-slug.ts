/** Hyphenated words, as used in the Console's URLs. */
export const workspaceSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/;
