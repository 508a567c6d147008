import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsqr from 'jsqr';

export interface ReadPage {
  text: string;
  /** What a telephone held before the page would read. */
  qr: string | undefined;
}

type Scan = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
// Its types say that the function is the module's default, which Node wraps once more.
const scan = ((jsqr as unknown as { default?: Scan }).default ?? jsqr) as Scan;

/** Reads a PDF with the browser's own engine: its words, and the QR out of the picture that it paints. */
export async function readPdf(bytes: Uint8Array, { qr }: { qr: 'scan' | 'skip' }): Promise<ReadPage[]> {
  const pdfium = await PDFiumLibrary.init();
  const document = await pdfium.loadDocument(bytes);
  const pages: ReadPage[] = [];
  for (const page of document.pages()) {
    const text = page.getText().replace(/\s+/g, ' ');
    if (qr === 'skip') {
      pages.push({ text, qr: undefined });
      continue;
    }
    const { data, width, height } = await page.render({ scale: 3, render: 'bitmap' });
    pages.push({ text, qr: scan(new Uint8ClampedArray(data), width, height)?.data });
  }
  document.destroy();
  pdfium.destroy();
  return pages;
}
