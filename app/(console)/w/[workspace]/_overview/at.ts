/** The address of a path of the workspace: `at('/suppliers')`. */
export type At = (path: string) => string;
