import { escapeXml } from '../soap/xml.ts';

export type WsfeError = { code: number; message: string };

/** The `Errors` of an answer, if there are any; WSFE sends them with HTTP 200 (arca.md 3.1). */
export function errorsXml(errors: WsfeError[]): string {
  if (errors.length === 0) return '';
  const items = errors.map(
    ({ code, message }) => `<Err><Code>${code}</Code><Msg>${escapeXml(message)}</Msg></Err>`,
  );
  return `<Errors>${items.join('')}</Errors>`;
}

/** A value the .NET service can't read into its type: HTTP 500 and a SOAP fault, not `Errors`. */
export class UnreadableField extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableField';
  }
}
