/** Inline, because otherwise browsers request /favicon.ico and report that it is missing. */
export const favicon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Crect width='16' height='16' rx='4' fill='%230b5563'/%3E" +
  "%3Cpath d='M4 8.5l3 3 5.5-6.5' fill='none' stroke='white' stroke-width='2'/%3E%3C/svg%3E";
