import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { callSoap, type SoapOutcome } from '#lib/arca/soap.ts';
import { answering, fault, serve, soap } from './server.ts';

const call = (url: string, timeoutMs = 5_000): Promise<SoapOutcome> =>
  callSoap({ url, action: '', envelope: soap('<question/>'), timeoutMs });

describe('a SOAP answer', () => {
  it('yields its body by local names, with each entity decoded once', async () => {
    const text = '&lt;a b=&quot;1&quot;&gt; inv&#xE1;lida &#243; &amp;lt;';
    const { url } = await answering(
      soap(`<ns1:answer xmlns:ns1="x"><ns1:text>${text}</ns1:text></ns1:answer>`),
    );
    expect(await call(url)).toMatchObject({
      kind: 'answer',
      status: 200,
      body: { answer: { text: '<a b="1"> inválida ó &lt;' } },
    });
  });

  it('keeps numbers as they are written', async () => {
    const { url } = await answering(soap('<answer><number>00012</number></answer>'));
    expect(await call(url)).toMatchObject({ body: { answer: { number: '00012' } } });
  });

  it("carries the authority's clock", async () => {
    const { url } = await answering(soap('<answer/>'), 200, { date: 'Sat, 21 Nov 2026 12:00:00 GMT' });
    expect(await call(url)).toMatchObject({ date: new Date('2026-11-21T12:00:00Z') });
  });

  it.each([
    [
      'ISO-8859-1 by its header',
      { 'content-type': 'text/xml; charset=ISO-8859-1' },
      soap('<answer>inválida</answer>'),
    ],
    [
      'ISO-8859-1 by its declaration',
      { 'content-type': 'text/xml' },
      soap('<answer>inválida</answer>').replace('utf-8', 'ISO-8859-1'),
    ],
  ])('may be in %s', async (_, headers, text) => {
    const { url } = await answering(Buffer.from(text, 'latin1'), 200, headers);
    expect(await call(url)).toMatchObject({ body: { answer: 'inválida' } });
  });

  it.each([
    [
      'the default namespace',
      '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><answer/></Body></Envelope>',
    ],
    [
      'SOAP 1.2',
      "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body><answer/></s:Body></s:Envelope>",
    ],
    ['a BOM', `\ufeff${soap('<answer/>')}`],
  ])('may come with %s', async (_, text) => {
    const { url } = await answering(text);
    expect(await call(url)).toMatchObject({ kind: 'answer', body: { answer: '' } });
  });

  it('follows a request with the headers that Axis and .NET need', async () => {
    const seen: Record<string, unknown> = {};
    const { url, received } = await serve((request, response) => {
      Object.assign(seen, request.headers);
      response.end(soap('<answer/>'));
    });
    await callSoap({ url, action: 'urn:do', envelope: soap('<question/>'), timeoutMs: 5_000 });
    expect(seen).toMatchObject({ soapaction: '"urn:do"', 'content-type': 'text/xml; charset=utf-8' });
    expect(received).toEqual([soap('<question/>')]);
  });
});

describe('a SOAP fault', () => {
  it('has a code without its prefix', async () => {
    const { url } = await answering(fault('cms.sign.invalid', 'Firma inv&#xE1;lida'), 500);
    expect(await call(url)).toMatchObject({
      kind: 'fault',
      code: 'cms.sign.invalid',
      message: 'Firma inválida',
    });
  });

  it('is also read in SOAP 1.2', async () => {
    const text =
      '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:Sender' +
      '</s:Value></s:Code><s:Reason><s:Text xml:lang="es">Mal</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>';
    const { url } = await answering(text, 500);
    expect(await call(url)).toMatchObject({ kind: 'fault', code: 'Sender', message: 'Mal' });
  });
});

const whole = soap('<answer>yes</answer>');
const bomb =
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>' +
  soap('<answer>&c;</answer>').slice('<?xml version="1.0" encoding="utf-8"?>'.length);

