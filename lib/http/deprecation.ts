/** A version of a service that will end. */
export interface Deprecation {
  /** From when on nothing new should be built on it. */
  since: Date;
  /** When it ends. */
  sunset?: Date;
  /** What to read, and what to use in its place. */
  documentation: string;
  successor?: string;
}

/**
 * The one place where a version is declared to end: `'silo/v1': {since, sunset, documentation, successor}`. All its
 * routes then say so, and the API keys that still call it are listed with `used_versions`.
 */
export const deprecations: Partial<Record<string, Deprecation>> = {};

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`, for a version that ends. */
export function deprecationHeaders(
  version: string,
  declared: typeof deprecations = deprecations,
): Record<string, string> {
  const found = declared[version];
  if (!found) return {};
  const { since, sunset, documentation, successor } = found;
  const links = [
    `<${documentation}>; rel="deprecation"; type="text/html"`,
    ...(successor ? [`<${successor}>; rel="successor-version"`] : []),
  ];
  return {
    deprecation: `@${Math.floor(since.getTime() / 1_000)}`,
    ...(sunset ? { sunset: sunset.toUTCString() } : {}),
    link: links.join(', '),
  };
}
