import { Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZippedFile {
  name: string;
  parts: AsyncIterable<Uint8Array>;
  /** For content that is compressed already, such as PDFs. */
  isCompressed?: true;
}

/** Builds a ZIP as a stream; holds one part of a file at a time. */
export function zipStream(files: AsyncIterable<ZippedFile>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(zipOf(files))) as ReadableStream<Uint8Array>;
}

async function* zipOf(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array, undefined> {
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
  for await (const { name, parts, isCompressed } of files) {
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
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