describe('an answer that is not SOAP', () => {
  it.each<[string, string, boolean, string, number]>([
    ['not-soap', 'a page with 200', true, '<!DOCTYPE html><html><body>Mantenimiento</body></html>', 200],
    ['not-soap', 'a page without doctype', true, '<html><body>Mantenimiento</body></html>', 200],
    ['not-soap', 'an entity bomb', true, bomb, 200],
    ['not-soap', 'a DTD in lower case', true, bomb.replace('DOCTYPE', 'doctype'), 200],
    ['not-soap', 'a foreign namespace', true, whole.replace('schemas.xmlsoap.org', 'example.org'), 200],
    ['not-soap', 'no namespace', true, '<Envelope><Body><answer/></Body></Envelope>', 200],
    ['not-soap', 'another root', true, '<answer xmlns="http://schemas.xmlsoap.org/soap/envelope/"/>', 200],
    ['not-soap', 'tags that cross', true, whole.replace('</answer>', '</question>'), 200],
    ['not-soap', 'no body', true, whole.replaceAll('Body', 'Head'), 200],
    ['not-soap', '200 levels', true, soap('<a>'.repeat(200) + '</a>'.repeat(200)), 200],
    ['not-soap', 'text', true, 'Hi there, this is an AXIS service!', 200],
    ['not-soap', '6 MB', true, `${whole}${' '.repeat(6 * 1024 * 1024)}`, 200],
    ['truncated', 'half an envelope', true, whole.slice(0, -30), 200],
    ['truncated', 'nothing', true, '', 200],
    ['http', 'a page with 503', true, '<html>Service Unavailable</html>', 503],
    ['http', 'nothing with 502', true, '', 502],
    ['http', 'a redirect, which is not followed', false, '', 302],
    ['http', 'nothing with 400', false, '', 400],
    ['http', '404', false, 'Not found', 404],
  ])('is reported as %s: %s', async (cause, _, outcomeUnknown, body, status) => {
    const { url } = await answering(body, status, status === 302 ? { location: 'http://localhost:1/' } : {});
    expect(await call(url)).toMatchObject({ kind: 'unavailable', cause, outcomeUnknown });
  });
});

describe('a compressed answer', () => {
  it('is not expanded, so that a small one can not fill the memory', async () => {
    const bomb = gzipSync(whole + ' '.repeat(2 ** 26));
    const { url } = await answering(bomb, 200, { 'content-encoding': 'gzip' });
    expect(await call(url)).toMatchObject({ kind: 'unavailable', cause: 'not-soap' });
  });
});

describe('a connection that fails', () => {
  it('because nobody listens leaves no outcome open', async () => {
    expect(await call('http://localhost:1/')).toMatchObject({ cause: 'refused', outcomeUnknown: false });
  });

  it('because the name is not found leaves no outcome open', async () => {
    const outcome = await call('http://nobody.invalid/');
    expect(outcome).toMatchObject({ cause: 'dns', outcomeUnknown: false });
  });

  it('through silence ends at the deadline with an unknown outcome', async () => {
    const { url } = await serve(() => {});
    expect(await call(url, 100)).toMatchObject({ cause: 'timeout', outcomeUnknown: true });
  });

  it('through a slow drip ends at the deadline too', async () => {
    const { url } = await serve((_, response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await call(url, 200)).toMatchObject({ cause: 'timeout', outcomeUnknown: true });
  });

  it('through a reset has an unknown outcome', async () => {
    const { url } = await serve((request) => request.socket.resetAndDestroy());
    expect(await call(url)).toMatchObject({ cause: 'reset', outcomeUnknown: true });
  });

  it('in the middle of the answer has an unknown outcome', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write(whole, () => response.destroy());
    });
    expect(await call(url)).toMatchObject({ cause: 'truncated', outcomeUnknown: true });
  });

  it('at a server that does not speak HTTP counts as a reset', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')).listen(0);
    const { port } = server.address() as { port: number };
    expect(await call(`http://localhost:${port}/`)).toMatchObject({ kind: 'unavailable', cause: 'reset' });
    server.close();
  });

  it('is reported as aborted when the caller aborts before or during the call', async () => {
    const { url } = await serve(() => {});
    const settings = { url, action: '', envelope: '', timeoutMs: 5_000 };
    expect(await callSoap({ ...settings, signal: AbortSignal.abort() })).toMatchObject({ detail: 'aborted' });
    expect(await callSoap({ ...settings, signal: AbortSignal.timeout(50) })).toMatchObject({
      detail: 'aborted',
    });
  });
});
