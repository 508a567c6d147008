import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppChange, LogoUri } from '#lib/registrations/app-settings.ts';
import { dataUri, jpeg, png } from '#tests/support/pictures.ts';

describe('settings', () => {
  test.each<[string, unknown]>([
    ['nothing', {}],
    ['everything taken away', { aliasPrefix: null, linkLifetimeDays: null, contact: null, wizard: null }],
    ['a prefix', { aliasPrefix: 'Tornillo2' }],
    ['a term', { linkLifetimeDays: 365 }],
    [
      'a contact',
      {
        contact: {
          name: 'Ana',
          email: 'a@b.example',
          phone: '(011) 4321-5678',
          whatsapp: '+54 9 11 4321 5678',
        },
      },
    ],
    ['looks', { wizard: { name: 'Mercado Sur', colour: '#0B5563' } }],
    [
      'a greeting',
      { wizard: { greeting: { es: 'Hola, somos Sur S.A. Te guiamos a las 9.30 a.m.', en: null } } },
    ],
    ['one as long as can be', { wizard: { greeting: { en: 'ñ'.repeat(300) } } }],
    ['one that is markup, which is shown as it is', { wizard: { greeting: { es: '<b>Hola</b> [x](y)' } } }],
    ['a sender', { mail: { senderName: 'Señales & Cía. (Sur)', replyTo: 'ana@sur.example' } }],
    ['a return address', { returnUrl: 'https://erp.example/proveedores?id=7#x' }],
    ['one on this machine', { returnUrl: 'http://localhost:3000/back' }],
    ['one on this machine by number', { returnUrl: 'http://127.0.0.1:3000/' }],
    [
      'origins',
      { embedOrigins: ['https://erp.example', 'https://erp.example:8443', 'http://localhost:5173'] },
    ],
  ])('accept %s', (_what, settings) => {
    expect(AppChange.safeParse(settings).error).toBeUndefined();
  });

  test.each<[string, unknown, string]>([
    ['a prefix that begins with a digit', { aliasPrefix: '2tornillo' }, 'aliasPrefix'],
    ['a prefix with a hyphen', { aliasPrefix: 'el-tornillo' }, 'aliasPrefix'],
    ['a prefix that leaves no room', { aliasPrefix: 'a'.repeat(26) }, 'aliasPrefix'],
    ['no days', { linkLifetimeDays: 0 }, 'linkLifetimeDays'],
    ['more than a year', { linkLifetimeDays: 366 }, 'linkLifetimeDays'],
    ['an address that is none', { contact: { email: 'ana' } }, 'contact.email'],
    ['a number that is none', { contact: { phone: 'ask at the desk' } }, 'contact.phone'],
    ['too few digits', { contact: { phone: '4321' } }, 'contact.phone'],
    ['a WhatsApp without a country', { contact: { whatsapp: '11 4321 5678' } }, 'contact.whatsapp'],
    ['a colour that is too light', { wizard: { colour: '#ff8800' } }, 'wizard.colour'],
    ['a colour in words', { wizard: { colour: 'red' } }, 'wizard.colour'],
    ['more than a colour', { wizard: { colour: '#0b5563;}body{display:none}' } }, 'wizard.colour'],
    [
      "a reminder's text with a page",
      { mail: { reminder: { es: 'Entrá en https://evil' } } },
      'mail.reminder.es',
    ],
    ['a greeting that is too long', { wizard: { greeting: { es: 'a'.repeat(301) } } }, 'wizard.greeting.es'],
    ['an empty one', { wizard: { greeting: { es: ' \n ' } } }, 'wizard.greeting.es'],
    ['one with a page', { wizard: { greeting: { es: 'Entrá en https://evil' } } }, 'wizard.greeting.es'],
    ['one with a host', { wizard: { greeting: { en: 'see www.evil' } } }, 'wizard.greeting.en'],
    ['one with a domain', { wizard: { greeting: { en: 'see Evil.Example/x' } } }, 'wizard.greeting.en'],
    ['one with a mailbox', { wizard: { greeting: { en: 'write ana@sur' } } }, 'wizard.greeting.en'],
    ['one in another language', { wizard: { greeting: { pt: 'Oi' } } }, 'wizard.greeting'],
    ['a sender of two lines', { mail: { senderName: 'Sur\r\nBcc: eva' } }, 'mail.senderName'],
    ['one that turns the text around', { mail: { senderName: '\u202eruS' } }, 'mail.senderName'],
    ['one with an address', { mail: { senderName: 'Sur <ana@sur.example>' } }, 'mail.senderName'],
    ['one that is too long', { mail: { senderName: 'a'.repeat(65) } }, 'mail.senderName'],
    ['two addresses for answers', { mail: { replyTo: 'a@b.example, c@d.example' } }, 'mail.replyTo'],
    ['an address without encryption', { returnUrl: 'http://erp.example/' }, 'returnUrl'],
    ['an address that is a script', { returnUrl: 'javascript:alert(1)' }, 'returnUrl'],
    ['an address with a password', { returnUrl: 'https://a:b@erp.example/' }, 'returnUrl'],
    ['one that only looks like this machine', { returnUrl: 'http://localhost.example/' }, 'returnUrl'],
    ['a path alone', { returnUrl: '/back' }, 'returnUrl'],
    ['an origin without encryption', { embedOrigins: ['http://erp.example'] }, 'embedOrigins.0'],
    [
      'an origin with a path',
      { embedOrigins: ['https://a.example', 'https://b.example/x'] },
      'embedOrigins.1',
    ],
    ['an origin for all', { embedOrigins: ['*'] }, 'embedOrigins.0'],
    ['an origin for all of a domain', { embedOrigins: ['https://*.erp.example'] }, 'embedOrigins.0'],
    ['an origin that is nobody’s', { embedOrigins: ['null'] }, 'embedOrigins.0'],
    ['an origin with a password', { embedOrigins: ['https://a:b@erp.example'] }, 'embedOrigins.0'],
    ['an origin with a question', { embedOrigins: ['https://erp.example?x'] }, 'embedOrigins.0'],
    ['one origin, not in a list', { embedOrigins: 'https://erp.example' }, 'embedOrigins'],
    [
      'more than 20 origins',
      { embedOrigins: Array.from({ length: 21 }, (_, index) => `https://a${index}.example`) },
      'embedOrigins',
    ],
    ['an unknown setting', { color: '#0b5563' }, ''],
  ])('refuse %s', (_what, settings, path) => {
    const { error } = AppChange.safeParse(settings);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  test('write each origin once, as browsers do', () => {
    const embedOrigins = ['https://ERP.example:443/', ' https://erp.example', 'https://ñandú.example'];
    expect(AppChange.parse({ embedOrigins })).toEqual({
      embedOrigins: ['https://erp.example', 'https://xn--and-6ma2c.example'],
    });
  });

  test('report how much too light a color is', () => {
    const { error } = AppChange.safeParse({ wizard: { colour: '#ff8800' } });
    expect(error?.issues[0]?.message).toContain('2.4 to 1');
  });
});

describe('a logo', () => {
  const read = (uri: unknown) => LogoUri.safeParse(uri);

  test.each([
    ['PNG', png(200, 80), { type: 'image/png', width: 200, height: 80 }],
    ['JPEG', jpeg(640, 480), { type: 'image/jpeg', width: 640, height: 480 }],
    ['PNG of the least size', png(16, 16), { type: 'image/png', width: 16, height: 16 }],
  ])('may be a %s', (_what, bytes, picture) => {
    const taken = read(dataUri(bytes)).data;
    expect(taken).toMatchObject(picture);
    expect(Buffer.from(taken?.base64 ?? '', 'base64').equals(bytes)).toBe(true);
  });

  test('has the type of its bytes, whatever its label', () => {
    expect(read(dataUri(jpeg(64, 64), 'image/png')).data?.type).toBe('image/jpeg');
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  test.each<[string, unknown]>([
    ['an SVG', dataUri(svg, 'image/svg+xml')],
    ['an SVG that says that it is a PNG', dataUri(svg)],
    ['a web page', dataUri(Buffer.from('<!doctype html>'), 'text/html')],
    ['the beginning of a PNG', dataUri(png(200, 80).subarray(0, 60))],
    ['a PNG with a page behind it', dataUri(Buffer.concat([png(200, 80), svg]))],
    ['a PNG that is too wide', dataUri(png(2_001, 80))],
    ['a PNG that is a dot', dataUri(png(1, 1))],
    ['a PNG that unpacks to gigabytes', dataUri(png(60_000, 60_000))],
    ['more than 64 KiB', dataUri(Buffer.concat([jpeg(200, 80), Buffer.alloc(65_536)]))],
    ['an address', 'https://a.example/logo.png'],
    ['text', 'logo'],
    ['nothing', ''],
    ['a number', 7],
  ])('may not be %s', (_what, uri) => {
    expect(read(uri).success).toBe(false);
  });

  test('of any bytes is accepted or refused and never throws', () => {
    const beginnings = [Buffer.from('ffd8', 'hex'), png(64, 64).subarray(0, 24), Buffer.alloc(0)];
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 200 }), (begins, rest) => {
        read(dataUri(Buffer.concat([begins, rest])));
      }),
      { seed: 13, numRuns: 2_000 },
    );
  });
});
