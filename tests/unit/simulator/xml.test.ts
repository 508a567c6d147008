import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { childNamed, escapeXml, parseXml, textOf } from '#simulator/soap/xml.ts';

describe('XML', () => {
  test('is read with its prefixes, attributes and text', () => {
    const root = parseXml('<?xml version="1.0"?><a:b xmlns:a="urn:x" n="1&amp;2"><c> d </c><c/></a:b>');
    expect(root).toMatchObject({ name: 'a:b', localName: 'b', attributes: { n: '1&2' } });
    expect(textOf(root, 'c')).toBe('d');
    expect(childNamed(root, 'nada')).toBeUndefined();
  });

  test('has its five entities and character references decoded once', () => {
    expect(parseXml('<a>&lt;&#xE1;&#225;&amp;lt;</a>')?.text).toBe('<áá&lt;');
  });

  test.each([
    '',
    'hola',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<!DOCTYPE a><a/>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  ])('of «%s» is not parsed', (text) => expect(parseXml(text)).toBeUndefined());

  test('keeps escaped text and never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseXml(text);
        const kept = parseXml(`<a b="${escapeXml(text)}"/>`)?.attributes.b;
        if (/^[\x20-\x7e]*$/.test(text)) expect(kept).toBe(text);
      }),
    );
  });
});
