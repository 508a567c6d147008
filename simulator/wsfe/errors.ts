/** What WSFE says with HTTP 200, in `Errors`, `Observaciones` or `Events` (docs/authority.md#invoicing-calls). */
export type WsfeMessage = { code: number; message: string };

/** A value the .NET service can't read into its type: HTTP 500 and a SOAP fault, not `Errors`. */
export class UnreadableField extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableField';
  }
}
