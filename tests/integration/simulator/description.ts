import { childNamed, parseXml, type XmlElement } from '#simulator/soap/xml.ts';

/**
 * The operations of a WSDL, each with the elements of its request and of its answer: their path, type and whether
 * they may be absent or repeated, in their order. The names of complex types, which nobody sends, are left out.
 */
export function describedOperations(wsdl: string): Record<string, string[]> {
  const definitions = parseXml(wsdl);
  const schema = childNamed(childNamed(definitions, 'types'), 'schema');
  const declared = (kind: string, name: string) =>
    schema?.children.find(({ localName, attributes }) => localName === kind && attributes.name === name);

  function fieldsOf(type: XmlElement | undefined): XmlElement[] {
    return (type?.children ?? []).flatMap((child) => {
      if (child.localName === 'element') return [child];
      if (child.localName !== 'extension') return fieldsOf(child);
      return [...fieldsOf(declared('complexType', local(child.attributes.base))), ...fieldsOf(child)];
    });
  }
  const linesOf = (path: string, type: XmlElement | undefined): string[] =>
    fieldsOf(type).flatMap(({ attributes: { name, type: named = '', minOccurs = '1', maxOccurs = '1' } }) => {
      const inner = declared('complexType', local(named));
      const here = `${path}/${name}`;
      return [`${here} ${inner ? '' : local(named)} ${minOccurs}..${maxOccurs}`, ...linesOf(here, inner)];
    });

  const port = definitions?.children.find(({ localName }) => localName === 'portType');
  const names = (port?.children ?? []).flatMap(({ localName, attributes: { name } }) =>
    localName === 'operation' && name ? [name] : [],
  );
  return Object.fromEntries(
    names.map((name) => {
      const lines = [name, `${name}Response`].flatMap((element) => {
        const root = declared('element', element);
        return linesOf(
          element,
          childNamed(root, 'complexType') ?? declared('complexType', local(root?.attributes.type)),
        );
      });
      return [name, lines];
    }),
  );
}

const local = (name = '') => name.slice(name.indexOf(':') + 1);
