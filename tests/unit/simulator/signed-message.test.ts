import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LoginFault } from '#simulator/wsaa/faults.ts';
import { checkTicketRequest, openSignedMessage } from '#simulator/wsaa/login.ts';

function faultOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('any message', () => {
  test('as text is a fault of the authority and no other failure', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(faultOf(() => openSignedMessage(text))).toBeInstanceOf(LoginFault);
      }),
    );
  });

  test('as bytes that begin like a CMS is a fault too', () => {
    const start = Buffer.from('3080060a2a864886f70d010702a0', 'hex');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const in0 = Buffer.concat([start, bytes]).toString('base64');
        expect(faultOf(() => openSignedMessage(in0))).toBeInstanceOf(LoginFault);
      }),
    );
  });

  test('as endlessly nested ASN.1 is a fault too', () => {
    const in0 = Buffer.from('3080'.repeat(200_000), 'hex').toString('base64');
    expect(faultOf(() => openSignedMessage(in0))).toMatchObject({ code: 'cms.bad' });
  });

  test('as a ticket request is a fault too', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const names = { certificate: 'CN=a', wsaa: 'CN=b' };
        const xml = `<loginTicketRequest>${text}</loginTicketRequest>`;
        expect(faultOf(() => checkTicketRequest(xml, names, new Date()))).toBeInstanceOf(LoginFault);
      }),
    );
  });
});
