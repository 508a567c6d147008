/** Apart from the checks, for pages that show and propose it. */
export const partySchema = 'https://gobl.org/draft-0/org/party';
