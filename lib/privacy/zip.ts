import { Zip, ZipDeflate } from 'fflate';

interface ZippedFile {
  name: string;
  parts: AsyncIterable<Uint8Array>;
}

/** A ZIP that is made while it is sent: of a file no more than a part is held. */
export async function* zipOf(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array, undefined> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const taken = () => {
    const chunks = ready.filter(({ byteLength }) => byteLength > 0);
    ready = [];
    return chunks;
  };
  for await (const { name, parts } of files) {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    for await (const part of parts) {
      file.push(part);
      yield* taken();
    }
    file.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
  return undefined;
}
