/**
 * In place of an endpoint's address: its messages are written, sent nowhere and there to be read. A developer's machine,
 * which nothing reaches from here, fetches them: `alta webhooks listen`.
 */
export const keptAddress = 'alta:kept';
