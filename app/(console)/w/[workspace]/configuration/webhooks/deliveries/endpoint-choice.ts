/** An endpoint, as a filter shows it. */
export interface NamedEndpoint {
  id: string;
  url: string;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Which endpoints are meant: the one with this id or this address, else all whose address has this in it. */
export function endpointsMeant(endpoints: NamedEndpoint[], asked: string): string[] {
  if (uuid.test(asked)) return [asked.toLowerCase()];
  const exact = endpoints.filter(({ url }) => url === asked);
  const part = asked.toLowerCase();
  const meant = exact.length ? exact : endpoints.filter(({ url }) => url.toLowerCase().includes(part));
  return meant.map(({ id }) => id);
}

/** What stands in the field: an address rather than its id. */
export const addressMeant = (endpoints: NamedEndpoint[], asked: string): string =>
  endpoints.find(({ id }) => id === asked.toLowerCase())?.url ?? asked;
