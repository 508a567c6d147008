/** A WSAA access ticket (TA): 12 hours, a secret. */
export interface AccessTicket {
  token: string;
  sign: string;
  generatedAt: Date;
  expiresAt: Date;
  /** CUITs that the ticket may represent; undefined when the token could not be read, which proves nothing. */
  relations?: string[] | undefined;
}
